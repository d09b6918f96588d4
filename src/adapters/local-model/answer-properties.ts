import { partsOf } from '../../domain/ticket-record.ts';
import type { AnswerSource } from '../../ports/answer-writer.ts';
import type { TextTokens } from './text-vector.ts';
import type { TokenFeatures } from './token-features.ts';

/** What the decision to answer is made by: properties of a question and of the tickets that were found for it. */
export type AnswerProperties = {
  /** The cosine of the nearest ticket less that of the next one that is no repeat of it; at most `longestLead`. */
  readonly lead: number;
  /** The share of the question's words, by their weights, that the problem of the nearest ticket has. */
  readonly inProblem: number;
  /** The same for all of its text. */
  readonly inTicket: number;
  /** The weight of the question's rarest word that the ticket does not have. */
  readonly rarestMissing: number;
  /** 1 if the question has a code, a model or a number that the ticket does not have, else 0. */
  readonly missingCode: number;
  /** The logarithm of the weight of all words of the question: of a long one, a ticket has a smaller share. */
  readonly length: number;
};

/** A larger lead over the next ticket has no further effect. */
const longestLead = 0.3;
/** A cosine that few unrelated tickets among five hits exceed; used for the next ticket if all hits are about one problem. */
const scoreOfOthers = 0.3;
/** From this weighted overlap of words on (Jaccard), a ticket is about the same problem as the nearest one. */
const shareOfRepeat = 0.25;
/** At most this much of a ticket is read, in UTF-16 code units, so that a very long one does not delay the answer. */
const maxCharacters = 4_000;

/** The weights of words by their meanings: endings, typos and synonyms make no difference. */
type Words = ReadonlyMap<number, number>;

const wordsOf = (tokens: readonly TokenFeatures[]): Words =>
  new Map(tokens.map(({ meaning, weight }) => [meaning, weight]));

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

const weightIn = (words: Words, others: Words): number =>
  sum([...words].map(([meaning, weight]) => (others.has(meaning) ? weight : 0)));

const areRepeats = (one: Words, other: Words): boolean => {
  const shared = weightIn(one, other);
  return shared >= shareOfRepeat * (sum(one.values()) + sum(other.values()) - shared);
};

/** Returns the properties of a question and its sources, best first; undefined without a source or without words. */
export const answerProperties = (
  read: (text: string) => TextTokens,
  question: string,
  sources: readonly AnswerSource[],
): AnswerProperties | undefined => {
  const { tokens } = read(question.slice(0, maxCharacters));
  const asked = wordsOf(tokens);
  const weight = sum(asked.values());
  const [best, ...others] = sources;
  if (best === undefined || weight === 0) return undefined;
  const wordsIn = (text: string): Words => wordsOf(read(text.slice(0, maxCharacters)).tokens);
  const { problem, solution } = partsOf(best.fullText);
  const inProblem = wordsIn(problem);
  const inTicket: Words = new Map([...inProblem, ...wordsIn(solution)]);
  const next = others.find(({ fullText }) => !areRepeats(inProblem, wordsIn(partsOf(fullText).problem)));
  const isMissing = ({ meaning }: TokenFeatures): boolean => !inTicket.has(meaning);
  return {
    lead: Math.min(longestLead, best.score - (next?.score ?? scoreOfOthers)),
    inProblem: weightIn(asked, inProblem) / weight,
    inTicket: weightIn(asked, inTicket) / weight,
    rarestMissing: Math.max(0, ...[...asked].map(([meaning, each]) => (inTicket.has(meaning) ? 0 : each))),
    missingCode: Number(tokens.some((each) => each.token.kind === 'code' && isMissing(each))),
    length: Math.log1p(weight),
  };
};
