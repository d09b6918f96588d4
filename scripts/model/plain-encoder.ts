import { branches, branchWidth, type Layer } from '../../src/sentence-encoder/network.ts';

/** The network in plain words, to compare the kernel with: float64, nothing remembered, nothing rounded but what `rounded` rounds. */
export type Network = {
  readonly layer: (name: string) => Layer;
  readonly vector: (name: string) => Float32Array;
  /** What is done to all values that a layer is multiplied with, together. */
  readonly rounded?: (rows: readonly Float64Array[]) => readonly Float64Array[];
};

type Rows = readonly Float64Array[];

const multiply = (rows: Rows, { codes, inputs, outputs, step }: Layer, bias?: Float32Array): Rows =>
  rows.map((row) => {
    const out = new Float64Array(outputs);
    for (let input = 0; input < inputs; input += 1) {
      const value = (row[input] ?? 0) * step;
      if (value === 0) continue;
      for (let output = 0; output < outputs; output += 1) {
        out[output] = (out[output] ?? 0) + value * (codes[input * outputs + output] ?? 0);
      }
    }
    return bias ? out.map((value, at) => value + (bias[at] ?? 0)) : out;
  });

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

const normed = (rows: Rows, gamma: Float32Array, beta: Float32Array): Rows =>
  rows.map((row) => {
    const mean = sumOf(row) / row.length;
    const deviation = Math.sqrt(sumOf(row.map((value) => (value - mean) ** 2)) / row.length + 1e-12);
    return row.map((value, at) => ((value - mean) / deviation) * (gamma[at] ?? 0) + (beta[at] ?? 0));
  });

const rectified = (rows: Rows): Rows => rows.map((row) => row.map((value) => Math.max(0, value)));

const sums = (rows: Rows, others: Rows): Rows =>
  rows.map((row, at) => row.map((value, column) => value + (others[at]?.[column] ?? 0)));

const joined = (parts: readonly Float64Array[]): Float64Array => Float64Array.from(parts.flatMap((part) => [...part]));

/** For each row those around it, side by side, zeros where there are none. */
const windows = (rows: Rows, { order, first }: (typeof branches)[number]): Rows =>
  rows.map((_, at) =>
    joined(Array.from({ length: order }, (__, offset) => rows[at + first + offset] ?? new Float64Array(branchWidth))),
  );

export const unit = (values: Float64Array): Float64Array => {
  const length = Math.sqrt(sumOf(values.map((value) => value ** 2)));
  return values.map((value) => value / length);
};

/** Returns the unit vector of a text whose pieces, with the start and the end, have these vectors. */
export const plainEncoding = (pieces: readonly Float32Array[], network: Network): Float64Array => {
  const { layer, vector, rounded = (rows: Rows) => rows } = network;
  const rows: Rows = pieces.map((piece) => Float64Array.from(piece));
  const parts = branches.map((branch) => {
    const of = (name: string) => `${name}${branch.order}`;
    let values = multiply(rounded(rows), layer(of('projection')), vector(of('projection')));
    values = normed(values, vector(of('gamma')), vector(of('beta')));
    for (const name of ['first', 'second'].map(of)) {
      values = sums(rectified(multiply(rounded(windows(values, branch)), layer(name), vector(name))), values);
    }
    return values;
  });
  const all = rows.map((row, at) => joined([row, ...parts.map((part) => part[at] ?? row)]));
  const dense = multiply(rounded(normed(all, vector('gamma'), vector('beta'))), layer('dense'), vector('dense'));
  const sum = new Float64Array(layer('dense').outputs).map(
    (_, column) => dense.reduce((total, row) => total + (row[column] ?? 0), 0) / Math.sqrt(dense.length),
  );
  return hidden(rounded([sum]), { layer, vector, rounded });
};

/** The layers behind the sum. */
const hidden = (sum: Rows, { layer, rounded }: Required<Network>): Float64Array => {
  const hidden0 = rectified(multiply(sum, layer('hidden0')));
  const hidden1 = rectified(sums(multiply(rounded(hidden0), layer('hidden1')), multiply(sum, layer('skip1'))));
  const before = rounded(hidden1);
  const hidden2 = rectified(multiply(before, layer('hidden2')));
  const [last = new Float64Array()] = sums(
    multiply(rounded(hidden2), layer('hidden3')),
    multiply(before, layer('skip3')),
  );
  return unit(last.map(Math.tanh));
};

/** Rounds values to 8 bits, as ONNX Runtime does with what it multiplies with matrices of 8 bits (DynamicQuantizeLinear). */
export const roundedToBytes = (rows: Rows): Rows => {
  let [low, high] = [0, 0];
  for (const row of rows) for (const value of row) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const step = (high - low) / 255;
  if (step === 0) return rows;
  const zero = Math.round(-low / step);
  return rows.map((row) =>
    row.map((value) => (Math.min(255, Math.max(0, Math.round(value / step) + zero)) - zero) * step),
  );
};
