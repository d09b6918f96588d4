import { firstCharacters } from './characters.ts';
import type { Decider } from './decider.ts';
import { AnswerNotFound, InvalidInput } from './errors.ts';
import { gapKindOf } from './gap.ts';
import type { QuestionGrouped } from './gap-events.ts';
import type { AnswerJudged, QuestionAnswered, QuestionsExpired, VerdictTakenBack } from './question-events.ts';

export type QuestionCommand =
  | { readonly type: 'RecordQuestion'; readonly data: QuestionAnswered['data'] }
  | { readonly type: 'JudgeAnswer'; readonly verdict: Pick<AnswerJudged['data'], 'helped' | 'ticketId' | 'comment'> }
  | { readonly type: 'TakeVerdictBack' }
  | ({ readonly type: 'GroupQuestion' } & Pick<QuestionGrouped['data'], 'gapId' | 'similarity' | 'model' | 'wordings'>);

/** The record ids of all tickets that a question has found, its sources first: the erasure of each takes it. */
export const foundRecords = ({ sources, copies = [] }: Pick<QuestionAnswered['data'], 'sources' | 'copies'>) => [
  ...sources.map(({ recordId }) => recordId),
  ...copies,
];

type QuestionEvent = QuestionAnswered | AnswerJudged | VerdictTakenBack | QuestionGrouped;

export type QuestionState =
  | { readonly status: 'missing' }
  | {
      readonly status: 'recorded';
      readonly data: QuestionAnswered['data'];
      readonly verdict: AnswerJudged['data'] | undefined;
      /** How often the verdict was changed. */
      readonly changes: number;
      /** Whether it was grouped with others, whatever has become of the verdict since. */
      readonly isGrouped: boolean;
    };

type Recorded = Extract<QuestionState, { readonly status: 'recorded' }>;

/** A stream is read as a whole for each change of its verdict. */
const maxChanges = 100;

/** Each answer is one stream, which begins when it has been given. Its verdict may be changed and taken back. */
export const question: Decider<QuestionCommand, QuestionState, QuestionEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'RecordQuestion')
      return state.status === 'missing' ? [{ type: 'QuestionAnswered', data: command.data }] : [];
    if (state.status === 'missing') throw new AnswerNotFound();
    const { answerId, userId, collectionId, sources } = state.data;
    const name = { answerId, userId, collectionId };
    if (command.type === 'GroupQuestion') return grouped(command, state);
    const isTakenBack = command.type === 'TakeVerdictBack';
    if (isTakenBack && !state.verdict) return [];
    if (!isTakenBack) {
      const { helped, ticketId, comment } = command.verdict;
      if (ticketId !== null && !sources.some((source) => source.ticketId === ticketId))
        throw new InvalidInput('ticket_id must be one of the sources of the answer');
      const before = state.verdict;
      if (before?.helped === helped && before.ticketId === ticketId && before.comment === comment) return [];
    }
    if (state.changes >= maxChanges) throw new InvalidInput(`The verdict was changed ${maxChanges} times already`);
    return isTakenBack
      ? [{ type: 'VerdictTakenBack', data: name }]
      : [{ type: 'AnswerJudged', data: { ...name, ...command.verdict } }];
  },

  evolve: (state, event) => {
    if (event.type === 'QuestionAnswered')
      return { status: 'recorded', data: event.data, verdict: undefined, changes: 0, isGrouped: false };
    if (state.status === 'missing') return state;
    if (event.type === 'QuestionGrouped') return { ...state, isGrouped: true };
    const verdict = event.type === 'AnswerJudged' ? event.data : undefined;
    return { ...state, verdict, changes: state.changes + 1 };
  },
};

/** Nothing if it was grouped before, or belongs to no gap any more. */
const grouped = (
  { gapId, similarity, model, wordings }: Extract<QuestionCommand, { readonly type: 'GroupQuestion' }>,
  { data, verdict, isGrouped }: Recorded,
): readonly QuestionGrouped[] => {
  const kind = gapKindOf(data, verdict ?? null);
  if (isGrouped || kind === undefined) return [];
  const { answerId, userId, collectionId } = data;
  return [
    { type: 'QuestionGrouped', data: { answerId, userId, collectionId, gapId, kind, similarity, model, wordings } },
  ];
};

export type RetentionState = { readonly before: string };

/** One stream for the service: the day from which on questions are kept, which only moves on. */
export const questionRetention: Decider<
  { readonly type: 'ExpireQuestions'; readonly before: string },
  RetentionState,
  QuestionsExpired
> = {
  initialState: { before: '' },
  decide: ({ before }, state) => (before > state.before ? [{ type: 'QuestionsExpired', data: { before } }] : []),
  evolve: (_state, event) => event.data,
  subjects: () => ({ says: ['before'] }),
};

/** Code points of an answer that are kept: a gateway may send a MiB, which an event has no room for. */
const keptCharacters = 40_000;

/** An answer as it is kept. */
export const keptAnswer = (answer: string): string => {
  const first = firstCharacters(answer, keptCharacters);
  return first.length < answer.length ? `${first}[…]` : first;
};

/** The day of a time, both ISO 8601 in UTC. */
export const dayOf = (at: string): string => at.slice(0, 10);
