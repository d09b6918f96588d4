import { answerOrder, bestFirst, type OrderedSource } from './answer-order.ts';
import { maxSources } from './limits.ts';
import { withoutMasks } from './masks.ts';
import { isSeparator } from './search-words.ts';
import { partsOf } from './ticket-record.ts';

type Found = OrderedSource & { readonly ticketId: string; readonly fullText: string };

/** The ids of the other tickets with the same solution, nearest first. */
export type WithCopies = { readonly copies: readonly string[] };

/**
 * Puts tickets with the same solution together, best first: at most five. Of those that are about equally near, the one that an answer is rather written from
 * stands for all (`answerOrder`).
 */
export const distinctSources = <Source extends Found>(
  found: readonly Source[],
  noise?: number,
): readonly (Source & WithCopies)[] =>
  groupedBySolution(found)
    .slice(0, maxSources)
    .flatMap((group) => {
      const [source] = answerOrder(group, noise);
      const copies = group.filter((each) => each !== source).map(({ ticketId }) => ticketId);
      return source ? [{ ...source, copies }] : [];
    })
    .toSorted(bestFirst);

/** In the order of the first of each group. Whole solutions are compared only if they end alike, since to read all would take a twentieth of a search. */
const groupedBySolution = <Source extends Found>(found: readonly Source[]): readonly (readonly Source[])[] =>
  [...Map.groupBy(found, endOfSolution).values()]
    .flatMap((alike) => (alike.length === 1 ? [alike] : [...Map.groupBy(alike, solutionKey).values()]))
    .toSorted(([one], [other]) => (one && other ? found.indexOf(one) - found.indexOf(other) : 0));

const comparedLetters = 12;

/** The last letters and digits of the text, which ends with the solution; without what is in brackets, as masks are. */
const endOfSolution = ({ fullText }: Found): string => {
  let end = '';
  for (let at = fullText.length - 1; at >= 0 && end.length < comparedLetters; at -= 1)
    if (fullText[at] === ']') at = fullText.lastIndexOf('[', at);
    else if (!isSeparator(fullText.charCodeAt(at))) end += fullText.charAt(at);
  return end.toLowerCase().replaceAll('ё', 'е');
};

/** In UTF-16 code units. Longer solutions are the same only if no character differs: reading them all would delay the search. */
const maxCompared = 4_000;
/** Words of a greeting at the beginning of a line: who gives an answer again greets by the time of day. */
const greeting =
  /^[^\p{L}\p{N}\n]*(?:здравствуйте|приветствую|добрый день|добрый вечер|доброе утро|доброго дня|доброго времени суток|hello|good morning|good afternoon)(?![\p{L}\p{N}])/gmu;

/** Equal for tickets whose solutions have the same words in the same order, whatever their greetings, case, punctuation and masks. */
const solutionKey = ({ fullText, ticketId }: Found): string | number => {
  const { solution } = partsOf(fullText);
  if (solution.length > maxCompared) return solution;
  return hashOfWords(withoutMasks(solution).toLowerCase().replaceAll('ё', 'е').replace(greeting, '')) ?? ticketId;
};

const blank = 0x20;

/** 53 bits over the words of a text, with one blank between two; undefined without words. A pattern that finds them takes five times as long. */
const hashOfWords = (text: string): number | undefined => {
  let [high, low, before] = [0, 0, 0];
  const add = (code: number) => {
    high = Math.imul(high ^ code, 0x01000193);
    low = (Math.imul(low, 31) + code) | 0;
    before = code;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isSeparator(code)) add(code);
    else if (before !== 0 && before !== blank) add(blank);
  }
  if (before !== 0 && before !== blank) add(blank);
  return before === 0 ? undefined : (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
};
