/**
 * The first script of the lesson in one file: unpacks everything else and starts the lesson's own script, which the page's
 * policy allows by its hash.
 */
import { keepFiles } from '../engine/packed-files.ts';
import { unpack } from '../engine/unpack.ts';

interface Policy {
  createScript(text: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { createScript(text: string): string }): Policy;
}

const SCRIPT = 'page.js';

const block = document.querySelector<HTMLScriptElement>('#packed');
if (block) {
  const files = unpack(block.dataset.index ?? '[]', block.textContent ?? '');
  const text = new TextDecoder().decode(files.get(SCRIPT));
  files.delete(SCRIPT);
  keepFiles(files);
  block.remove(); // a megabyte that nobody reads again
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  const policy = trustedTypes?.createPolicy('attn-packed', {
    createScript(given) {
      if (given !== text) throw new TypeError('not the script of the lesson');
      return given;
    },
  });
  const script = document.createElement('script');
  script.type = 'module';
  // A script takes a trusted text as it takes a plain one; the types of the page know only the plain one.
  script.textContent = (policy?.createScript(text) ?? text) as string;
  document.body.append(script);
}
