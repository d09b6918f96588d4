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
 * below or above the standard deviation. In a plane there are 16 bytes for every four dimensions, of which byte i holds those of row i in its low half and
 * of row i + 16 in its high half. `factors` gets 20 numbers for every four rows: the part along the direction; for the first plane and for both, what makes
 * a product with them an estimate of the rest's product with a query, and the standard deviation of that estimate for a query of length 1.
 */
export function sketch(
  codes: usize, stride: i32, scales: usize, size: i32, signs: usize, direction: usize, vector: usize,
  plane1: usize, plane2: usize, factors: usize,
): void {
  for (let row = 0; row < 32; row++) {
    decode(codes + <usize>(row * stride), stride, load<f32>(scales + (<usize>row << 2)), vector, size);
    rotate(vector, signs, size);
    const along = takeOut(vector, direction, size);
    const to = factors + <usize>(row >> 2) * 80 + (<usize>(row & 3) << 2);
    store<f32>(to, along);
    place(vector, size, row, plane1, plane2, to + 16);
  }
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
export function takeOut(vector: usize, direction: usize, size: i32): f32 {
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
function place(vector: usize, size: i32, row: i32, plane1: usize, plane2: usize, factors: usize): void {
  const bytes = <usize>size << 2;
  let squares = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const values = v128.load(vector + at);
    squares = f32x4.add(squares, f32x4.mul(values, values));
  }
  const length = Math.sqrt(sumOf(squares));
  const deviation = f32x4.splat(<f32>(length / Math.sqrt(<f64>size)));
  const shift = row & 16 ? 4 : 0;
  let all = f32x4.splat(0);
  let above = all;
  let large = 0;
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
    const first = signBits << shift;
    const second = (~(signBits ^ largeBits) & 15) << shift;
    store<u8>(plane1 + to, <u8>(shift ? first | <i32>load<u8>(plane1 + to) : first));
    store<u8>(plane2 + to, <u8>(shift ? second | <i32>load<u8>(plane2 + to) : second));
  }
  const product1 = sumOf(all);
  const product2 = product1 + 2 * sumOf(above);
  writeFactors(factors, length, product1, <f64>size, size);
  writeFactors(factors + 32, length, product2, <f64>(size + 8 * large), size);
}

/** `product` is that of the vector, `length` long, with its code, whose square is `squares`. */
@inline
function writeFactors(to: usize, length: f64, product: f64, squares: f64, size: i32): void {
  const cosine = length > 0 ? product / length : 1;
  const factor = length / cosine;
  const rest = Math.max(0, squares - cosine * cosine);
  store<f32>(to, <f32>factor);
  store<f32>(to + 16, <f32>(factor * Math.sqrt(rest / <f64>(size - 1))));
}

