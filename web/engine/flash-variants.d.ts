/** Where the relaxed kernels lie, when the build made them: see `flashRelaxed` in .scripts/vite-plugins.mjs. */
declare module 'virtual:flash-relaxed' {
  const url: string | undefined;
  export default url;
}
