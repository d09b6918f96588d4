/** Off-diagonal values are turned away until none is left above this share of the trace. */
const precision = 1e-10;
const maxSweeps = 20;

/** Turns the plane of two axes so that their product vanishes, in the matrix and in the axes. */
const turn = (matrix: Float64Array[], axes: Float64Array[], [p, q]: readonly [number, number]): void => {
  const [rowP, rowQ, axisP, axisQ] = [matrix[p], matrix[q], axes[p], axes[q]];
  if (!rowP || !rowQ || !axisP || !axisQ) return;
  const off = rowP[q] ?? 0;
  if (off === 0) return;
  const theta = ((rowQ[q] ?? 0) - (rowP[p] ?? 0)) / (2 * off);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (const row of matrix) {
    const [x, y] = [row[p] ?? 0, row[q] ?? 0];
    row[p] = cosine * x - sine * y;
    row[q] = sine * x + cosine * y;
  }
  for (const [one, other] of [
    [rowP, rowQ],
    [axisP, axisQ],
  ] as const) {
    for (let i = 0; i < one.length; i += 1) {
      const [x, y] = [one[i] ?? 0, other[i] ?? 0];
      one[i] = cosine * x - sine * y;
      other[i] = sine * x + cosine * y;
    }
  }
};

/**
 * Returns the directions in which vectors of the same length vary most from 0, the strongest first: eigenvectors of their second moments, by Jacobi's
 * method, with the four operations and square roots only, so that every machine gets the same.
 */
export const principalComponents = (vectors: readonly Float32Array[], count: number): readonly Float64Array[] => {
  const size = vectors[0]?.length ?? 0;
  const moments = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) {
    for (let i = 0; i < size; i += 1) {
      const [value, row] = [vector[i] ?? 0, moments[i]];
      if (row) for (let j = 0; j < size; j += 1) row[j] = (row[j] ?? 0) + value * (vector[j] ?? 0);
    }
  }
  const axes = Array.from({ length: size }, (_, at) => new Float64Array(size).fill(1, at, at + 1));
  const strength = (at: number): number => moments[at]?.[at] ?? 0;
  const trace = axes.reduce((sum, _, at) => sum + strength(at), 0);
  for (let sweep = 0; sweep < maxSweeps; sweep += 1) {
    let largest = 0;
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) {
        const off = Math.abs(moments[p]?.[q] ?? 0);
        largest = Math.max(largest, off);
        if (off > precision * trace) turn(moments, axes, [p, q]);
      }
    }
    if (largest <= precision * trace) break;
  }
  return axes
    .map((axis, at) => ({ axis, at, strength: strength(at) }))
    .toSorted((one, other) => other.strength - one.strength || one.at - other.at)
    .slice(0, count)
    .map(({ axis }) => axis);
};
