import { dayOf } from '../src/domain/question.ts';
import { questionBytes, verdictBytes } from '../src/domain/stored-bytes.ts';
import type { QuestionChange } from '../src/ports/questions.ts';
import type { Projection } from './projection.ts';

/** The questions that were asked, with their answers and verdicts. */
export const questionsProjection: Projection<QuestionChange> = {
  name: 'questions',
  on: {
    QuestionAnswered: ({ data, metadata: { at }, position }) => [
      { type: 'put', data, at, day: dayOf(at), bytes: questionBytes(data), position },
    ],
    AnswerJudged: ({ data, metadata: { at }, revision }) => {
      const { answerId, helped, ticketId, comment } = data;
      return [
        { type: 'judge', answerId, verdict: { helped, ticketId, comment, at }, bytes: verdictBytes(data), revision },
      ];
    },
    VerdictTakenBack: ({ data: { answerId }, revision }) => [
      { type: 'judge', answerId, verdict: null, bytes: verdictBytes({}), revision },
    ],
    QuestionsExpired: ({ data: { before }, position }) => [{ type: 'expire', before, position }],
    ErasureRequested: ({ data: { collectionId, erasureId, tickets }, position }) => [
      { type: 'erase', collectionId, erasureId, recordIds: tickets.map(({ recordId }) => recordId), position },
    ],
    ErasureProven: ({ data: { collectionId, erasureId, step }, position }) =>
      step === 'answers' ? [{ type: 'prove', collectionId, erasureId, position }] : [],
    CollectionDeleted: ({ data: { collectionId }, position }) => [{ type: 'delete', collectionId, position }],
  },
};
