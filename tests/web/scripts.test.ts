// The commands install what they need: until then nothing of node_modules may be imported.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scripts } from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

/** Packages that a script imports before it runs, itself or through files of ours. */
function packagesOf(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const source = readFileSync(join(root, path), 'utf8');
  const imports = [...source.matchAll(/^(?:import|export)\b[^;]*?from\s+'([^']+)'/gm)];
  return imports.flatMap(([, from = '']) => {
    if (from.startsWith('.')) return packagesOf(join(dirname(path), from), seen);
    return from.startsWith('node:') ? [] : [`${from}, of ${path}`];
  });
}

// It checks the text of somebody who has installed the rest.
const later = ['words'];

test.each(Object.entries(scripts).filter(([name]) => !later.includes(name)))(
  'npm run %s imports no package before it installs them',
  (_name, command) => {
    const [, path] = /^node (\S+\.mjs)$/.exec(command) ?? [];
    expect(path).toBeDefined();
    expect(packagesOf(path as string)).toEqual([]);
  },
);

test('a package is seen', () => {
  expect(packagesOf('.scripts/words.mjs').join()).toContain('cspell-lib');
});
