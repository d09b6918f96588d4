import { dotProduct } from '../../src/domain/vector.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { type DeskList, findInDesks } from '../bench/desk-quality.ts';
import { withTypos } from '../bench/retrieval-spoiled.ts';

type Found = Awaited<ReturnType<typeof findInDesks>>;

/** `near`: the questions with an answer whose first two tickets differ by less than the noise; `first`, `second`: those that this one of them answers. */
type Noise = {
  readonly noise: number;
  readonly answerable: number;
  readonly near: number;
  readonly first: number;
  readonly second: number;
};

const decimals = 1_000;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/**
 * Returns by how much typos move the difference of two neighbouring scores among the five nearest tickets of a question: the median over all pairs. Two tickets
 * that differ by less are as likely as not nearest by chance.
 */
export const learnNoise = async (embedder: Embedder, list: DeskList): Promise<Noise> => {
  const found = await findInDesks(embedder, list);
  const moves: number[] = [];
  for (const [number, { query, neighbours }] of found.entries()) {
    const spoiled = withTypos(query.query, number);
    if (spoiled === query.query) continue;
    const vector = await embedder.embedQuery(spoiled);
    const moved = neighbours.map(({ score, candidate }) => dotProduct(vector, candidate.vector) - score);
    moved.slice(1).forEach((move, index) => moves.push(Math.abs(move - (moved[index] ?? 0))));
  }
  const noise = Math.round(median(moves) * decimals) / decimals;
  return { noise, ...nearOnes(found, noise) };
};

const nearOnes = (found: Found, noise: number): Omit<Noise, 'noise'> => {
  const answerable = found.filter(({ query }) => query.gold.length > 0);
  const near = answerable.filter(
    ({ neighbours: [first, second] }) => first && second && first.score - second.score < noise,
  );
  const answeredBy = (place: number): number =>
    near.filter(({ query, neighbours }) => query.gold.includes(String(neighbours[place]?.candidate.ticket.ticket_id)))
      .length;
  return { answerable: answerable.length, near: near.length, first: answeredBy(0), second: answeredBy(1) };
};
