import type { Request } from 'express';
import type { Surface } from '../domain/events.ts';
import { keptAnswer } from '../domain/question.ts';
import type { QuestionAnswered, SentText } from '../domain/question-events.ts';
import { recordId } from '../domain/ticket-record.ts';
import type { Answer, FoundTickets } from '../queries/search-tickets.ts';
import type { SearchOutcome } from './metrics.ts';

type Recorded = QuestionAnswered['data'];

/** Whether a request may leave a trace: with `Do-Not-Record: 1` it does not. */
export const mayBeRecorded = (request: Request): boolean => (request.get('Do-Not-Record') ?? '0').trim() === '0';

/** What was replied to a search. */
export type Reply = {
  readonly outcome: SearchOutcome;
  readonly answer?: Pick<Answer, 'text' | 'cited' | 'work'>;
  /** What was sent to the model for an answer that its client did not wait for. */
  readonly sent?: readonly SentText[];
};

type Asked = {
  readonly answerId: string;
  readonly tenantId: string;
  readonly collectionId: string;
  readonly surface: Surface;
  readonly isFiltered: boolean;
  readonly isDistinct: boolean;
  readonly milliseconds: number;
};

/** The record of a question that was answered; undefined if it was not. */
export const recordedQuestion = (
  { tenantId: userId, answerId, collectionId, surface, isFiltered, isDistinct, milliseconds }: Asked,
  { question, sources, work }: FoundTickets,
  { outcome, answer, sent = answer?.work.sent ?? [] }: Reply,
): Recorded | undefined => {
  if (outcome === 'failed') return undefined;
  const copies = sources.flatMap((source) => source.copies ?? []);
  return {
    ...{ answerId, userId, collectionId, surface, question },
    ...(isFiltered && { isFiltered }),
    ...(isDistinct && { isDistinct }),
    outcome: outcome === 'abandoned' ? 'sources-only' : outcome,
    answer: answer === undefined ? null : keptAnswer(answer.text),
    sources: sources.map(({ ticketId, revision, score }) => ({
      ticketId,
      recordId: recordId(userId, ticketId),
      revision,
      score,
    })),
    ...(copies.length > 0 && { copies: copies.map((ticketId) => recordId(userId, ticketId)) }),
    cited: answer?.cited ?? [],
    embeddingModel: work.embeddingModel,
    chatModel: answer?.work.chatModel ?? sent[0]?.model ?? null,
    promptVersion: answer?.work.promptVersion ?? null,
    milliseconds: { ...work.milliseconds, answer: answer?.work.milliseconds ?? 0, total: Math.round(milliseconds) },
    sent: [...work.sent, ...sent],
  };
};
