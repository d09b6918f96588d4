import { nearestWanted, type StoredVector } from './bare-engine.ts';

const lengthOf = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

/** Equal cosines may differ in their last digits, by the order of the sum. */
const tolerance = 1e-6;

/** For each query the ids of the tickets whose cosine is at least that of the fifth best: every stored vector is compared, one by one. */
export const exactNearest = async (
  stored: Iterable<StoredVector> | AsyncIterable<StoredVector>,
  queries: readonly Float32Array[],
): Promise<readonly (readonly string[])[]> => {
  const ids: string[] = [];
  const scores = queries.map((): number[] => []);
  for await (const { id, vector } of stored) {
    const length = lengthOf(vector);
    ids.push(id);
    queries.forEach((query, number) => {
      let product = 0;
      for (let i = 0; i < query.length; i += 1) product += (query[i] ?? 0) * (vector[i] ?? 0);
      scores[number]?.push(product / length);
    });
  }
  return scores.map((cosines) => {
    const last = cosines.toSorted((a, b) => b - a)[nearestWanted - 1] ?? -1;
    return ids.filter((_id, place) => (cosines[place] ?? -1) >= last - tolerance);
  });
};
