/**
 * The forward pass of the sentence encoder (docs/sentence-encoder.md), in AssemblyScript: `npm run build:kernel` compiles this file. Pointers are addresses
 * in the memory that the caller gives and that holds the file of the model. Matrices have codes of 8 bits, what is multiplied with them has 16, and sums
 * are whole numbers; all else is float32 in a fixed order, so that every machine gets the same bits. No relaxed instruction is used.
 */

/** A matrix: for every four outputs all inputs in pairs, eight bytes each pair. A weight is code × step. `bias` may be 0. */
@unmanaged
class Layer {
  weights: usize;
  bias: usize;
  inputs: i32;
  outputs: i32;
  step: f32;
}

/** One of the three branches of convolutions: two of them over `order` pieces, the first of which stands at `first` relative to the one in question. */
@unmanaged
class Branch {
  projection: Layer;
  gamma: usize;
  beta: usize;
  convolution1: Layer;
  convolution2: Layer;
  order: i32;
  first: i32;
}

@unmanaged
class Model {
  nibbles: usize;
  scales: usize;
  branch0: Branch;
  branch1: Branch;
  branch2: Branch;
  gamma: usize;
  beta: usize;
  dense: Layer;
  hidden0: Layer;
  hidden1: Layer;
  skip1: Layer;
  hidden2: Layer;
  hidden3: Layer;
  skip3: Layer;
  components: Layer;
  /** The largest code of what is multiplied: with it no sum overflows. */
  limit: f32;
  /** 32 KB for values in between. */
  scratch: usize;
  /** For each piece of a text and each branch 1 KB. */
  hidden: usize;
  /** For each piece and each branch half a KB, with room before the first and after the last. */
  codes: usize;
  /** Bytes of `hidden` and of `codes` for a branch. */
  hiddenBytes: usize;
  codeBytes: usize;
}

const width: i32 = 512;
const branchWidth: i32 = 256;
const joined: i32 = 1280;
const joinedBytes: usize = 5120;
/** Bytes of a row of 256 float32, and of 256 codes. */
const rowBytes: usize = 1024;
const codeRow: usize = 512;
/** Pieces before the first of which codes are kept, all zeros. */
const before: usize = 2;
/** Where a remembered piece has the products of a branch: after the three projections, 1 KB each. */
@inline
function productsAt(branch: i32): usize {
  return (branch == 0 ? 3 : branch == 1 ? 5 : 8) * rowBytes;
}

@inline
function branchOf(model: Model, branch: i32): Branch {
  return branch == 0 ? model.branch0 : branch == 1 ? model.branch1 : model.branch2;
}

/** Writes what depends on a piece alone: its projections and their products with the first convolutions. `rows` and `slots` are lists of `count` numbers of 32 bits. */
export function remember(model: Model, rows: usize, slots: usize, count: i32): void {
  const vectors = model.scratch;
  const steps = vectors + 4 * 2048;
  const codes = steps + 64;
  const values = codes + 4 * 1024;
  const shortCodes = values + 4 * rowBytes;
  const shortSteps = shortCodes + 4 * codeRow;
  for (let from = 0; from < count; from += 4) {
    for (let i = 0; i < 4; i++) {
      const at = <usize>min(from + i, count - 1) << 2;
      const vector = vectors + <usize>i * 2048;
      decode(model, load<u32>(rows + at), vector);
      quantise(vector, width, model.limit, codes + <usize>i * 1024, steps + (<usize>i << 2));
    }
    for (let b = 0; b < 3; b++) {
      const branch = branchOf(model, b);
      multiplyFour(branch.projection, 0, width, codes, 1024, steps, values, rowBytes);
      for (let i = 0; i < 4; i++) {
        const at = <usize>min(from + i, count - 1) << 2;
        const projection = <usize>load<u32>(slots + at) + <usize>b * rowBytes;
        normalise(values + <usize>i * rowBytes, branchWidth, branch.gamma, branch.beta, projection);
        quantise(projection, branchWidth, model.limit, shortCodes + <usize>i * codeRow, shortSteps + (<usize>i << 2));
      }
      for (let j = 0; j < branch.order; j++) {
        multiplyFour(branch.convolution1, j * branchWidth, branchWidth, shortCodes, codeRow, shortSteps, values, rowBytes);
        for (let i = 0; i < 4 && from + i < count; i++) {
          const slot = <usize>load<u32>(slots + (<usize>(from + i) << 2));
          memory.copy(slot + productsAt(b) + <usize>j * rowBytes, values + <usize>i * rowBytes, rowBytes);
        }
      }
    }
  }
}

