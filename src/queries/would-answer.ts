import type { AnswerSource } from '../ports/answer-writer.ts';
import type { Embedder } from '../ports/embedder.ts';

/**
 * Whether the sources of a question, in the order of answers (`answerOrder`), hold its answer, as the model decides in a search. A model of which nobody has learnt that goes by the cosine from
 * which on a ticket is called similar; undefined if that is not known either.
 */
export const wouldAnswer = (
  { answerOdds, similarityLevels }: Pick<Embedder, 'answerOdds' | 'similarityLevels'>,
  question: string,
  sources: readonly AnswerSource[],
): boolean | undefined => {
  if (answerOdds) return answerOdds(question, sources) >= 1;
  if (!similarityLevels) return undefined;
  const [best] = sources;
  return best !== undefined && best.score >= similarityLevels.similar;
};
