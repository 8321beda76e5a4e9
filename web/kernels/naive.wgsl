// Twin of core/kernels/naive.cpp; tolerance 4e-6, for inputs of standard normal size (tests/browser/naive.parity.spec.ts).
//
// Attention as the formula reads, in three passes over one head: all scores, then all weights, then the output. The
// (N, M) scores are stored. Numbers are finite, and scores below 1e30: gpu.ts computes the others elsewhere.

struct Problem {
  queries: u32,     // N
  keys: u32,        // M
  width: u32,       // K
  head: u32,
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
@group(0) @binding(6) var<storage, read_write> scores: array<f32>;  // (N, M), then the weights

const LOG2_E = 1.44269504;
// Of a key that may not be read. Infinity has no place in the arithmetic of shaders.
const NO_SCORE = -1e30;

fn may_read(i: u32, j: u32) -> bool {
  return i32(j) <= i32(i) + p.reach && (p.padded == 0u || padding[j] == 0u);
}

@compute @workgroup_size(8, 8)
fn score(@builtin(global_invocation_id) at: vec3u) {
  let j = at.x;
  let i = p.first + at.y;
  if (j >= p.keys || i >= p.last) {
    return;
  }
  let query = (p.head * p.queries + i) * p.width;
  let key = (p.head * p.keys + j) * p.width;
  var sum = 0.0;
  for (var c = 0u; c < p.width; c++) {
    sum += q[query + c] * k[key + c];
  }
  scores[i * p.keys + j] = select(NO_SCORE, sum * (p.scale * LOG2_E), may_read(i, j));
}

@compute @workgroup_size(64)
fn softmax(@builtin(global_invocation_id) at: vec3u) {
  let i = p.first + at.x;
  if (i >= p.last) {
    return;
  }
  let row = i * p.keys;
  var most = NO_SCORE;
  for (var j = 0u; j < p.keys; j++) {
    most = max(most, scores[row + j]);
  }
  var total = 0.0;
  for (var j = 0u; j < p.keys; j++) {
    let weight = select(0.0, exp2(scores[row + j] - most), may_read(i, j));
    scores[row + j] = weight;
    total += weight;
  }
  // A row that may read no key has a total of 0; gpu.ts makes its output NaN.
  let share = select(1.0 / total, 0.0, total == 0.0);
  for (var j = 0u; j < p.keys; j++) {
    scores[row + j] *= share;
  }
}

@compute @workgroup_size(8, 8)
fn mix(@builtin(global_invocation_id) at: vec3u) {
  let c = at.x;
  let i = p.first + at.y;
  if (c >= p.width || i >= p.last) {
    return;
  }
  let row = i * p.keys;
  var value = p.head * p.keys * p.width + c;
  var sum = 0.0;
  for (var j = 0u; j < p.keys; j++) {
    sum += scores[row + j] * v[value];
    value += p.width;
  }
  output[(p.head * p.queries + i) * p.width + c] = sum;
}
