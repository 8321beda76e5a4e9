// Twin of core/kernels/tiled.cpp; tolerance 4e-6, for inputs of standard normal size (tests/browser/tiled.parity.spec.ts).
//
// Attention that never stores the (N, M) scores: a block of keys at a time, with a running maximum and a running sum.
//
//   m' = max(m, max s)   l' = 2^(m - m') l + sum 2^(s - m')   o' = 2^(m - m') o + 2^(s - m') V   output = o / l
//
// A workgroup has ROWS queries of one head; LANES threads share a query: each has some of the keys' scores, and some of
// the output's columns. Queries, keys and values come through workgroup memory in chunks of columns, so that any width
// has room. Numbers are finite, and scores below 1e30: gpu.ts computes the others elsewhere.
//
// source.ts writes the width and the kind of numbers into the lines that say so, and takes the lines of one of the two
// variants after a line "// variant".

struct Problem {
  queries: u32,     // N
  keys: u32,        // M
  width: u32,       // K
  head: u32,        // workgroups start from this one
  first: u32,       // rows from this one are computed
  last: u32,        // up to this one
  reach: i32,       // query i may read key j if j <= i + reach
  padded: u32,      // 1: `padding` says which keys no query may read
  scale: f32,
}

@group(0) @binding(0) var<uniform> p: Problem;
@group(0) @binding(1) var<storage, read> q: array<f32>;             // (H, N, K)
@group(0) @binding(2) var<storage, read> k: array<f32>;             // (H, M, K)
@group(0) @binding(3) var<storage, read> v: array<f32>;             // (H, M, K)
@group(0) @binding(4) var<storage, read> padding: array<u32>;       // (M)
@group(0) @binding(5) var<storage, read_write> output: array<f32>;  // (H, N, K)

const WIDTH4 = 64u;     // source.ts: the width in fours, filled up
alias Stored = f32;     // source.ts: what queries, keys and values are rounded to

const ROWS = 16u;
const LANES = 4u;
const KEYS = 32u;       // at a time
const CHUNK4 = 8u;      // columns at a time, in fours
const CHUNKS = (WIDTH4 + CHUNK4 - 1u) / CHUNK4;
const THREADS = ROWS * LANES;
const SCORES = KEYS / LANES;    // of a thread
const COLUMNS4 = CHUNK4 / LANES;  // of a thread, in each chunk

const LOG2_E = 1.44269504;
const NO_SCORE = -1e30;

var<workgroup> query_tile: array<vec4<Stored>, ROWS * CHUNK4>;
var<workgroup> key_tile: array<vec4<Stored>, KEYS * CHUNK4>;  // of keys, then of values
var<workgroup> weights: array<f32, ROWS * KEYS>;

// Four columns of a row of a tensor; 0 beyond its width and its rows.
fn query4(row: u32, inside: bool, c: u32) -> vec4<Stored> {
  var four = vec4f(0.0);
  for (var r = 0u; r < 4u; r++) {
    if (inside && c + r < p.width) {
      four[r] = q[row * p.width + c + r];
    }
  }
  return vec4<Stored>(four);
}

fn key4(row: u32, inside: bool, c: u32) -> vec4<Stored> {
  var four = vec4f(0.0);
  for (var r = 0u; r < 4u; r++) {
    if (inside && c + r < p.width) {
      four[r] = k[row * p.width + c + r];
    }
  }
  return vec4<Stored>(four);
}

fn value4(row: u32, inside: bool, c: u32) -> vec4<Stored> {
  var four = vec4f(0.0);
  for (var r = 0u; r < 4u; r++) {
    if (inside && c + r < p.width) {
      four[r] = v[row * p.width + c + r];
    }
  }
  return vec4<Stored>(four);
}

// variant workgroup
// Through workgroup memory: each of a row's threads leaves its number, and reads those of all.
var<workgroup> shared_numbers: array<f32, THREADS>;

fn row_maximum(thread: u32, mine: f32) -> f32 {
  shared_numbers[thread] = mine;
  workgroupBarrier();
  let start = thread / LANES * LANES;
  var most = shared_numbers[start];
  for (var r = 1u; r < LANES; r++) {
    most = max(most, shared_numbers[start + r]);
  }
  workgroupBarrier();
  return most;
}

fn row_sum(thread: u32, mine: f32) -> f32 {
  shared_numbers[thread] = mine;
  workgroupBarrier();
  let start = thread / LANES * LANES;
  var sum = 0.0;
  for (var r = 0u; r < LANES; r++) {
    sum += shared_numbers[start + r];
  }
  workgroupBarrier();
  return sum;
}
// variant subgroups
// A row's threads stand side by side in one subgroup, which gpu.ts has tried on this device: no memory is needed.
fn row_maximum(thread: u32, mine: f32) -> f32 {
  let pair = max(mine, subgroupShuffleXor(mine, 1u));
  return max(pair, subgroupShuffleXor(pair, 2u));
}