/** Writes the unit vector of a text: 512 float32, and 256 of its principal components after them. `rows` and `slots` are those of its pieces, at least one. */
export function encode(model: Model, rows: usize, slots: usize, count: i32, out: usize): void {
  for (let b = 0; b < 3; b++) convolveFirst(model, b, slots, count);
  const sum = model.scratch;
  memory.fill(sum, 0, joinedBytes);
  for (let from = 0; from < count; from += 4) addFour(model, rows, from, count, sum);
  const factor = <f32>1 / Mathf.sqrt(<f32>count);
  for (let i: usize = 0; i < joinedBytes; i += 16) {
    v128.store(sum + i, f32x4.mul(v128.load(sum + i), f32x4.splat(factor)));
  }
  const dense = sum + joinedBytes;
  multiplyOne(model, model.dense, sum, Mathf.sqrt(<f32>count), dense);
  hide(model, dense, out);
  const components = out + 2048;
  multiplyOne(model, model.components, out, 0, components);
  toUnit(components, model.components.outputs);
}

/** The first convolution of a branch for all pieces, from what is remembered of them, and its codes. All pieces share a step, written before the codes. */
@inline
function convolveFirst(model: Model, b: i32, slots: usize, count: i32): void {
  const branch = branchOf(model, b);
  const bias = branch.convolution1.bias;
  const hidden = model.hidden + <usize>b * model.hiddenBytes;
  for (let at = 0; at < count; at++) {
    const row = hidden + <usize>at * rowBytes;
    memory.copy(row, bias, rowBytes);
    for (let j = 0; j < branch.order; j++) {
      const other = at + branch.first + j;
      if (other < 0 || other >= count) continue;
      const products = <usize>load<u32>(slots + (<usize>other << 2)) + productsAt(b) + <usize>j * rowBytes;
      for (let i: usize = 0; i < rowBytes; i += 16) v128.store(row + i, f32x4.add(v128.load(row + i), v128.load(products + i)));
    }
    const projection = <usize>load<u32>(slots + (<usize>at << 2)) + <usize>b * rowBytes;
    rectifyAndAdd(row, projection, row);
  }
  const codes = model.codes + <usize>b * model.codeBytes;
  memory.fill(codes, 0, before * codeRow + 64);
  quantise(hidden, count * branchWidth, model.limit, codes + 64 + before * codeRow, codes);
  memory.fill(codes + 64 + (before + <usize>count) * codeRow, 0, 8 * codeRow);
}

/** Adds the joined and normed vectors of four pieces, or those that are left. */
@inline
function addFour(model: Model, rows: usize, from: i32, count: i32, sum: usize): void {
  const joinedRows = sum + joinedBytes;
  const steps = joinedRows + 4 * joinedBytes;
  const left = min(4, count - from);
  for (let i = 0; i < left; i++) decode(model, load<u32>(rows + (<usize>(from + i) << 2)), joinedRows + <usize>i * joinedBytes);
  for (let b = 0; b < 3; b++) {
    const branch = branchOf(model, b);
    const codes = model.codes + <usize>b * model.codeBytes;
    for (let i = 0; i < 4; i++) store<f32>(steps + (<usize>i << 2), load<f32>(codes));
    const window = codes + 64 + <usize>(from + <i32>before + branch.first) * codeRow;
    const column = joinedRows + 2048 + <usize>b * rowBytes;
    multiplyFour(branch.convolution2, 0, branch.convolution2.inputs, window, codeRow, steps, column, joinedBytes);
    for (let i = 0; i < left; i++) {
      const row = column + <usize>i * joinedBytes;
      const hidden = model.hidden + <usize>b * model.hiddenBytes + <usize>(from + i) * rowBytes;
      rectifyAndAdd(row, hidden, row);
    }
  }
  for (let i = 0; i < left; i++) {
    const row = joinedRows + <usize>i * joinedBytes;
    normalise(row, joined, model.gamma, model.beta, row);
    for (let at: usize = 0; at < joinedBytes; at += 16) v128.store(sum + at, f32x4.add(v128.load(sum + at), v128.load(row + at)));
  }
}

