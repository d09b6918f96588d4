import type { Found } from '../../api/records.ts';
import { levelOfFound, nearestLevel } from '../../components/similarity.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import type { AnswerState, SearchState } from './search-runner.ts';

/** `unsure`: answered from a ticket that is similar, but not very. `doubtful`: from one that is only distantly similar. `open`: no answer is wanted, or none is there yet, or it was stopped or has failed. */
type Outcome = 'answered' | 'unsure' | 'doubtful' | 'unanswered' | 'open';

/** The names of messages. Without `answer` there is no panel of an answer. */
type Sentences = {
  readonly heading: 'similar' | 'partlySimilar' | 'unanswered' | 'weak';
  /** Under the heading of the list. */
  readonly advice?: 'weakText' | 'ifOther';
  readonly answer?: 'answer' | 'possibleAnswer';
  /** What to check before the answer is used. */
  readonly doubt?: 'doubt' | 'mayBeOther';
  /** Why there is no answer, and what is done about it first. */
  readonly why?: 'noSureAnswer' | 'verySimilarUnsure' | 'similarUnsure';
  readonly next?: 'lookNearby' | 'readSolution' | 'compareCases';
};

const possible = { answer: 'possibleAnswer', doubt: 'doubt' } as const;
const found: Readonly<Record<'open' | 'answered' | 'unsure' | 'doubtful', Sentences>> = {
  open: { heading: 'similar', answer: 'answer' },
  answered: { heading: 'similar', answer: 'answer' },
  unsure: { heading: 'similar', answer: 'possibleAnswer', doubt: 'mayBeOther' },
  doubtful: { heading: 'similar', ...possible },
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
    answered: found.answered,
    unsure: found.unsure,
    doubtful: { heading: 'partlySimilar', advice: 'ifOther', ...possible },
  },
};

type Shown = Pick<Found, 'sources' | 'levels' | 'isExtractive'>;
type Level = ReturnType<typeof levelOfFound>;

const outcomeOf = (found: Shown, answer: AnswerState): Outcome => {
  if (answer.state !== 'read' || answer.answer.kind === 'failed') return 'open';
  if (answer.answer.kind === 'too little') return 'unanswered';
  return outcomeOfBasis(basisOf(found, answer)?.level);
};

/** What an answer is, by the level of the ticket that it is written from. */
const outcomeOfBasis = (level: Level | undefined): 'answered' | 'unsure' | 'doubtful' =>
  level === 'remote' ? 'doubtful' : level === 'similar' ? 'unsure' : 'answered';

/** Without a model an answer is the solution of one ticket, word for word, whatever was asked: it is called what it is. */
const ofExtractive = {
  answer: 'similarSolution',
  possibleAnswer: 'possibleSolution',
  doubt: 'doubtFound',
  mayBeOther: 'mayBeOtherFound',
} as const;

type Names = typeof ofExtractive;
/** As `Sentences`, also of an answer that no model has written. */
type Said = Omit<Sentences, 'answer' | 'doubt'> & {
  readonly answer?: Sentences['answer'] | Names['answer' | 'possibleAnswer'];
  readonly doubt?: Sentences['doubt'] | Names['doubt' | 'mayBeOther'];
};

/** The heading of an answer by the level of the ticket that it is written from. */
export const answerHeading = (level: Level, isExtractive: boolean): NonNullable<Said['answer']> => {
  const { answer = 'answer' } = found[outcomeOfBasis(level)];
  return isExtractive ? ofExtractive[answer] : answer;
};

/** The ticket that an answer is written from, and how similar it is. An answer that cites none is taken to be written from the nearest. */
const basisOf = (
  { sources, levels }: Shown,
  answer: AnswerState,
): { readonly cited: string | undefined; readonly level: Level } | undefined => {
  if (answer.state !== 'read' || answer.answer.kind !== 'written') return undefined;
  const { cited = sources[0]?.ticket_id } = answer.answer;
  const index = sources.findIndex(({ ticket_id: id }) => id === cited);
  return { cited, level: levelOfFound(sources, index, levels) };
};

/** The id of the ticket that an answer is written from although it is only distantly similar: it is called partly similar. */
export const partlyBasis = (found: Shown, answer: AnswerState): string | undefined => {
  const basis = basisOf(found, answer);
  return basis?.level === 'remote' ? basis.cited : undefined;
};

/** A search as it is shown: without the answer that it has while the switch for answers is off. */
export const shownSearch = (search: SearchState | undefined, withAnswers: boolean): SearchState | undefined =>
  search && !withAnswers ? { ...search, answer: { state: 'off' } } : search;

/** The names of what is said of a search that has found tickets. */
export const sentencesFor = (found: Shown, answer: AnswerState): Said => {
  const outcome = outcomeOf(found, answer);
  const said = sentencesOfSearch[nearestLevel(found.sources, found.levels)][outcome];
  if (!found.isExtractive || outcome === 'open' || outcome === 'unanswered') return said;
  return {
    ...said,
    ...(said.answer && { answer: ofExtractive[said.answer] }),
    ...(said.doubt && { doubt: ofExtractive[said.doubt] }),
  };
};

/** What to check before an answer is used: its ticket is not very similar, or the one that it cites is flagged as out of date. */
export const answerDoubts = (
  cited: string | undefined,
  { sources, isExtractive }: Pick<Found, 'sources' | 'isExtractive'>,
  { doubt }: Said,
): readonly string[] => {
  const messages = translated(searchMessages);
  const isFlagged = sources.some((source) => source.ticket_id === cited && source.isFlagged);
  return [
    ...(doubt === undefined ? [] : [messages[doubt]]),
    ...(isFlagged ? [messages[isExtractive ? 'outdatedFound' : 'outdated'](messages.number(cited ?? ''))] : []),
  ];
};