fn row_sum(thread: u32, mine: f32) -> f32 {
  let pair = mine + subgroupShuffleXor(mine, 1u);
  return pair + subgroupShuffleXor(pair, 2u);
}
// variant end

@compute @workgroup_size(THREADS)
fn attend(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let head = p.head + group.y;
  let first = p.first + group.x * ROWS;
  let row = thread / LANES;
  let lane = thread % LANES;
  let i = first + row;
  // Keys that query i reads, and those that the last query of the workgroup does.
  let mine = u32(clamp(i32(i) + p.reach + 1, 0, i32(p.keys)));
  let most_keys = u32(clamp(i32(min(first + ROWS, p.last)) + p.reach, 0, i32(p.keys)));
  let factor = p.scale * LOG2_E;

  var maximum = NO_SCORE;
  var total = 0.0;
  var mixed: array<vec4f, CHUNKS * COLUMNS4>;

  for (var block = 0u; block < most_keys; block += KEYS) {
    // Scores of this thread: keys lane, lane + LANES, ...
    // Set to 0 here, although the language does: on SwiftShader they were seen to keep what the last block left.
    var scores: array<f32, SCORES>;
    for (var s = 0u; s < SCORES; s++) {
      scores[s] = 0.0;
    }
    for (var chunk = 0u; chunk < CHUNKS; chunk++) {
      let column = chunk * CHUNK4;
      for (var x = thread; x < ROWS * CHUNK4; x += THREADS) {
        let at = first + x / CHUNK4;
        query_tile[x] = query4(head * p.queries + at, at < p.last, 4u * (column + x % CHUNK4));
      }
      for (var x = thread; x < KEYS * CHUNK4; x += THREADS) {
        let at = block + x / CHUNK4;
        key_tile[x] = key4(head * p.keys + at, at < p.keys, 4u * (column + x % CHUNK4));
      }
      workgroupBarrier();
      for (var c = 0u; c < CHUNK4; c++) {
        let query = vec4f(query_tile[row * CHUNK4 + c]);
        for (var s = 0u; s < SCORES; s++) {
          scores[s] += dot(query, vec4f(key_tile[(s * LANES + lane) * CHUNK4 + c]));
        }
      }
      workgroupBarrier();
    }

    var here = NO_SCORE;
    var allowed: array<bool, SCORES>;
    for (var s = 0u; s < SCORES; s++) {
      let j = block + s * LANES + lane;
      allowed[s] = j < mine && (p.padded == 0u || padding[min(j, p.keys - 1u)] == 0u);
      scores[s] *= factor;
      here = max(here, select(NO_SCORE, scores[s], allowed[s]));
    }
    let before = maximum;
    maximum = max(before, row_maximum(thread, here));
    let rescale = exp2(before - maximum);
    var sum = 0.0;
    for (var s = 0u; s < SCORES; s++) {
      let weight = select(0.0, exp2(scores[s] - maximum), allowed[s]);
      weights[row * KEYS + s * LANES + lane] = weight;
      sum += weight;
    }
    total = total * rescale + row_sum(thread, sum);

    for (var chunk = 0u; chunk < CHUNKS; chunk++) {
      for (var x = thread; x < KEYS * CHUNK4; x += THREADS) {
        let at = block + x / CHUNK4;
        key_tile[x] = value4(head * p.keys + at, at < p.keys, 4u * (chunk * CHUNK4 + x % CHUNK4));
      }
      // The first of these also waits for the weights of the row's other threads.
      workgroupBarrier();
      for (var c = 0u; c < COLUMNS4; c++) {
        var four = mixed[chunk * COLUMNS4 + c] * rescale;
        for (var j = 0u; j < KEYS; j++) {
          four += weights[row * KEYS + j] * vec4f(key_tile[j * CHUNK4 + c * LANES + lane]);
        }
        mixed[chunk * COLUMNS4 + c] = four;
      }
      workgroupBarrier();
    }
  }

  if (i >= p.last) {
    return;
  }
  // A row that may read no key has a total of 0; gpu.ts makes its output NaN.
  let share = select(1.0 / total, 0.0, total == 0.0);
  let out = (head * p.queries + i) * p.width;
  for (var chunk = 0u; chunk < CHUNKS; chunk++) {
    for (var c = 0u; c < COLUMNS4; c++) {
      let column = 4u * (chunk * CHUNK4 + c * LANES + lane);
      let four = mixed[chunk * COLUMNS4 + c] * share;
      for (var r = 0u; r < 4u; r++) {
        if (column + r < p.width) {
          output[out + column + r] = four[r];
        }
      }
    }
  }
}
