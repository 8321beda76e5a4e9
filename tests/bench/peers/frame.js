// One contestant in a frame of its own, so that two settings of one library can live side by side.
const view = (array) => new Float32Array(array.buffer, array.byteOffset, array.length); // this frame's class

window.boot = async (file, opts) => {
  const { default: make } = await import(`./contestants/${file}`);
  const contestant = make(opts);
  await contestant.init();
  window.contestant = {
    ...contestant,
    run: (q, k, v, ...rest) => contestant.run(view(q), view(k), view(v), ...rest),
  };
};
window.loaded = true;
