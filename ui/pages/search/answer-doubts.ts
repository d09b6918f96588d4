import type { Found } from '../../api/records.ts';
import { areWeak } from '../../components/similarity.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

/** What to check before an answer is used: its ticket is only distantly similar, or flagged as out of date. */
export const answerDoubts = (
  cited: string | undefined,
  { sources, levels }: Pick<Found, 'sources' | 'levels'>,
): readonly string[] => {
  const messages = translated(searchMessages);
  const isFlagged = sources.some((source) => source.ticket_id === cited && source.isFlagged);
  return [
    ...(areWeak(sources, levels) ? [messages.doubt] : []),
    ...(isFlagged ? [messages.outdated(messages.number(cited ?? ''))] : []),
  ];
};
