/** tiled.wgsl for one width, one kind of numbers and one way for a row's threads to share theirs. */

export interface Variant {
  /** K */
  readonly width: number;
  /** Queries, keys and values are rounded to float16 when they are read; sums stay float32. */
  readonly half: boolean;
  readonly subgroups: boolean;
}

function replaced(source: string, line: RegExp, by: string): string {
  if (!line.test(source)) throw new Error(`tiled.wgsl no longer has ${line}`);
  return source.replace(line, by);
}

export function tiledSource(source: string, { width, half, subgroups }: Variant): string {
  const chosen = subgroups ? 'subgroups' : 'workgroup';
  let variant = '';
  const lines = source.split('\n').filter((line) => {
    const named = /^\/\/ variant (\w+)$/.exec(line)?.[1];
    if (named !== undefined) variant = named === 'end' ? '' : named;
    return named === undefined && (variant === '' || variant === chosen);
  });
  const sized = replaced(
    lines.join('\n'),
    /^const WIDTH4 = \d+u;/m,
    `const WIDTH4 = ${Math.ceil(width / 4)}u;`,
  );
  const typed = replaced(sized, /^alias Stored = f32;/m, `alias Stored = ${half ? 'f16' : 'f32'};`);
  return `${half ? 'enable f16;\n' : ''}${subgroups ? 'enable subgroups;\n' : ''}${typed}`;
}
