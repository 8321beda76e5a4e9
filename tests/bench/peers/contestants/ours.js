// Our kernels as anybody gets them: `attention-lesson/flash`, its copies in and out included.
// opts: { relaxed: boolean, workers: 0 for this thread }
import { createFlash } from '/dist/engine/flash-browser.js';

export default ({ relaxed = false, workers = 0 }) => {
  let flash;
  return {
    async init() {
      flash = await createFlash({ relaxed });
      if (relaxed && flash.variant !== 'relaxed-simd')
        throw new Error('no kernels with fused multiply-add');
    },
    run(q, k, v, n, d, heads, causal) {
      const inputs = { q, k, v, n, d, heads, causal: causal && 'top-left' };
      return workers ? flash.run(inputs, { workers }).then(({ output }) => output) : flash(inputs);
    },
    memory: (n, d) => flash.memory({ n, d, kernel: 'tiled' }),
    dispose() {},
  };
};
