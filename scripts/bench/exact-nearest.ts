import type { Database } from '../../src/adapters/sqlite/database.ts';

type Collection = { readonly copy: string; readonly tenantId: string; readonly collectionId: string };

const lengthOf = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

/** Equal cosines may differ in their last digits, by the order of the sum. */
const tolerance = 1e-6;

/** For each query the ids of the tickets whose cosine is at least that of the fifth best: every stored vector is compared, one by one. */
export const exactNearest = (
  database: Database,
  { copy, tenantId, collectionId }: Collection,
  queries: readonly Float32Array[],
): readonly (readonly string[])[] => {
  const rows = database
    .prepare(
      `SELECT t.ticket_id AS id, v.vector AS vector FROM ${copy}_collections c JOIN ${copy}_vectors v ON v.collection = c.number
       JOIN ${copy}_tickets t ON t.number = v.number WHERE c.id = ? AND c.tenant = ?`,
    )
    .iterate(collectionId, tenantId);
  const ids: string[] = [];
  const scores = queries.map((): number[] => []);
  for (const row of rows) {
    const { buffer, byteOffset, byteLength } = row['vector'] as Uint8Array;
    const vector = new Float32Array(buffer, byteOffset, byteLength / 4);
    const length = lengthOf(vector);
    ids.push(row['id'] as string);
    queries.forEach((query, number) => {
      let product = 0;
      for (let i = 0; i < query.length; i += 1) product += (query[i] ?? 0) * (vector[i] ?? 0);
      scores[number]?.push(product / length);
    });
  }
  return scores.map((cosines) => {
    const fifth = cosines.toSorted((a, b) => b - a)[4] ?? -1;
    return ids.filter((_id, place) => (cosines[place] ?? -1) >= fifth - tolerance);
  });
};