@inline
function sumOf(four: v128): f64 {
  const low = f64x2.promote_low_f32x4(four);
  const high = f64x2.promote_low_f32x4(v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  const both = f64x2.add(low, high);
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
}

/** The head of a query (packed-query.ts writes it). */
class Query {
  /** The unit vector is `finest` × its integer values, up to an error vector of length `error`. */
  finest: f32;
  error: f32;
  /** Sums of the table's entries × `step` + `offset` are upper bounds of products with a plane. */
  step: f32;
  offset: f32;
  /** Its part along the direction that the sketches leave out. */
  along: f32;
  /** So many standard deviations of an estimate, times the length of its rest. */
  width: f32;
  /** The least cosine, and the least one of what the codes say: without their rounding errors. */
  floor: f32;
  sketchFloor: f32;
}

/**
 * Writes the rows whose cosine to the query may be as high as its floor, each with the estimate of it; returns their number. The planes
 * (none: 0) rule out what they can, the second only in groups of 32 rows of which the first leaves one; the codes of the other rows are multiplied.
 * Behind the head of the query, 48 bytes, stand its `values` (int16, `stride` of them) and its `table`: 16 entries of at most 127 for every four
 * dimensions, of which the sum for a row is below 65 536. Several threads may read a query; each has a `scratch` of 144 bytes.
 */
export function scan(
  codes: usize, scales: usize, errors: usize, rows: i32, stride: i32,
  plane1: usize, plane2: usize, factors: usize, size: i32, address: usize, out: usize, scratch: usize,
): i32 {
  const query = changetype<Query>(address);
  const values = address + 48;
  const table = values + (<usize>stride << 1);
  const bytes = <usize>size << 2;
  // First all rows that the sketches leave, then in their place those that the codes leave.
  let end = out;
  for (let first = 0; first < rows; first += 32) {
    let left: u32 = rows - first >= 32 ? 0xffffffff : (1 << (rows - first)) - 1;
    if (plane1) {
      left = reaching(plane1, plane2, table, bytes, factors, query, scratch);
      plane1 += bytes;
      plane2 += bytes;
      factors += 640;
    }
    for (; left; left &= left - 1) {
      store<u32>(end, <u32>first + ctz(left));
      end += 8;
    }
  }
  let to = out;
  for (let from = out; from < end; from += 8) {
    const row = <usize>load<u32>(from);
    // Rows are apart: the next ones are on their way from memory while this one is multiplied.
    if (plane1 && from + 32 < end) touch(codes + <usize>load<u32>(from, 32) * <usize>stride, stride, scratch + 128);
    const scale = load<f32>(scales + (row << 2));
    const error = load<f32>(errors + (row << 2));
    const estimate = <f32>product(codes + row * <usize>stride, values, stride) * scale * query.finest;
    if (estimate + error + (1 + error) * query.error < query.floor) continue;
    store<u32>(to, <u32>row);
    store<f32>(to, estimate, 4);
    to += 8;
  }
  return <i32>((to - out) >> 3);
}

/** Reads a byte of each cache line, and writes what it has read, so that it is not optimised away. */
@inline
function touch(codes: usize, stride: i32, to: usize): void {
  let sum: u32 = 0;
  for (let at: usize = 0; at < <usize>stride; at += 64) sum += load<u8>(codes + at);
  store<u32>(to, sum);
}

/** A bit for each of 32 rows that may reach the floor. */
@inline
function reaching(plane1: usize, plane2: usize, table: usize, bytes: usize, factors: usize, query: Query, sums: usize): u32 {
  const other = sums + 64;
  addUp(plane1, table, bytes, sums);
  let left: u32 = 0;
  for (let i: usize = 0; i < 8; i++) {
    left |= reach(upperBound(sums + (i << 3), query), factors + i * 80, 16, query) << <u32>(i << 2);
  }
  if (left == 0) return 0;
  addUp(plane2, table, bytes, other);
  let both: u32 = 0;
  for (let i: usize = 0; i < 8; i++) {
    const product1 = upperBound(sums + (i << 3), query);
    const product = f32x4.add(f32x4.add(product1, product1), upperBound(other + (i << 3), query));
    both |= reach(product, factors + i * 80, 48, query) << <u32>(i << 2);
  }
  return left & both;
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
  const halves = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1));
  return i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1);
}

/** Adds up the table's entries for the bits of 32 rows: 32 numbers of 16 bits. */
@inline
function addUp(codes: usize, table: usize, bytes: usize, sums: usize): void {
  const low = i8x16.splat(15);
  let all0 = i16x8.splat(0);
  let odd0 = all0;
  let all1 = all0;
  let odd1 = all0;
  for (let at: usize = 0; at < bytes; at += 32) {
    const code = v128.load(codes + at);
    const next = v128.load(codes + at, 16);
    const entries = v128.load(table + at);
    const more = v128.load(table + at, 16);
    const a = i8x16.add(
      i8x16.relaxed_swizzle(entries, v128.and(code, low)), i8x16.relaxed_swizzle(more, v128.and(next, low)));
    const b = i8x16.add(
      i8x16.relaxed_swizzle(entries, v128.and(i16x8.shr_u(code, 4), low)),
      i8x16.relaxed_swizzle(more, v128.and(i16x8.shr_u(next, 4), low)),
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

/** The products of four rows. */
@inline
function upperBound(sums: usize, query: Query): v128 {
  const four = f32x4.convert_i32x4_s(v128.load16x4_u(sums));
  return f32x4.add(f32x4.mul(four, f32x4.splat(query.step)), f32x4.splat(query.offset));
}

/** A bit for each of four rows that may reach the floor. */
@inline
function reach(product: v128, factors: usize, which: usize, query: Query): u32 {
  const along = f32x4.mul(v128.load(factors), f32x4.splat(query.along));
  const estimate = f32x4.add(along, f32x4.mul(v128.load(factors + which), product));
  const error = f32x4.mul(v128.load(factors + which, 16), f32x4.splat(query.width));
  return i32x4.bitmask(f32x4.ge(f32x4.add(estimate, error), f32x4.splat(query.sketchFloor)));
}
