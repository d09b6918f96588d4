import type { RecordedEvent } from '../src/domain/events.ts';
import { dayOf } from '../src/domain/question.ts';
import { gapEventBytes, groupingBytes, questionBytes, verdictBytes } from '../src/domain/stored-bytes.ts';
import type { TicketFact } from '../src/domain/ticket-events.ts';
import type { QuestionChange } from '../src/ports/questions.ts';
import type { Projection } from './projection.ts';

const changeTickets = ({ data: { collectionId }, position }: RecordedEvent<TicketFact>): readonly QuestionChange[] => [
  { type: 'change tickets', collectionId, position },
];

/** The questions that were asked, with their answers and verdicts, and the gaps that they show. */
export const questionsProjection: Projection<QuestionChange> = {
  name: 'questions',
  on: {
    QuestionAnswered: ({ data, metadata: { at }, position }) => {
      const order = data.replaces ? BigInt(data.replaces.position) : position;
      return [{ type: 'put', data, at, day: dayOf(at), bytes: questionBytes(data), position, order }];
    },
    AnswerJudged: ({ data, metadata: { at }, revision, position }) => {
      const { answerId, helped, ticketId, comment } = data;
      const verdict = { helped, ticketId, comment, at };
      return [{ type: 'judge', answerId, verdict, bytes: verdictBytes(data), revision, position }];
    },
    VerdictTakenBack: ({ data: { answerId }, revision, position }) => [
      { type: 'judge', answerId, verdict: null, bytes: verdictBytes({}), revision, position },
    ],
    QuestionGrouped: ({ data, position }) => {
      const { answerId, gapId, wordings } = data;
      return [{ type: 'group', answerId, gapId, wordings, bytes: groupingBytes(data), position }];
    },
    GapDismissed: ({ data: { collectionId, gapId }, position }) => [
      { type: 'dismiss', collectionId, gapId, bytes: gapEventBytes({}), position },
    ],
    GapRestored: ({ data: { collectionId, gapId }, position }) => [
      { type: 'restore', collectionId, gapId, bytes: gapEventBytes({}), position },
    ],
    GapClosed: ({ data, metadata: { at }, position }) => {
      const { collectionId, gapId, ticketIds } = data;
      return [{ type: 'close', collectionId, gapId, closing: { at, ticketIds }, bytes: gapEventBytes(data), position }];
    },
    GapReopened: ({ data: { collectionId, gapId }, position }) => [
      { type: 'reopen', collectionId, gapId, bytes: gapEventBytes({}), position },
    ],
    TicketStored: changeTickets,
    TicketStoredAgain: changeTickets,
    TicketCorrected: changeTickets,
    TicketWithdrawn: changeTickets,
    TicketUndone: changeTickets,
    TicketRestored: changeTickets,
    QuestionsExpired: ({ data: { before }, position }) => [{ type: 'expire', before, position }],
    ErasureRequested: ({ data: { collectionId, erasureId, tickets }, position }) => [
      { type: 'erase', collectionId, erasureId, recordIds: tickets.map(({ recordId }) => recordId), position },
      { type: 'change tickets', collectionId, position },
    ],
    ErasureProven: ({ data: { collectionId, erasureId, step }, position }) =>
      step === 'answers' ? [{ type: 'prove', collectionId, erasureId, position }] : [],
    CollectionDeleted: ({ data: { collectionId }, position }) => [{ type: 'delete', collectionId, position }],
  },
};
