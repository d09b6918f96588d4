/**
 * The inner loops of a search (docs/decisions/12-sketches.md), in AssemblyScript: `npm run build:kernel` compiles this file. Pointers are addresses in the
 * memory that the caller gives. `stride` is the number of dimensions, rounded up to a multiple of 16; `size` that of a rotated vector, a power of two.
 */

/** Rotates a vector in place: three times signs (one bit each) and a Hadamard transform. */
export function rotate(vector: usize, signs: usize, size: i32): void {
  const scale = <f32>(1 / Math.sqrt(<f64>size));
  const end = vector + (<usize>size << 2);
  for (let round = 0; round < 3; round++) {
    for (let at = vector; at < end; at += 16) {
      store<v128>(at, f32x4.mul(v128.load(at), f32x4.mul(v128.load(signs), f32x4.splat(scale))));
      signs += 16;
    }
    for (let at = vector; at < end; at += 16) {
      const values = v128.load(at);
      const neighbours = f32x4.add(
        f32x4.mul(values, f32x4(1, -1, 1, -1)), v128.shuffle<f32>(values, values, 1, 0, 3, 2));
      v128.store(at, f32x4.add(
        f32x4.mul(neighbours, f32x4(1, 1, -1, -1)), v128.shuffle<f32>(neighbours, neighbours, 2, 3, 0, 1)));
    }
    for (let half: usize = 16; half < end - vector; half <<= 1) {
      for (let from = vector; from < end; from += half << 1) {
        for (let at = from; at < from + half; at += 16) {
          const x = v128.load(at);
          const y = v128.load(at + half);
          v128.store(at, f32x4.add(x, y));
          v128.store(at + half, f32x4.sub(x, y));
        }
      }
    }
  }
}

/**
 * Makes the sketches of 32 rows of codes. Each row is rotated, and divided into its part along `direction` (a rotated unit vector) and the rest; the rest
 * is written as two planes of bits. Bits of the first are its signs, ±1; with those of the second, ±1 too, 2 × first + second is ±1 or ±3, as a value is
 * below or above the standard deviation. With each plane goes what makes a product with it (with both, for the second) an estimate of the rest's product with
 * a query, a factor, and the standard deviation of that estimate for a query of length 1.
 *
 * The first plane is read of all rows, 32 at a time: for every four dimensions it has 16 bytes, of which byte i holds the bits of row i in its low half
 * and of row i + 16 in its high half. `factors` gets 12 numbers for every four rows: the parts along the direction, factors and deviations. The second
 * is read of single rows: `seconds` gets a record of each, its bits (bit b of byte i of every 16 is that of dimension 16 b + i of 128) and four numbers: the part along
 * the direction, factor, deviation, and the error of the codes.
 */
export function sketch(
  codes: usize, stride: i32, scales: usize, errors: usize, size: i32, signs: usize, direction: usize, vector: usize,
  plane1: usize, factors: usize, seconds: usize,
): void {
  for (let row = 0; row < 32; row++) {
    const offset = <usize>row << 2;
    decode(codes + <usize>(row * stride), stride, load<f32>(scales + offset), vector, size);
    rotate(vector, signs, size);
    const along = takeOut(vector, direction, size);
    const first = factors + <usize>(row >> 2) * 48 + (<usize>(row & 3) << 2);
    const bits = seconds + <usize>row * secondBytes(size);
    const second = bits + (<usize>size >> 3);
    store<f32>(first, along);
    store<f32>(second, along);
    store<f32>(second, load<f32>(errors + offset), 12);
    packPlanes(vector, size, row, plane1, bits, first, second);
  }
}

/** Bytes of a record of the second plane. */
@inline
function secondBytes(size: i32): usize {
  return (<usize>size >> 3) + 16;
}

/** Writes codes × scale, and zeros up to `size`. */
@inline
function decode(codes: usize, stride: i32, scale: f32, vector: usize, size: i32): void {
  for (let i: usize = 0; i < <usize>size; i += 8) {
    const eight = i < <usize>stride ? v128.load8x8_s(codes + i) : i16x8.splat(0);
    v128.store(vector + (i << 2), f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)), f32x4.splat(scale)));
    v128.store(vector + (i << 2), f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)), f32x4.splat(scale)), 16);
  }
}

