import { randomUUID } from 'node:crypto';
import type { Fact, RecordedEvent } from '../../src/domain/events.ts';
import type { AnswerJudged, QuestionAnswered, VerdictTakenBack } from '../../src/domain/question-events.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import type { Generation } from '../../src/ports/read-model.ts';
import type { exampleCollection } from './collection-events.ts';
import { recorded } from './recorded-events.ts';

type Home = Pick<ReturnType<typeof exampleCollection>, 'collectionId' | 'tenantId'>;

/** A question of a collection, answered from tickets. */
export const exampleQuestion = (
  { collectionId, tenantId: userId }: Home,
  ticketIds: readonly string[] = ['1'],
  given: Partial<QuestionAnswered['data']> = {},
) => {
  const answerId = randomUUID();
  const name = { answerId, userId, collectionId };
  const data: QuestionAnswered['data'] = {
    ...name,
    surface: 'web',
    question: `Как войти, случай ${answerId}`,
    outcome: 'answered',
    answer: 'Сбросьте пароль.',
    sources: ticketIds.map((ticketId, index) => ({
      ...{ ticketId, recordId: recordId(userId, ticketId) },
      ...{ revision: 1, score: 0.9 - index / 10 },
    })),
    cited: ticketIds.slice(0, 1),
    embeddingModel: 'test-4',
    chatModel: 'extractive',
    promptVersion: null,
    milliseconds: { embedding: 1, search: 2, answer: 3, total: 6 },
    sent: [],
    ...given,
  };
  return {
    ...{ answerId, data },
    answered: { type: 'QuestionAnswered', data } satisfies QuestionAnswered,
    judged: (helped: boolean, ticketId: string | null = null, comment: string | null = null): AnswerJudged => ({
      type: 'AnswerJudged',
      data: { ...name, helped, ticketId, comment },
    }),
    takenBack: { type: 'VerdictTakenBack', data: name } satisfies VerdictTakenBack,
  };
};

/** An event at a time, with a revision in its stream. */
export const on = (event: RecordedEvent, day: string, revision = 0): RecordedEvent => ({
  ...event,
  revision,
  metadata: { ...event.metadata, at: `${day}T10:00:00.000Z` },
});

/** The day of the events of `inLog`. */
export const day = '2026-11-20';
export const inLog = (...facts: readonly Fact[]): readonly RecordedEvent[] =>
  recorded(facts).map((event) => on(event, day));

/** Removes what the purge would, after it has erased the streams; returns their names. */
export const purgeQuestions = async (generation: Generation<never>): Promise<readonly string[]> => {
  const removed: string[] = [];
  for (let found = await generation.orphans(2); found.length > 0; found = await generation.orphans(2)) {
    removed.push(...found.map(({ recordId: name }) => name));
    await generation.remove(found);
  }
  return removed.toSorted();
};
