import type { SimilarityLevels } from './records.ts';

/** The levels in `Similarity-Levels`: `very-similar=0.600, similar=0.400`, and those of the nearest ticket if they differ: `first-very-similar=0.500, first-similar=0.300`. */
export const levelsIn = (headers: Headers): SimilarityLevels | undefined => {
  const header = headers.get('Similarity-Levels') ?? '';
  const members = new Map(header.split(', ').map((member) => member.split('=') as [string, string]));
  const levels = (prefix: string) => {
    const [verySimilar, similar] = [members.get(`${prefix}very-similar`), members.get(`${prefix}similar`)].map(Number);
    const isKnown = Number.isFinite(verySimilar) && Number.isFinite(similar);
    return isKnown ? { verySimilar: Number(verySimilar), similar: Number(similar) } : undefined;
  };
  const [others, first] = [levels(''), levels('first-')];
  return others && { ...others, ...(first && { first }) };
};
