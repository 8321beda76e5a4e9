// npm run format: mends what can be mended by itself.
import { biome, cppFiles, stylelint } from './check.mjs';
import { main, run } from './run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup('check');
  await run('Format the C++ files (clang-format)', ['clang-format', '-i', ...cppFiles()]);
  await run('Format and mend TypeScript, JavaScript, JSON and CSS (biome)', [
    ...biome,
    '--write',
    '.',
  ]);
  await run('Mend CSS (stylelint)', [...stylelint, '--fix']);
});
