// npm run gpu-parity: the kernels of the GPU on this machine's own adapter, in Node, where every shape is held against the C++
// twin. For adapters that no browser here can be given: real ones, and Mesa's llvmpipe, which has float16 where the browsers'
// software adapter has none. Without an adapter that Vulkan, Metal or Direct3D 12 offers it says so.
import { readFileSync } from 'node:fs';
import { buildCore } from './build.mjs';
import { at, Failure, main, run } from './run.mjs';
import { setup } from './setup.mjs';

// Dawn, the WebGPU of Chromium, for Node. Not among the packages of the lesson: 130 MB, for this alone.
const DAWN = 'webgpu@0.6.2';

await main(async () => {
  await setup('build');
  await buildCore();
  await run('Install Dawn (npm install in .build/dawn)', [
    ...[
      'npm',
      'install',
      '--prefix',
      at('.build/dawn'),
      '--no-save',
      '--no-audit',
      '--no-fund',
      DAWN,
    ],
  ]);
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: at('tests/bench'),
    logLevel: 'error',
    build: {
      ssr: at('tests/bench/gpu-parity.ts'),
      outDir: at('.build/gpu-parity'),
      emptyOutDir: true,
      target: 'node20',
    },
  });
  const { create, globals } = await import(at('.build/dawn/node_modules/webgpu/index.js'));
  Object.assign(globalThis, globals);
  const navigator = { gpu: create([]) };
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  const { comparison } = await import(at('.build/gpu-parity/gpu-parity.js'));
  const good = await comparison(readFileSync(at('.build/wasm/flash.wasm'))).catch(
    (/** @type {Error} */ reason) => {
      throw new Failure(`The GPU was not asked: ${reason.message}`);
    },
  );
  if (!good) throw new Failure('A kernel of the GPU is not what its C++ twin is');
  process.exit(0); // Dawn's threads would go on
});