/** Takes the part along a direction out of a vector, and returns its length. */
function takeOut(vector: usize, direction: usize, size: i32): f32 {
  let sums = f32x4.splat(0);
  const bytes = <usize>size << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    sums = f32x4.add(sums, f32x4.mul(v128.load(vector + at), v128.load(direction + at)));
  }
  const along = <f32>sumOf(sums);
  for (let at: usize = 0; at < bytes; at += 16) {
    const rest = f32x4.sub(v128.load(vector + at), f32x4.mul(v128.load(direction + at), f32x4.splat(along)));
    v128.store(vector + at, rest);
  }
  return along;
}

@inline
function packPlanes(vector: usize, size: i32, row: i32, plane1: usize, plane2: usize, first: usize, second: usize): void {
  const bytes = <usize>size << 2;
  const length = lengthOf(vector, size);
  const deviation = f32x4.splat(<f32>(length / Math.sqrt(<f64>size)));
  const shift = row & 16 ? 4 : 0;
  let all = f32x4.splat(0);
  let above = all;
  let large = 0;
  memory.fill(plane2, 0, <usize>size >> 3);
  for (let at: usize = 0; at < bytes; at += 16) {
    const values = v128.load(vector + at);
    const amounts = f32x4.abs(values);
    const isLarge = f32x4.ge(amounts, deviation);
    const largeBits = i32x4.bitmask(isLarge);
    const signBits = i32x4.bitmask(f32x4.ge(values, f32x4.splat(0)));
    all = f32x4.add(all, amounts);
    above = f32x4.add(above, v128.and(amounts, isLarge));
    large += popcnt(largeBits);
    const to = at + <usize>(row & 15);
    const half = signBits << shift;
    store<u8>(plane1 + to, <u8>(shift ? half | <i32>load<u8>(plane1 + to) : half));
    const dimension = at >> 2;
    const four = plane2 + (dimension >> 7 << 4) + (dimension & 15);
    // Multiplied so, each of four bits is the lowest of a byte.
    const spread = ((~(signBits ^ largeBits) & 15) * 0x00204081) & 0x01010101;
    store<u32>(four, load<u32>(four) | <u32>(spread << <i32>(dimension >> 4 & 7)));
  }
  const product1 = sumOf(all);
  const product2 = product1 + 2 * sumOf(above);
  const factor1 = factorOf(length, product1);
  store<f32>(first, <f32>factor1, 16);
  store<f32>(first, <f32>(factor1 * deviationOf(length, product1, <f64>size, size)), 32);
  const factor2 = factorOf(length, product2);
  store<f32>(second, <f32>factor2, 4);
  store<f32>(second, <f32>(factor2 * deviationOf(length, product2, <f64>(size + 8 * large), size)), 8);
}

/** `product` is that of the vector, `length` long, with its code. */
@inline
function factorOf(length: f64, product: f64): f64 {
  return length > 0 ? length * length / product : 0;
}

/** The standard deviation of a product of the code, whose square is `squares`, with a vector of length 1. */
@inline
function deviationOf(length: f64, product: f64, squares: f64, size: i32): f64 {
  const cosine = length > 0 ? product / length : 0;
  return Math.sqrt(Math.max(0, squares - cosine * cosine) / <f64>(size - 1));
}

