// ONNX Runtime Web on wasm, the plain graph: MatMul, Mul, Softmax, MatMul. opts: { threads }
import { attentionModel } from '../onnx.js';

const DIST = '/.build/peers/node_modules/onnxruntime-web/dist/';

export default ({ threads = 1 }) => {
  let ort;
  let session;
  let key;
  return {
    async init() {
      ort = await import(`${DIST}ort.wasm.min.mjs`);
      Object.assign(ort.env.wasm, { wasmPaths: DIST, numThreads: threads });
      ort.env.logLevel = 'error';
    },
    async run(q, k, v, n, d, heads, causal) {
      const asked = [n, d, heads, causal].join();
      if (asked !== key) {
        await session?.release();
        session = await ort.InferenceSession.create(attentionModel(n, d, heads, causal), {
          executionProviders: ['wasm'],
          graphOptimizationLevel: 'all',
          logSeverityLevel: 3,
        });
        key = asked;
      }
      const tensor = (data) => new ort.Tensor('float32', data, [heads, n, d]);
      return (await session.run({ q: tensor(q), k: tensor(k), v: tensor(v) })).o.data;
    },
    async dispose() {
      await session?.release();
      session = key = undefined;
    },
  };
};