/** The layers behind the sum, up to a unit vector. */
@inline
function hide(model: Model, dense: usize, out: usize): void {
  const hidden = dense + 2048;
  const skipped = hidden + 2048;
  const next = skipped + 2048;
  multiplyOne(model, model.hidden0, dense, 0, hidden);
  rectify(hidden, model.hidden0.outputs);
  multiplyOne(model, model.hidden1, hidden, 0, next);
  multiplyOne(model, model.skip1, dense, 0, skipped);
  addTo(next, skipped, model.hidden1.outputs);
  rectify(next, model.hidden1.outputs);
  multiplyOne(model, model.hidden2, next, 0, hidden);
  rectify(hidden, model.hidden2.outputs);
  multiplyOne(model, model.skip3, next, 0, skipped);
  multiplyOne(model, model.hidden3, hidden, 0, out);
  addTo(out, skipped, width);
  for (let at: usize = 0; at < 2048; at += 16) v128.store(out + at, tanh(v128.load(out + at)));
  toUnit(out, width);
}

/**
 * tanh by the four operations alone, to 2e-7: (e − 1) ÷ (e + 1) with e = exp(2x) = 2^n × 2^f, n a whole number and f from −.5 to .5, of which the
 * powers are summed up.
 */
@inline
function tanh(x: v128): v128 {
  const limited = f32x4.min(f32x4.max(x, f32x4.splat(-9)), f32x4.splat(9));
  const y = f32x4.mul(limited, f32x4.splat(2.8853900817779268));
  const n = f32x4.nearest(y);
  const f = f32x4.sub(y, n);
  let sum = f32x4.splat(0.00015403530393381608);
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.0013333558146428443));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.009618129107628477));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.05550410866482158));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.24022650695910072));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.6931471805599453));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  const e = f32x4.mul(sum, power);
  return f32x4.div(f32x4.sub(e, f32x4.splat(1)), f32x4.add(e, f32x4.splat(1)));
}

@inline
function addTo(values: usize, others: usize, length: i32): void {
  for (let at: usize = 0; at < <usize>length << 2; at += 16) v128.store(values + at, f32x4.add(v128.load(values + at), v128.load(others + at)));
}

@inline
function rectify(values: usize, length: i32): void {
  for (let at: usize = 0; at < <usize>length << 2; at += 16) v128.store(values + at, f32x4.max(v128.load(values + at), f32x4.splat(0)));
}

/** max(values, 0) + others, 256 of them. */
@inline
function rectifyAndAdd(values: usize, others: usize, out: usize): void {
  for (let at: usize = 0; at < rowBytes; at += 16) {
    v128.store(out + at, f32x4.add(f32x4.max(v128.load(values + at), f32x4.splat(0)), v128.load(others + at)));
  }
}

@inline
function sumOfFour(sums: v128): f32 {
  return (f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1)) + (f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3));
}

@inline
function toUnit(values: usize, length: i32): void {
  let squares = f32x4.splat(0);
  const end = values + (<usize>length << 2);
  for (let at = values; at < end; at += 16) squares = f32x4.add(squares, f32x4.mul(v128.load(at), v128.load(at)));
  const factor = f32x4.splat(<f32>1 / Mathf.sqrt(sumOfFour(squares)));
  for (let at = values; at < end; at += 16) v128.store(at, f32x4.mul(v128.load(at), factor));
}