@inline
function sumOf(four: v128): f64 {
  const low = f64x2.promote_low_f32x4(four);
  const high = f64x2.promote_low_f32x4(v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  const both = f64x2.add(low, high);
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
}

/**
 * The head of a query, 48 bytes. Behind it stand its values (int16, `stride` of them), the same in bytes after the rotation (`size` of them), its table: 16
 * entries of at most 63 for every four dimensions, of which the sum for a row is below 65 536; and, in float32, what is packed.
 */
class Query {
  /** The unit vector is `finest` × its integer values, up to an error vector of length `error`. */
  finest: f32;
  error: f32;
  /** Sums of the table's entries × `step1` + `offset1` are products with a row of the first plane, rounded: six standard deviations of that are `rounding1`. */
  step1: f32;
  offset1: f32;
  rounding1: f32;
  /** Sums of its rotated values where bits of the second plane are set, × `step2` + `offset2`, are upper bounds of products with it. */
  step2: f32;
  offset2: f32;
  /** Its part along the direction that the sketches leave out. */
  along: f32;
  /** So many standard deviations of an estimate, times the length of its rest. */
  width: f32;
  /** The least cosine for what the codes say, and for what sketches say. */
  floor: f32;
  sketchFloor: f32;
  /** So many rows are wanted. */
  count: i32;
}

const headBytes: usize = 48;

/**
 * How many standard deviations a cosine may lie above what a sketch says: more happens once in 10⁹ (docs/decisions/12-sketches.md), and matters only for one
 * of the nearest rows.
 */
const deviations: f32 = 6;

/** Upper bound for the effect of float32 rounding, in products and scores, on a cosine. */
const slack: f64 = 1e-6;

@inline
function valuesOf(query: Query): usize {
  return changetype<usize>(query) + headBytes;
}

@inline
function rotatedOf(query: Query, stride: i32): usize {
  return valuesOf(query) + (<usize>stride << 1);
}

@inline
function tableOf(query: Query, stride: i32, size: i32): usize {
  return rotatedOf(query, stride) + <usize>size;
}

/** Where the vector of a query, of length 1, is to be written before it is packed; zeros follow it, up to `stride` and to `size`. */
export function unpacked(query: usize, stride: i32, size: i32): usize {
  return tableOf(changetype<Query>(query), stride, size) + (<usize>size << 2);
}

/** Packs a query for a search; with a table, unless `direction` is 0: the direction that sketches leave out, rotated. */
export function pack(address: usize, dimensions: i32, stride: i32, size: i32, signs: usize, direction: usize): void {
  const query = changetype<Query>(address);
  const vector = unpacked(address, stride, size);
  writeValues(query, vector, dimensions, stride);
  if (!direction) return;
  rotate(vector, signs, size);
  query.along = takeOut(vector, direction, size);
  query.width = deviations * <f32>lengthOf(vector, size);
  writeRotated(query, vector, rotatedOf(query, stride), size);
  writeTable(query, vector, tableOf(query, stride, size), size);
}

@inline
function lengthOf(vector: usize, size: i32): f64 {
  let squares = f32x4.splat(0);
  for (const end = vector + (<usize>size << 2); vector < end; vector += 16) {
    squares = f32x4.add(squares, f32x4.mul(v128.load(vector), v128.load(vector)));
  }
  return Math.sqrt(sumOf(squares));
}

@inline
function largestOf(vector: usize, count: i32): f64 {
  let largest: f32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) largest = max(largest, abs(load<f32>(vector + (i << 2))));
  return <f64>largest;
}

/** Writes a unit vector as finely as sums of products with codes fit into 32 bits. */
@inline
function writeValues(query: Query, unit: usize, dimensions: i32, stride: i32): void {
  const finest = largestOf(unit, dimensions) / min(32767, Math.floor(<f64>(1 << 24) / <f64>dimensions));
  const values = valuesOf(query);
  let squares: f64 = 0;
  for (let i: usize = 0; i < <usize>stride; i++) {
    const exact = <f64>load<f32>(unit + (i << 2));
    const value = nearest(exact / finest);
    store<i16>(values + (i << 1), <i16>value);
    squares += (exact - value * finest) * (exact - value * finest);
  }
  query.finest = <f32>finest;
  query.error = <f32>(Math.sqrt(squares) + slack);
}

/** Writes the rotated values in bytes: their product with signs is at most twice the sum of those with a plus, in steps, + an offset. */
@inline
function writeRotated(query: Query, rest: usize, to: usize, size: i32): void {
  const largest = largestOf(rest, size);
  const unit = largest > 0 ? largest / 127 : 1;
  let total: f64 = 0;
  let lost: f64 = 0;
  for (let i: usize = 0; i < <usize>size; i++) {
    const exact = <f64>load<f32>(rest + (i << 2)) / unit;
    const value = nearest(exact);
    store<i8>(to + i, <i8>value);
    total += value;
    lost += abs(exact - value);
  }
  query.step2 = <f32>(2 * unit);
  query.offset2 = <f32>((lost - total) * unit);
}

