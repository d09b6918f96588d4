import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import type { Answer } from './parse-answer.ts';
import type { SearchState } from './search-runner.ts';

const spokenAnswer = (answer: Answer): string => {
  const messages = translated(searchMessages);
  if (answer.kind === 'failed') return `${messages.modelFailed}. ${messages.useSolutions}`;
  if (answer.kind === 'too little') return `${answer.sentence} ${messages.noAnswer}`;
  return `${messages.answer}. ${answer.text} ${answer.cited === undefined ? '' : `${messages.basedOn} ${messages.number(answer.cited)}`}`;
};

/** What a screen reader is told of a search: how much was found, and the answer once, when it is whole. Refusals speak for themselves. */
export const searchAnnouncement = ({ found, answer }: SearchState, answers: boolean): string => {
  const messages = translated(searchMessages);
  if (found.state === 'searching') return messages.searching;
  if (found.state === 'refused') return '';
  if (found.sources.length === 0) return messages.nothing;
  if (answers && answer.state === 'read') return spokenAnswer(answer.answer);
  const count = messages.found(found.sources.length);
  return answers && answer.state === 'writing' ? `${count} ${messages.answerComes}` : count;
};
