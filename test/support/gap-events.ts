import type {
  GapClosed,
  GapDismissed,
  GapReopened,
  GapRestored,
  QuestionGrouped,
} from '../../src/domain/gap-events.ts';
import type { Fact, RecordedEvent } from '../../src/domain/events.ts';
import type { exampleCollection } from './collection-events.ts';
import { exampleQuestion, on } from './question-events.ts';
import { recorded } from './recorded-events.ts';

type Home = ReturnType<typeof exampleCollection>;
type Question = ReturnType<typeof exampleQuestion>;

const nameOf = ({ data: { answerId, userId, collectionId } }: Question) => ({ answerId, userId, collectionId });

/** That a question belongs to the gap which another, or itself, has begun. */
export const grouped = (
  question: Question,
  first: Question = question,
  wordings: readonly Question[] = [question],
): QuestionGrouped => ({
  type: 'QuestionGrouped',
  data: {
    ...nameOf(question),
    gapId: first.answerId,
    kind: question.data.outcome === 'too-little' ? 'nothing-there' : 'there-but-wrong',
    similarity: question === first ? null : 0.6,
    model: 'test-4',
    wordings: wordings.map(({ answerId }) => answerId),
  },
});

const gapName = (first: Question) => {
  const { answerId: gapId, userId, collectionId } = nameOf(first);
  return { gapId, userId, collectionId };
};

/** That the gap of a first question was dismissed, restored, or closed by tickets. */
export const dismissed = (first: Question): GapDismissed => ({ type: 'GapDismissed', data: gapName(first) });
export const restored = (first: Question): GapRestored => ({ type: 'GapRestored', data: gapName(first) });
export const closed = (first: Question, ...ticketIds: readonly string[]): GapClosed => ({
  type: 'GapClosed',
  data: { ...gapName(first), ticketIds, tried: 3, answered: 3 },
});

/** That most questions of the gap would not be answered any more. */
export const reopened = (first: Question): GapReopened => ({
  type: 'GapReopened',
  data: { ...gapName(first), tried: 3, answered: 0 },
});

export const gapDay = '2026-11-20';

/** Facts as a log has them that were recorded on one day, each with a revision of its own. */
export const onGapDay = (...facts: readonly Fact[]): readonly RecordedEvent[] =>
  recorded(facts).map((event, index) => on(event, gapDay, index));

/** A question that was not answered, though tickets were found for it. */
export const unanswered = (home: Home, question = 'Где чек', ticketIds: readonly string[] = ['1']) =>
  exampleQuestion(home, ticketIds, { outcome: 'too-little', question, answer: null, cited: [] });

/** Three such questions with two wordings. */
export const threeOf = (home: Home) =>
  [unanswered(home, 'Где чек'), unanswered(home, 'Пришлите чек'), unanswered(home, 'где чек?!')] as const;