/**
 * Writes for every four dimensions the products of a query with the 16 possible signs, in bytes: a row's product is the sum of its entries × a step + an offset,
 * up to what is lost by rounding them, which is independent from one to the next. `addUp` adds four entries in a byte and those of a row in two bytes.
 */
@inline
function writeTable(query: Query, rest: usize, table: usize, size: i32): void {
  const end = rest + (<usize>size << 2);
  let total: f64 = 0;
  let largest: f64 = 0;
  for (let at = rest; at < end; at += 16) {
    const sum = sumOf(f32x4.abs(v128.load(at)));
    total += sum;
    largest = max(largest, sum);
  }
  const step = max(2 * largest / 63, 2 * total / <f64>(65535 - (size >> 2)));
  const perStep = f32x4.splat(step > 0 ? <f32>(1 / step) : 1);
  let squares: f64 = 0;
  for (let at = rest; at < end; at += 16, table += 16) squares += writeEntries(f32x4.mul(v128.load(at), perStep), table);
  query.step1 = step > 0 ? <f32>step : 1;
  query.offset1 = <f32>-total;
  query.rounding1 = deviations * <f32>(Math.sqrt(squares) * step);
}

/** Writes the products of four values with the signs of four bits, 1 for a plus, so that the least of them is 0; returns the square of what rounding loses at most. */
@inline
function writeEntries(four: v128, to: usize): f64 {
  const twice = f32x4.add(four, four);
  const least = f32x4.splat(<f32>sumOf(f32x4.min(twice, f32x4.splat(0))));
  // Products for the lower two bits, in four lanes; the upper two add the same to all lanes.
  const first = f32x4.mul(v128.shuffle<f32>(twice, twice, 0, 0, 0, 0), f32x4(0, 1, 0, 1));
  const second = f32x4.mul(v128.shuffle<f32>(twice, twice, 1, 1, 1, 1), f32x4(0, 0, 1, 1));
  const products00 = f32x4.sub(f32x4.add(first, second), least);
  const third = v128.shuffle<f32>(twice, twice, 2, 2, 2, 2);
  const fourth = v128.shuffle<f32>(twice, twice, 3, 3, 3, 3);
  const products10 = f32x4.add(products00, third);
  const products01 = f32x4.add(products00, fourth);
  const products11 = f32x4.add(products10, fourth);
  const entries00 = f32x4.nearest(products00);
  const entries10 = f32x4.nearest(products10);
  const entries01 = f32x4.nearest(products01);
  const entries11 = f32x4.nearest(products11);
  v128.store(to, i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(entries00), i32x4.trunc_sat_f32x4_s(entries10)),
    i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(entries01), i32x4.trunc_sat_f32x4_s(entries11)),
  ));
  const lost = f32x4.max(
    f32x4.max(f32x4.abs(f32x4.sub(products00, entries00)), f32x4.abs(f32x4.sub(products10, entries10))),
    f32x4.max(f32x4.abs(f32x4.sub(products01, entries01)), f32x4.abs(f32x4.sub(products11, entries11))),
  );
  const both = f32x4.max(lost, v128.shuffle<f32>(lost, lost, 2, 3, 0, 1));
  const most = <f64>max(f32x4.extract_lane(both, 0), f32x4.extract_lane(both, 1)) + lostByFloats;
  return most * most;
}

/** What products of at most 63 lose in float32. */
const lostByFloats: f64 = 1e-4;

/**
 * Some rows and what they are compared with (scan-pool.ts writes it): their codes, their sketches (0 if there are
 * none), a query, and room for what the first step leaves for the second.
 */
class Task {
  codes: usize;
  scales: usize;
  errors: usize;
  rows: i32;
  stride: i32;
  size: i32;
  plane1: usize;
  factors: usize;
  seconds: usize;
  query: usize;
  bounds: usize;
}

/**
 * Writes an upper bound of each row's cosine to the query to `bounds`, and the rows of the highest bounds to `out`, as many as are wanted, with the estimates of
 * their codes; returns their number. Bounds are by the first plane (none: 0), else by the codes. Behind the bounds of the rows, up to a multiple of 32, follow
 * their products with the first plane. Several threads may read a query; each has a `scratch` of 64 bytes.
 */
