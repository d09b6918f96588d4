import type { Response } from 'express';
import type { SimilarityLevels } from '../ports/embedder.ts';

/** Says in `Similarity-Levels` what scores mean; nothing if that is not known. A dictionary of RFC 9651: bodies have exactly the fields of the contract. */
export const setSimilarityLevels = (response: Response, levels: SimilarityLevels | undefined): void => {
  if (!levels) return;
  const { first, ...others } = levels;
  const members = [...membersOf(others, ''), ...(first ? membersOf(first, 'first-') : [])];
  response.set('Similarity-Levels', members.join(', '));
};

/** Whether a score is that of a very similar ticket; undefined if nobody knows. `rank`: 1 for the nearest. */
export const isVerySimilar = (
  { score, rank }: { readonly score: number; readonly rank: number },
  levels: SimilarityLevels | undefined,
): boolean | undefined => {
  const level = (rank === 1 ? levels?.first : undefined) ?? levels;
  return level && score >= level.verySimilar;
};

const membersOf = ({ verySimilar, similar }: Omit<SimilarityLevels, 'first'>, prefix: string): readonly string[] => [
  `${prefix}very-similar=${verySimilar.toFixed(3)}`,
  `${prefix}similar=${similar.toFixed(3)}`,
];
