import type { Found } from '../../api/records.ts';
import { areWeak } from '../../components/similarity.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { answerDoubts } from './answer-doubts.ts';
import type { Answer } from './parse-answer.ts';
import { filterText } from './search-filter.ts';
import type { SearchState } from './search-runner.ts';

type Shown = Pick<Found, 'sources' | 'levels'>;

const answerText = (answer: Answer, text: string, found: Shown): string => {
  const messages = translated(searchMessages);
  if (answer.kind === 'failed')
    return `${text === '' ? messages.modelFailed : messages.answerCut}. ${messages.useSolutions}`;
  if (answer.kind === 'too little') return `${answer.sentence} ${messages.noAnswer}`;
  const source = answer.cited === undefined ? '' : `${messages.basedOn} ${messages.number(answer.cited)}`;
  const name = areWeak(found.sources, found.levels) ? messages.possibleAnswer : messages.answer;
  return [`${name}.`, ...answerDoubts(answer.cited, found), answer.text, source].join(' ');
};

/** The text of the page's live region: the number of tickets found, then the complete answer, never one that grows. Empty for refusals, which are alerts themselves. */
export const searchAnnouncement = (
  { found, answer, filter }: SearchState,
  { withAnswers, isEmpty }: { readonly withAnswers: boolean; readonly isEmpty: boolean },
): string => {
  const messages = translated(searchMessages);
  if (found.state === 'searching') return messages.searching;
  if (found.state === 'refused') return '';
  if (found.sources.length === 0) {
    if (isEmpty) return messages.nothing;
    return filterText(filter) === '' ? messages.noWords : messages.noneFiltered;
  }
  const count = messages.found(found.sources.length);
  const isWritten = answer.state === 'read' && answer.answer.kind === 'written';
  const isWeak = areWeak(found.sources, found.levels);
  if (isWeak && !(withAnswers && isWritten)) return `${messages.weak}. ${count}`;
  if (withAnswers && answer.state === 'read') return answerText(answer.answer, answer.text, found);
  if (withAnswers && answer.state === 'stopped') return `${messages.answer}: ${messages.stopped}`;
  return withAnswers && answer.state === 'writing' ? `${count} ${messages.answerComes}` : count;
};