export function estimate(address: usize, out: usize, scratch: usize): i32 {
  const task = changetype<Task>(address);
  const query = changetype<Query>(task.query);
  const rows = task.rows;
  const bounds = task.bounds;
  if (task.plane1) boundBySketches(task, query, scratch);
  else {
    for (let row = 0; row < rows; row++) {
      const error = load<f32>(task.errors + (<usize>row << 2));
      const cosine = byCodes(task, row, query);
      store<f32>(bounds + (<usize>row << 2), cosine + error + (1 + error) * query.error);
    }
    for (let row = rows; row & 15; row++) store<f32>(bounds + (<usize>row << 2), NaN);
  }
  const end = highest(bounds, rows, query.count, out);
  touchRows(task.codes, <usize>task.stride, out, end, scratch);
  for (let at = out; at < end; at += 8) store<f32>(at, byCodes(task, load<u32>(at), query), 4);
  return <i32>((end - out) >> 3);
}

/**
 * Writes the rows whose cosine to the query may be as high as its floor, each with the estimate of its codes; returns their number. Rows of which the first
 * bound reaches the floor are looked at in the second plane, if they have one, and the codes of those that this leaves are multiplied. Takes what `estimate` takes.
 */
export function compare(address: usize, out: usize, scratch: usize): i32 {
  const task = changetype<Task>(address);
  const query = changetype<Query>(task.query);
  let end = reaching(task.bounds, task.rows, task.plane1 ? query.sketchFloor : query.floor, out);
  if (task.plane1) end = leftByBoth(task, query, out, end, scratch);
  let to = out;
  for (let from = out; from < end; from += 8) {
    const row = load<u32>(from);
    if (((from - out) & (fetched * 8 - 1)) == 0) touchRows(task.codes, <usize>task.stride, from, end, scratch);
    const error = load<f32>(task.errors + (<usize>row << 2));
    const cosine = byCodes(task, row, query);
    if (cosine + error + (1 + error) * query.error < query.floor) continue;
    store<u32>(to, row);
    store<f32>(to, cosine, 4);
    to += 8;
  }
  return <i32>((to - out) >> 3);
}

/** The estimate of a row's cosine by its codes. */
@inline
function byCodes(task: Task, row: u32, query: Query): f32 {
  const scale = load<f32>(task.scales + (<usize>row << 2));
  const codes = task.codes + <usize>row * <usize>task.stride;
  return <f32>product(codes, valuesOf(query), task.stride) * scale * query.finest;
}

@inline
function productsBehind(bounds: usize, rows: i32): usize {
  return bounds + (<usize>((rows + 31) & ~31) << 2);
}

/** Writes the bounds by the first plane. */
@inline
function boundBySketches(task: Task, query: Query, sums: usize): void {
  const table = tableOf(query, task.stride, task.size);
  const bytes = <usize>task.size << 2;
  const rows = task.rows;
  let plane1 = task.plane1;
  let factors = task.factors;
  let errors = task.errors;
  let bounds = task.bounds;
  const step1 = f32x4.splat(query.step1);
  const offset1 = f32x4.splat(query.offset1);
  const onAlong = f32x4.splat(query.along);
  const width = f32x4.splat(query.width);
  const rounding1 = f32x4.splat(query.rounding1);
  let products = productsBehind(bounds, rows);
  for (let row = 0; row < rows; row += 32) {
    addUp(plane1, table, bytes, sums);
    plane1 += bytes;
    for (let i: usize = 0; i < 8; i++) {
      const four = f32x4.convert_i32x4_s(v128.load16x4_u(sums + (i << 3)));
      const product = f32x4.add(f32x4.mul(four, step1), offset1);
      const factor = v128.load(factors, 16);
      const cosine = f32x4.add(f32x4.mul(v128.load(factors), onAlong), f32x4.mul(factor, product));
      const deviation = f32x4.mul(v128.load(factors, 32), width);
      const rounding = f32x4.mul(factor, rounding1);
      const both = f32x4.sqrt(f32x4.add(f32x4.mul(deviation, deviation), f32x4.mul(rounding, rounding)));
      v128.store(bounds, f32x4.add(cosine, f32x4.add(both, v128.load(errors))));
      v128.store(products, product);
      bounds += 16;
      products += 16;
      factors += 48;
      errors += 16;
    }
  }
}

