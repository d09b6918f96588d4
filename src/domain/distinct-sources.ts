import { answerOrder, type OrderedSource } from './answer-order.ts';
import { maxSources } from './limits.ts';
import { withoutMasks } from './masks.ts';
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
  [...Map.groupBy(found, solutionKey).values()]
    .slice(0, maxSources)
    .flatMap((group) => {
      const [source] = answerOrder(group, noise);
      const copies = group.filter((each) => each !== source).map(({ ticketId }) => ticketId);
      return source ? [{ ...source, copies }] : [];
    })
    .toSorted((one, other) => other.score - one.score || (one.ticketId < other.ticketId ? -1 : 1));

/** In UTF-16 code units. Longer solutions are the same only if no character differs: reading them all would delay the search. */
const maxCompared = 4_000;
const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Words of a greeting at the beginning of a line: who gives an answer again greets by the time of day. */
const greeting =
  /^[^\p{L}\p{N}]*(?:здравствуйте|приветствую|добрый день|добрый вечер|доброе утро|доброго дня|доброго времени суток|hello|good morning|good afternoon)(?![\p{L}\p{N}])/gmu;

/** Equal for tickets whose solutions have the same words in the same order, whatever their greetings, case, punctuation and masks. */
const solutionKey = ({ fullText, ticketId }: Found): string => {
  const { solution } = partsOf(fullText);
  if (solution.length > maxCompared) return solution;
  const words = withoutMasks(solution).toLowerCase().replaceAll('ё', 'е').replace(greeting, '').match(word);
  return words?.join(' ') ?? `\n${ticketId}`;
};
