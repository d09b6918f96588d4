import type { Found } from '../../api/records.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { filterText } from './search-filter.ts';
import type { AnswerState, SearchState } from './search-runner.ts';
import { answerDoubts, sentencesFor } from './search-sentences.ts';

type Shown = Pick<Found, 'sources' | 'levels' | 'isExtractive'>;

const answerText = (state: Extract<AnswerState, { readonly state: 'read' }>, found: Shown): string => {
  const messages = translated(searchMessages);
  const { answer, text } = state;
  const said = sentencesFor(found, state);
  if (answer.kind === 'failed')
    return `${text === '' ? messages.modelFailed : messages.answerCut}. ${messages.useSolutions}`;
  if (answer.kind === 'too little') return `${answer.sentence} ${messages[said.why ?? 'noSureAnswer']}`;
  const source = answer.cited === undefined ? '' : `${messages.basedOn} ${messages.number(answer.cited)}`;
  return [
    `${messages[said.answer ?? 'answer']}.`,
    ...answerDoubts(answer.cited, found, said),
    answer.text,
    source,
  ].join(' ');
};

/** The text of the page's live region: the number of tickets found, then the complete answer, never one that grows. Empty for refusals, which are alerts themselves. */
export const searchAnnouncement = (
  { found, answer, filter }: SearchState,
  { isEmpty }: { readonly isEmpty: boolean },
): string => {
  const messages = translated(searchMessages);
  if (found.state === 'searching') return messages.searching;
  if (found.state === 'refused') return '';
  if (found.sources.length === 0) {
    if (isEmpty) return messages.nothing;
    return filterText(filter) === '' ? messages.noWords : messages.noneFiltered;
  }
  const count = messages.found(found.sources.length);
  const said = sentencesFor(found, answer);
  if (said.answer === undefined) return `${messages[said.heading]}. ${count}`;
  if (answer.state === 'read') return answerText(answer, found);
  if (answer.state === 'stopped') return `${messages.answer}: ${messages.stopped}`;
  return answer.state === 'writing' ? `${count} ${messages.answerComes}` : count;
};