/** Writes the rows of the highest bounds, `count` of them if there are so many, and returns their end. */
@inline
function highest(bounds: usize, rows: i32, count: i32, out: usize): usize {
  let least: f32 = -Infinity;
  let end = out;
  for (let row = 0; row < rows; row += 16) {
    for (let high = reaching16(bounds + (<usize>row << 2), least); high; high &= high - 1) {
      const found = row + ctz(high);
      const bound = load<f32>(bounds + (<usize>found << 2));
      if (bound <= least) continue;
      if (end < out + (<usize>count << 3)) end += 8;
      let at = end - 8;
      for (; at > out && load<f32>(at - 8, 4) < bound; at -= 8) store<u64>(at, load<u64>(at - 8));
      store<u32>(at, found);
      store<f32>(at, bound, 4);
      if (end == out + (<usize>count << 3)) least = load<f32>(end - 8, 4);
    }
  }
  return end;
}

/** Writes the rows whose bounds reach a floor, and returns their end. */
@inline
function reaching(bounds: usize, rows: i32, floor: f32, out: usize): usize {
  for (let row = 0; row < rows; row += 16) {
    for (let left = reaching16(bounds + (<usize>row << 2), floor); left; left &= left - 1) {
      store<u32>(out, row + ctz(left));
      out += 8;
    }
  }
  return out;
}

/** A bit for each of 16 bounds that reaches a floor. */
@inline
function reaching16(bounds: usize, floor: f32): i32 {
  const least = f32x4.splat(floor);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(
    i16x8.narrow_i32x4_s(f32x4.ge(v128.load(bounds), least), f32x4.ge(v128.load(bounds, 16), least)),
    i16x8.narrow_i32x4_s(f32x4.ge(v128.load(bounds, 32), least), f32x4.ge(v128.load(bounds, 48), least)),
  ));
}

/** Rows are apart in memory, and so many are fetched at once: one after the other they would take several times as long. */
const fetched: usize = 16;

/** Keeps those of the rows that both planes leave, and returns their end. */
@inline
function leftByBoth(task: Task, query: Query, out: usize, end: usize, scratch: usize): usize {
  const size = task.size;
  const rotated = rotatedOf(query, task.stride);
  const seconds = task.seconds;
  const products = productsBehind(task.bounds, task.rows);
  const bytes = secondBytes(size);
  const one = unfolded(1, scratch);
  let to = out;
  for (let from = out; from < end; from += 8) {
    if (((from - out) & (fetched * 8 - 1)) == 0) touchRows(seconds, bytes, from, end, scratch);
    const row = <usize>load<u32>(from);
    const bits = seconds + row * bytes;
    const record = bits + (<usize>size >> 3);
    const product2 = <f32>sumOfSet(bits, size, rotated, one) * query.step2 + query.offset2;
    const cosine = load<f32>(record) * query.along + load<f32>(record, 4) * (<f32>2 * load<f32>(products + (row << 2)) + product2);
    const rounding = load<f32>(record, 4) * <f32>2 * query.rounding1;
    const deviation = load<f32>(record, 8) * query.width;
    const error = Mathf.sqrt(deviation * deviation + rounding * rounding) + load<f32>(record, 12);
    if (cosine + error < query.sketchFloor) continue;
    store<u32>(to, <u32>row);
    to += 8;
  }
  return to;
}

/** Reads a byte of each cache line of the first rows that were found, at most `fetched`, and writes what it has read, so that it is not optimised away. */
@inline
function touchRows(base: usize, bytes: usize, found: usize, end: usize, to: usize): void {
  let sum: u32 = 0;
  for (const last = min(end, found + fetched * 8); found < last; found += 8) {
    const row = base + <usize>load<u32>(found) * bytes;
    for (let at: usize = 0; at < bytes; at += 64) sum += load<u8>(row + at);
  }
  store<u32>(to, sum);
}