/** Writes the vector of a piece: blocks of 64 values, whose least value and step are the upper halves of two float32. Bytes hold value i and i + 32 of a block. */
function decode(model: Model, row: usize, out: usize): void {
  let nibbles = model.nibbles + row * 256;
  let scales = model.scales + row * 32;
  for (let block = 0; block < 8; block++) {
    const least = f32x4.splat(reinterpret<f32>(<u32>load<u16>(scales) << 16));
    const step = f32x4.splat(reinterpret<f32>(<u32>load<u16>(scales, 2) << 16));
    for (let i = 0; i < 8; i++) {
      const four = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(nibbles)));
      v128.store(out, f32x4.add(least, f32x4.mul(step, f32x4.convert_i32x4_u(v128.and(four, i32x4.splat(15))))));
      v128.store(out, f32x4.add(least, f32x4.mul(step, f32x4.convert_i32x4_u(i32x4.shr_u(four, 4)))), 128);
      nibbles += 4;
      out += 16;
    }
    out += 128;
    scales += 4;
  }
}

/** Writes codes of 16 bits, the largest of which is `limit`, and their step. */
function quantise(values: usize, length: i32, limit: f32, codes: usize, step: usize): void {
  let most = f32x4.splat(0);
  const end = values + (<usize>length << 2);
  for (let at = values; at < end; at += 16) most = f32x4.max(most, f32x4.abs(v128.load(at)));
  const largest = max(max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)), max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)));
  store<f32>(step, largest / limit);
  const factor = f32x4.splat(largest > 0 ? limit / largest : 0);
  for (let at = values; at < end; at += 32, codes += 16) {
    const low = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at), factor)));
    const high = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at, 16), factor)));
    v128.store(codes, i16x8.narrow_i32x4_s(low, high));
  }
}

/** (values − mean) ÷ standard deviation × gamma + beta. */
function normalise(values: usize, length: i32, gamma: usize, beta: usize, out: usize): void {
  let sums = f32x4.splat(0);
  const bytes = <usize>length << 2;
  for (let at: usize = 0; at < bytes; at += 16) sums = f32x4.add(sums, v128.load(values + at));
  const mean = f32x4.splat(sumOfFour(sums) / <f32>length);
  sums = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const difference = f32x4.sub(v128.load(values + at), mean);
    sums = f32x4.add(sums, f32x4.mul(difference, difference));
  }
  const factor = f32x4.splat(<f32>1 / Mathf.sqrt(sumOfFour(sums) / <f32>length + <f32>1e-12));
  for (let at: usize = 0; at < bytes; at += 16) {
    const scaled = f32x4.mul(f32x4.mul(f32x4.sub(v128.load(values + at), mean), factor), v128.load(gamma + at));
    v128.store(out + at, f32x4.add(scaled, v128.load(beta + at)));
  }
}

