// Just enough of ONNX (protobuf) to describe the plain graph of attention: q, k, v and o are (heads, n, d).
const text = new TextEncoder();

function varint(value) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; ) {
    const seven = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest ? seven | 128 : seven);
    if (!rest) return bytes;
  }
}

function join(parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const number = (field, value) => Uint8Array.from([...varint(field << 3), ...varint(value)]);
const block = (field, bytes) =>
  join([Uint8Array.from([...varint((field << 3) | 2), ...varint(bytes.length)]), bytes]);
const string = (field, value) => block(field, text.encode(value));

function attribute(name, value) {
  if (Array.isArray(value))
    return join([string(1, name), ...value.map((one) => number(8, one)), number(20, 7)]);
  return join([string(1, name), number(3, value), number(20, 2)]);
}

const node = (op, inputs, output, attributes = {}) =>
  join([
    ...inputs.map((name) => string(1, name)),
    string(2, output),
    string(3, `${output}_node`),
    string(4, op),
    ...Object.entries(attributes).map(([name, value]) => block(5, attribute(name, value))),
  ]);

const constant = (name, dims, type, bytes) =>
  join([...dims.map((d) => number(1, d)), number(2, type), string(8, name), block(9, bytes)]);
const floats = (name, dims, values) =>
  constant(name, dims, 1, new Uint8Array(Float32Array.from(values).buffer));
const integers = (name, dims, values) =>
  constant(name, dims, 7, new Uint8Array(BigInt64Array.from(values, BigInt).buffer));

const tensor = (name, dims) =>
  join([
    string(1, name),
    block(
      2,
      block(1, join([number(1, 1), block(2, join(dims.map((d) => block(1, number(1, d)))))])),
    ),
  ]);

export function attentionModel(n, d, heads, causal) {
  const shape = [heads, n, d];
  const nodes = [
    node('Transpose', ['k'], 'kt', { perm: [0, 2, 1] }),
    node('MatMul', ['q', 'kt'], 'raw'),
    node('Mul', ['raw', 'scale'], 'scaled'),
  ];
  const constants = [floats('scale', [], [1 / Math.sqrt(d)])];
  if (causal) {
    // Indices alone: the runtime makes the mask of them once, when the session is created.
    const index = Array.from({ length: n }, (_, i) => i);
    constants.push(
      integers('row', [n, 1], index),
      integers('col', [1, n], index),
      floats('open', [], [0]),
      floats('shut', [], [-1e30]),
    );
    nodes.push(
      node('GreaterOrEqual', ['row', 'col'], 'keep'),
      node('Where', ['keep', 'open', 'shut'], 'mask'),
      node('Add', ['scaled', 'mask'], 'masked'),
    );
  }
  nodes.push(
    node('Softmax', [causal ? 'masked' : 'scaled'], 'weights', { axis: -1 }),
    node('MatMul', ['weights', 'v'], 'o'),
  );
  const graph = join([
    ...nodes.map((one) => block(1, one)),
    string(2, 'attention'),
    ...constants.map((one) => block(5, one)),
    ...['q', 'k', 'v'].map((name) => block(11, tensor(name, shape))),
    block(12, tensor('o', shape)),
  ]);
  const opset = join([string(1, ''), number(2, 17)]);
  return join([number(1, 8), string(2, 'attention-bench'), block(7, graph), block(8, opset)]);
}
