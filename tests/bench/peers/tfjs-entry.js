export { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
export * as tf from '@tensorflow/tfjs-core';
