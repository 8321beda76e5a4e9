// The manifests of the packages: what each standard wants to know of a lesson that is one page.

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} description
 * @property {string} version
 * @property {string} language such as "en"
 * @property {number} [mastery] 0 to 1: the score that passes; without it nothing is passed or failed
 * @property {string[]} files of the package, the page first
 */

/** @param {string} text */
const xml = (text) =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
  );

/** @param {string} path a file's name, as an address */
const href = (path) => xml(encodeURI(path));

/** @param {string[]} files */
const list = (files) => files.map((path) => `      <file href="${href(path)}"/>`).join('\n');

/** @param {Lesson} lesson */
export function scorm12({ title, version, files, mastery }) {
  const score =
    mastery === undefined
      ? ''
      : `
        <adlcp:masteryscore>${Number((100 * mastery).toFixed(4))}</adlcp:masteryscore>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="attention-lesson" version="${xml(version)}"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${xml(title)}</title>
      <item identifier="lesson" identifierref="page">
        <title>${xml(title)}</title>${score}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="${href(files[0] ?? '')}">
${list(files)}
    </resource>
  </resources>
</manifest>
`;
}

/** @param {Lesson} lesson */
export function scorm2004({ title, version, files, mastery }) {
  const objective =
    mastery === undefined
      ? '<imsss:primaryObjective objectiveID="score"/>'
      : `<imsss:primaryObjective objectiveID="score" satisfiedByMeasure="true">
              <imsss:minNormalizedMeasure>${mastery}</imsss:minNormalizedMeasure>
            </imsss:primaryObjective>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="attention-lesson" version="${xml(version)}"
  xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd http://www.adlnet.org/xsd/adlcp_v1p3 adlcp_v1p3.xsd http://www.imsglobal.org/xsd/imsss imsss_v1p0.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>2004 4th Edition</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${xml(title)}</title>
      <item identifier="lesson" identifierref="page">
        <title>${xml(title)}</title>
        <imsss:sequencing>
          <imsss:objectives>
            ${objective}
          </imsss:objectives>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormType="sco" href="${href(files[0] ?? '')}">
${list(files)}
    </resource>
  </resources>
</manifest>
`;
}

/** @param {Lesson} lesson */
export function cmi5({ title, description, language, files, mastery }) {
  const said = (/** @type {string} */ text) =>
    `<langstring lang="${xml(language)}">${xml(text)}</langstring>`;
  const score = mastery === undefined ? '' : ` masteryScore="${mastery}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="urn:attention-lesson:course">
    <title>${said(title)}</title>
    <description>${said(description)}</description>
  </course>
  <au id="urn:attention-lesson:lesson" moveOn="${mastery === undefined ? 'Completed' : 'CompletedAndPassed'}"${score} launchMethod="AnyWindow">
    <title>${said(title)}</title>
    <description>${said(description)}</description>
    <url>${href(files[0] ?? '')}</url>
  </au>
</courseStructure>
`;
}
