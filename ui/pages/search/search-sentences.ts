import type { Found } from '../../api/records.ts';
import { nearestLevel } from '../../components/similarity.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import type { AnswerState, SearchState } from './search-runner.ts';

/** `open`: no answer is wanted, or none is there yet, or it was stopped or has failed. */
type Outcome = 'answered' | 'unanswered' | 'open';

/** The names of messages. Without `answer` there is no panel of an answer. */
type Sentences = {
  readonly heading: 'similar' | 'unanswered' | 'weak';
  /** Under the heading of the list. */
  readonly advice?: 'weakText' | 'weakAnswered';
  readonly answer?: 'answer' | 'possibleAnswer';
  /** What to check before the answer is used. */
  readonly doubt?: 'doubt';
  /** Why there is no answer, and what is done about it first. */
  readonly why?: 'noSureAnswer' | 'verySimilarUnsure' | 'similarUnsure';
  readonly next?: 'lookNearby' | 'readSolution' | 'compareCases';
};

const found: Readonly<Record<'open' | 'answered', Sentences>> = {
  open: { heading: 'similar', answer: 'answer' },
  answered: { heading: 'similar', answer: 'answer' },
};
const none = { heading: 'unanswered', answer: 'answer' } as const;

/** What is said of a search, by the level of its nearest ticket and by its answer: all parts of the page say it by this table, so that none contradicts another. */
const sentencesOfSearch: Readonly<Record<ReturnType<typeof nearestLevel>, Readonly<Record<Outcome, Sentences>>>> = {
  verySimilar: { ...found, unanswered: { ...none, why: 'verySimilarUnsure', next: 'readSolution' } },
  similar: { ...found, unanswered: { ...none, why: 'similarUnsure', next: 'compareCases' } },
  unknown: { ...found, unanswered: { ...none, why: 'noSureAnswer', next: 'lookNearby' } },
  remote: {
    open: { heading: 'weak', advice: 'weakText' },
    unanswered: { heading: 'weak', advice: 'weakText' },
    answered: { heading: 'weak', advice: 'weakAnswered', answer: 'possibleAnswer', doubt: 'doubt' },
  },
};

const outcomeOf = (answer: AnswerState): Outcome => {
  if (answer.state !== 'read' || answer.answer.kind === 'failed') return 'open';
  return answer.answer.kind === 'written' ? 'answered' : 'unanswered';
};

/** A search as it is shown: without the answer that it has while the switch for answers is off. */
export const shownSearch = (search: SearchState | undefined, withAnswers: boolean): SearchState | undefined =>
  search && !withAnswers ? { ...search, answer: { state: 'off' } } : search;

/** The names of what is said of a search that has found tickets. */
export const sentencesFor = ({ sources, levels }: Pick<Found, 'sources' | 'levels'>, answer: AnswerState): Sentences =>
  sentencesOfSearch[nearestLevel(sources, levels)][outcomeOf(answer)];

/** What to check before an answer is used: its tickets are only distantly similar, or the one that it cites is flagged as out of date. */
export const answerDoubts = (
  cited: string | undefined,
  { sources }: Pick<Found, 'sources'>,
  { doubt }: Sentences,
): readonly string[] => {
  const messages = translated(searchMessages);
  const isFlagged = sources.some((source) => source.ticket_id === cited && source.isFlagged);
  return [
    ...(doubt === undefined ? [] : [messages[doubt]]),
    ...(isFlagged ? [messages.outdated(messages.number(cited ?? ''))] : []),
  ];
};
