// From navigation to the first result: n = 16, d = 64, one head. ?file= names the contestant, ?opts= its options.
const asked = new URLSearchParams(location.search);
const [n, d] = [16, 64];
const numbers = Float32Array.from({ length: n * d }, (_, i) => Math.sin(i));
try {
  const { default: make } = await import(`./contestants/${asked.get('file')}`);
  const contestant = make(JSON.parse(asked.get('opts')));
  await contestant.init();
  const out = await contestant.run(numbers, numbers, numbers, n, d, 1, false);
  window.started = { ms: performance.now(), value: out[5] };
} catch (error) {
  window.started = { failed: String(error?.message ?? error) };
}