/** Multiplies four rows of codes, each with its step, with the inputs of a matrix from `first` on, `inputs` of them, and adds the bias if that are all. */
function multiplyFour(
  layer: Layer, first: i32, inputs: i32, codes: usize, codeStride: usize, steps: usize, out: usize, outStride: usize,
): void {
  const bias = inputs == layer.inputs ? layer.bias : 0;
  const groupBytes = <usize>layer.inputs << 2;
  const pairs = <usize>inputs << 1;
  for (let group: usize = 0; group < <usize>layer.outputs << 2; group += 32) {
    let weights = layer.weights + <usize>first * 4 + (group >> 4) * groupBytes;
    let sum00 = i32x4.splat(0), sum01 = sum00, sum10 = sum00, sum11 = sum00, sum20 = sum00, sum21 = sum00, sum30 = sum00, sum31 = sum00;
    const row1 = codes + codeStride;
    const row2 = row1 + codeStride;
    const row3 = row2 + codeStride;
    for (let at: usize = 0; at < pairs; at += 4, weights += 8) {
      const low = v128.load8x8_s(weights);
      const high = v128.load8x8_s(weights + groupBytes);
      const pair0 = v128.load32_splat(codes + at);
      sum00 = i32x4.add(sum00, i32x4.dot_i16x8_s(pair0, low));
      sum01 = i32x4.add(sum01, i32x4.dot_i16x8_s(pair0, high));
      const pair1 = v128.load32_splat(row1 + at);
      sum10 = i32x4.add(sum10, i32x4.dot_i16x8_s(pair1, low));
      sum11 = i32x4.add(sum11, i32x4.dot_i16x8_s(pair1, high));
      const pair2 = v128.load32_splat(row2 + at);
      sum20 = i32x4.add(sum20, i32x4.dot_i16x8_s(pair2, low));
      sum21 = i32x4.add(sum21, i32x4.dot_i16x8_s(pair2, high));
      const pair3 = v128.load32_splat(row3 + at);
      sum30 = i32x4.add(sum30, i32x4.dot_i16x8_s(pair3, low));
      sum31 = i32x4.add(sum31, i32x4.dot_i16x8_s(pair3, high));
    }
    const low = bias ? v128.load(bias + group) : f32x4.splat(0);
    const high = bias ? v128.load(bias + group, 16) : f32x4.splat(0);
    writeEight(out + group, sum00, sum01, load<f32>(steps) * layer.step, low, high);
    writeEight(out + outStride + group, sum10, sum11, load<f32>(steps, 4) * layer.step, low, high);
    writeEight(out + 2 * outStride + group, sum20, sum21, load<f32>(steps, 8) * layer.step, low, high);
    writeEight(out + 3 * outStride + group, sum30, sum31, load<f32>(steps, 12) * layer.step, low, high);
  }
}

@inline
function writeEight(out: usize, low: v128, high: v128, step: f32, biasLow: v128, biasHigh: v128): void {
  v128.store(out, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(low), f32x4.splat(step)), biasLow));
  v128.store(out, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(high), f32x4.splat(step)), biasHigh), 16);
}

/** Multiplies float32 with a matrix, by way of codes, and adds the bias `biases` times. */
function multiplyOne(model: Model, layer: Layer, values: usize, biases: f32, out: usize): void {
  const steps = model.scratch + 28672;
  const codes = steps + 64;
  quantise(values, layer.inputs, model.limit, codes, steps);
  const step = f32x4.splat(load<f32>(steps) * layer.step);
  const groupBytes = <usize>layer.inputs << 2;
  for (let group: usize = 0; group < <usize>layer.outputs << 2; group += 64) {
    let weights = layer.weights + (group >> 4) * groupBytes;
    let sum0 = i32x4.splat(0), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (let at: usize = 0; at < <usize>layer.inputs << 1; at += 4, weights += 8) {
      const pair = v128.load32_splat(codes + at);
      sum0 = i32x4.add(sum0, i32x4.dot_i16x8_s(pair, v128.load8x8_s(weights)));
      sum1 = i32x4.add(sum1, i32x4.dot_i16x8_s(pair, v128.load8x8_s(weights + groupBytes)));
      sum2 = i32x4.add(sum2, i32x4.dot_i16x8_s(pair, v128.load8x8_s(weights + 2 * groupBytes)));
      sum3 = i32x4.add(sum3, i32x4.dot_i16x8_s(pair, v128.load8x8_s(weights + 3 * groupBytes)));
    }
    v128.store(out + group, f32x4.mul(f32x4.convert_i32x4_s(sum0), step));
    v128.store(out + group, f32x4.mul(f32x4.convert_i32x4_s(sum1), step), 16);
    v128.store(out + group, f32x4.mul(f32x4.convert_i32x4_s(sum2), step), 32);
    v128.store(out + group, f32x4.mul(f32x4.convert_i32x4_s(sum3), step), 48);
  }
  if (!layer.bias) return;
  for (let at: usize = 0; at < <usize>layer.outputs << 2; at += 16) {
    v128.store(out + at, f32x4.add(v128.load(out + at), f32x4.mul(v128.load(layer.bias + at), f32x4.splat(biases))));
  }
}
