/** The kernels of the GPU beside their C++ twins, over every shape of the browser tests, in whatever offers WebGPU. */
import { createFlash } from '../../web/engine/flash-node.ts';
import { GpuFailure } from '../../web/kernels/failure.ts';
import { Gpu } from '../../web/kernels/gpu.ts';
import { differenceOf, TOLERANCE, TOLERANCE_HALF } from '../../web/kernels/parity.ts';
import { shapesOf, WIDTHS } from '../browser/gpu-shapes.ts';

/** Normal numbers (Box and Muller 1958), the same each time. */
function normals(): (count: number) => Float32Array {
  let state = 7;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return ((state >>> 8) + 0.5) / 2 ** 24;
  };
  const one = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return (count) => Float32Array.from({ length: count }, one);
}

/** Prints the adapter, and a line for each kernel; false if a difference is beyond its tolerance or a shape fell back. */
export async function comparison(wasm: Uint8Array): Promise<boolean> {
  const flash = await createFlash({ wasm });
  const gpu = new Gpu(flash);
  const about = await gpu.about();
  if (about instanceof GpuFailure) throw new Error(`no adapter: ${about.notice}`);
  const { name, software, half: offered, subgroups } = about;
  console.log(
    `${name}: ${software ? 'software' : 'hardware'}, subgroups ${subgroups}, float16 ${offered}`,
  );
  const draw = normals();
  let good = true;
  for (const [kernel, half] of [
    ['tiled', false],
    ['naive', false],
    ...(offered ? ([['tiled', true]] as const) : []),
  ] as const) {
    let [largest, shapes, elsewhere] = [0, 0, 0];
    for (const { heads, n, m, d, ...rest } of WIDTHS.flatMap(shapesOf)) {
      const q = draw(heads * n * d);
      const [k, v] = [draw(heads * m * d), draw(heads * m * d)];
      const inputs = { heads, n, m, d, q, k, v, kernel, ...rest };
      const run = await gpu.run(inputs, { half });
      shapes++;
      if (run.by !== 'gpu' || run.half !== half) elsewhere++;
      largest = Math.max(largest, differenceOf(run.output, flash(inputs)).largest); // NaN stays
    }
    const tolerance = half ? TOLERANCE_HALF : TOLERANCE;
    console.log(
      `${kernel}, ${half ? 'float16' : 'float32'}: ${shapes} shapes, ${elsewhere} not on the adapter, largest difference ${largest.toExponential(1)} of ${tolerance}`,
    );
    good = good && elsewhere === 0 && largest <= tolerance;
  }
  return good;
}