/** The sum of the values of those dimensions whose bits are set in a row of the second plane. */
@inline
function sumOfSet(bits: usize, size: i32, values: usize, one: v128): i32 {
  let sums = i32x4.splat(0);
  for (const end = bits + (<usize>size >> 3); bits < end; bits += 16, values += 128) {
    const code = v128.load(bits);
    const first = i16x8.add(chosen(code, 0, values, one), chosen(code, 1, values, one));
    const second = i16x8.add(chosen(code, 2, values, one), chosen(code, 3, values, one));
    const third = i16x8.add(chosen(code, 4, values, one), chosen(code, 5, values, one));
    const fourth = i16x8.add(chosen(code, 6, values, one), chosen(code, 7, values, one));
    const all = i16x8.add(i16x8.add(first, second), i16x8.add(third, fourth));
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(all));
  }
  return sumOfFour(sums);
}

/** Of 16 values those whose bytes have a bit, in sums of two. */
@inline
function chosen(code: v128, bit: i32, values: usize, one: v128): v128 {
  const bits = v128.and(i16x8.shr_u(code, bit), one);
  return i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(values + <usize>(bit << 4)), bits);
}

/** The product of a row's codes with a query's values. */
@inline
function product(codes: usize, values: usize, stride: i32): i32 {
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < <usize>stride; at += 16) {
    const low = i32x4.dot_i16x8_s(v128.load8x8_s(codes + at), v128.load(values + (at << 1)));
    const high = i32x4.dot_i16x8_s(v128.load8x8_s(codes + at, 8), v128.load(values + (at << 1), 16));
    sums = i32x4.add(sums, i32x4.add(low, high));
  }
  return sumOfFour(sums);
}

@inline
function sumOfFour(sums: v128): i32 {
  const halves = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1));
  return i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1);
}

/** A byte 16 times, through memory: a constant would be made anew wherever it is used in a loop. */
@inline
function unfolded(byte: u8, scratch: usize): v128 {
  store<u8>(scratch, byte);
  return v128.load_splat<u8>(scratch);
}

/**
 * Adds up the table's entries for the bits of 32 rows: 32 numbers of 16 bits. Entries of four positions fit into a byte
 * together.
 */
@inline
function addUp(codes: usize, table: usize, bytes: usize, sums: usize): void {
  const low = unfolded(15, sums);
  let all0 = i16x8.splat(0);
  let odd0 = all0;
  let all1 = all0;
  let odd1 = all0;
  for (const end = codes + bytes; codes < end; codes += 64, table += 64) {
    const a = i8x16.add(
      i8x16.add(lowEntry(codes, table, low), lowEntry(codes + 16, table + 16, low)),
      i8x16.add(lowEntry(codes + 32, table + 32, low), lowEntry(codes + 48, table + 48, low)),
    );
    const b = i8x16.add(
      i8x16.add(highEntry(codes, table, low), highEntry(codes + 16, table + 16, low)),
      i8x16.add(highEntry(codes + 32, table + 32, low), highEntry(codes + 48, table + 48, low)),
    );
    all0 = i16x8.add(all0, a);
    odd0 = i16x8.add(odd0, i16x8.shr_u(a, 8));
    all1 = i16x8.add(all1, b);
    odd1 = i16x8.add(odd1, i16x8.shr_u(b, 8));
  }
  const even0 = i16x8.sub(all0, i16x8.shl(odd0, 8));
  const even1 = i16x8.sub(all1, i16x8.shl(odd1, 8));
  v128.store(sums, v128.shuffle<i16>(even0, odd0, 0, 8, 1, 9, 2, 10, 3, 11));
  v128.store(sums, v128.shuffle<i16>(even0, odd0, 4, 12, 5, 13, 6, 14, 7, 15), 16);
  v128.store(sums, v128.shuffle<i16>(even1, odd1, 0, 8, 1, 9, 2, 10, 3, 11), 32);
  v128.store(sums, v128.shuffle<i16>(even1, odd1, 4, 12, 5, 13, 6, 14, 7, 15), 48);
}

/** The table's entries for the bits of 16 rows. */
@inline
function lowEntry(codes: usize, table: usize, low: v128): v128 {
  return i8x16.relaxed_swizzle(v128.load(table), v128.and(v128.load(codes), low));
}

/** Those of the next 16 rows. */
@inline
function highEntry(codes: usize, table: usize, low: v128): v128 {
  return i8x16.relaxed_swizzle(v128.load(table), v128.and(i16x8.shr_u(v128.load(codes), 4), low));
}
