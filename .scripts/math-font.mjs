// node .scripts/math-font.mjs: web/fonts/lesson-math.woff2, a part of STIX Math with the letters and signs of the lesson's
// formulas and all that stretches. Needs Debian's fonts-stix, python3-fonttools and python3-brotli. The font licence asks
// for another name for a changed font.
import { readFileSync } from 'node:fs';
import { readLesson, renderSections } from './lesson/lesson.mjs';
import { at, isMain, main, run } from './run.mjs';

const SOURCE = '/usr/share/fonts/opentype/stix-word/STIXMath-Regular.otf';

/** Letters, digits and signs that any formula may hold, beside those that the lesson has now. */
const ALWAYS =
  "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ()[]{}|+-−=<>≤≥≠≈·×/,.;:!'∑∏√∞∂∈→⇒↦⊤⊥‖αβγδεθλμπρστφωΣΔ";

/** MathML draws single letters in mathematical italics. @param {string} text */
const italics = (text) =>
  [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (letter === 'h') return 'ℎ';
    if (letter >= 'a' && letter <= 'z') return String.fromCodePoint(0x1d44e + code - 97);
    if (letter >= 'A' && letter <= 'Z') return String.fromCodePoint(0x1d434 + code - 65);
    return letter;
  });

if (isMain(import.meta.url)) {
  await main(async () => {
    const formulas = [...renderSections(readLesson()).matchAll(/<math[\s\S]*?<\/math>/g)].join('');
    const text = new Set([...formulas.replaceAll(/<[^>]*>/g, ''), ...ALWAYS, ...italics(ALWAYS)]);
    const target = at('web/fonts/lesson-math.woff2');
    const rename = [
      'from fontTools.ttLib import TTFont',
      `font = TTFont(${JSON.stringify(target)})`,
      "[font['name'].setName('Lesson Math', one.nameID, one.platformID, one.platEncID, one.langID) for one in list(font['name'].names) if one.nameID in (1, 3, 4, 16)]",
      "[font['name'].setName('LessonMath-Regular', one.nameID, one.platformID, one.platEncID, one.langID) for one in list(font['name'].names) if one.nameID == 6]",
      "font['CFF '].cff.fontNames[0] = 'LessonMath-Regular'",
      `font.save(${JSON.stringify(target)})`,
    ].join('\n');
    const unicodes = [...text].map((one) => (one.codePointAt(0) ?? 0).toString(16)).join(',');
    await run('Take the part of the font', [
      ...['/usr/bin/python3', '-m', 'fontTools.subset', SOURCE, `--unicodes=${unicodes}`],
      ...['--layout-features=*', '--flavor=woff2', `--output-file=${target}`, '--name-IDs=*'],
    ]);
    await run('Name it', ['/usr/bin/python3', '-c', rename]);
    console.log(`${readFileSync(target).length} bytes, ${text.size} characters`);
  });
}
