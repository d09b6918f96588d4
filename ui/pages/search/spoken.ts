import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import type { Answer } from './read-answer.ts';
import type { Run } from './search-run.ts';

const spokenAnswer = (answer: Answer): string => {
  const say = translated(searchMessages);
  if (answer.kind === 'failed') return `${say.modelFailed}. ${say.useSolutions}`;
  if (answer.kind === 'too little') return `${answer.sentence} ${say.noAnswer}`;
  return `${say.answer}. ${answer.text} ${answer.cited === undefined ? '' : `${say.basedOn} ${say.number(answer.cited)}`}`;
};

/** What a screen reader is told of a search: how much was found, and the answer once, when it is whole. Refusals speak for themselves. */
export const spoken = ({ found, answer }: Run, answers: boolean): string => {
  const say = translated(searchMessages);
  if (found.state === 'searching') return say.searching;
  if (found.state === 'refused') return '';
  if (found.sources.length === 0) return say.nothing;
  if (answers && answer.state === 'read') return spokenAnswer(answer.answer);
  const count = say.found(found.sources.length);
  return answers && answer.state === 'writing' ? `${count} ${say.answerComes}` : count;
};
