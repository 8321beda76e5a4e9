// TensorFlow.js on wasm. Its matMul is fast (XNNPACK) for matrices that are not transposed: hence head by head, with a
// transpose of its own. opts: { threads }
export default ({ threads = 1 }) => {
  let tf;
  let mask;
  let key;
  return {
    async init() {
      const module = await import('/.build/bench/tfjs.js');
      tf = module.tf;
      module.setWasmPaths('/.build/peers/node_modules/@tensorflow/tfjs-backend-wasm/dist/');
      module.setThreadsCount(threads);
      if (!(await tf.setBackend('wasm'))) throw new Error('no wasm backend');
      await tf.ready();
    },
    run(q, k, v, n, d, heads, causal) {
      const asked = [n, causal].join();
      if (asked !== key) {
        mask?.dispose();
        mask = undefined;
        if (causal) {
          const table = new Float32Array(n * n);
          for (let i = 0; i < n; i++) table.fill(-1e30, i * n + i + 1, (i + 1) * n);
          mask = tf.tensor(table, [n, n]);
        }
        key = asked;
      }
      const size = n * d;
      const out = new Float32Array(heads * size);
      for (let h = 0; h < heads; h++) {
        const head = tf.tidy(() => {
          const [a, b, c] = [q, k, v].map((x) =>
            tf.tensor(x.subarray(h * size, (h + 1) * size), [n, d]),
          );
          const scores = tf.mul(tf.matMul(a, tf.transpose(b)), 1 / Math.sqrt(d));
          return tf.matMul(tf.softmax(causal ? tf.add(scores, mask) : scores), c);
        });
        out.set(head.dataSync(), h * size);
        head.dispose();
      }
      return out;
    },
    dispose() {
      mask?.dispose();
      mask = key = undefined;
    },
  };
};
