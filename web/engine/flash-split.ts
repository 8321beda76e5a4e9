/**
 * How the work of one call is divided: among workers, and in time, so that there is progress to tell. Under a causal
 * mask later queries read more keys, so that equal shares are not equal numbers of rows.
 */

/** Rows [first, last) of each of the heads [firstHead, lastHead). */
export interface Part {
  readonly firstHead: number;
  readonly lastHead: number;
  readonly first: number;
  readonly last: number;
}

export interface Area {
  readonly heads: number;
  readonly queries: number;
  readonly keys: number;
  /** Query i may read key j if j <= i + reach. */
  readonly reach: number;
}

/** How many of the first keys query `i` may read. */
export const keysOf = ({ keys, reach }: Pick<Area, 'keys' | 'reach'>, i: number): number =>
  Math.min(keys, Math.max(0, i + reach + 1));

/** Pairs of a query and a key that it may read, in the first `rows` rows of a head. A row counts as one more. */
function pairsOf(area: Area, rows: number): number {
  const { keys, reach } = area;
  // Rows before `some` read no key, rows from `all` on read every key; between, each row reads one more.
  const some = Math.min(rows, Math.max(0, -reach));
  const all = Math.min(rows, Math.max(some, keys - reach - 1));
  const [from, to] = [keysOf(area, some), keysOf(area, all - 1)];
  const rising = all > some ? ((from + to) * (all - some)) / 2 : 0;
  return rising + (rows - all) * keys + rows;
}

/** Multiply-adds of a part, or of everything. */
export function workOf(area: Area & { readonly width: number }, part?: Part): number {
  const { firstHead = 0, lastHead = area.heads, first = 0, last = area.queries } = part ?? {};
  const pairs = pairsOf(area, last) - pairsOf(area, first);
  return 2 * area.width * (lastHead - firstHead) * pairs;
}

/** The first row with at least so many pairs above it. */
function rowAt(area: Area, pairs: number): number {
  let [low, high] = [0, area.queries];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (pairsOf(area, middle) < pairs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows from one place to another, head after head, as few rectangles. */
function partsBetween(queries: number, from: Place, to: Place): Part[] {
  const whole = (firstHead: number, lastHead: number, first: number, last: number): Part => ({
    ...{ firstHead, lastHead, first, last },
  });
  if (from.head === to.head) return [whole(from.head, from.head + 1, from.row, to.row)];
  const started = from.row > 0;
  const middle = from.head + (started ? 1 : 0);
  return [
    ...(started ? [whole(from.head, middle, from.row, queries)] : []),
    whole(middle, to.head, 0, queries),
    whole(to.head, to.head + 1, 0, to.row),
  ];
}

interface Place {
  readonly head: number;
  readonly row: number;
}

/**
 * At most `shares` shares of about the same work, each of at most three parts, which follow each other head after head.
 * No row is left out and none is in two. Fewer shares when there are fewer rows.
 */
export function split(area: Area, shares: number): Part[][] {
  const perHead = pairsOf(area, area.queries);
  const places = Array.from({ length: shares + 1 }, (_, i): Place => {
    if (i === shares) return { head: area.heads, row: 0 };
    const pairs = (perHead * area.heads * i) / shares;
    const head = Math.floor(pairs / perHead);
    const row = rowAt(area, pairs - head * perHead);
    return row === area.queries ? { head: head + 1, row: 0 } : { head, row };
  });
  return places
    .slice(1)
    .map((to, i) => partsBetween(area.queries, places[i] as Place, to))
    .map((parts) =>
      parts.filter((part) => part.firstHead < part.lastHead && part.first < part.last),
    )
    .filter((parts) => parts.length > 0);
}

/** A share in pieces of about `most` multiply-adds. With `wholeHeads`, as the naive kernel needs it, no row is cut off. */
export function slices(
  area: Area & { readonly width: number },
  most: number,
  wholeHeads = false,
): Part[] {
  const perHead = workOf({ ...area, heads: 1 });
  const cuts = wholeHeads ? 1 : Math.max(1, Math.ceil(perHead / most));
  const heads = cuts > 1 ? 1 : Math.max(1, Math.floor(most / perHead));
  const found: Part[] = [];
  for (let firstHead = 0; firstHead < area.heads; firstHead += heads) {
    const lastHead = Math.min(area.heads, firstHead + heads);
    for (const parts of split({ ...area, heads: 1 }, cuts))
      for (const part of parts) found.push({ ...part, firstHead, lastHead });
  }
  return found;
}
