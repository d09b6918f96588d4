import { appendWithRetry } from '../commands/command-handler.ts';
import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { Unavailable } from '../domain/errors.ts';
import type { NewEvent, RecordedEvent } from '../domain/events.ts';
import type { QuestionGrouped } from '../domain/gap-events.ts';
import type { KeptQuestion } from '../domain/kept-question.ts';
import type { AnswerJudged, QuestionAnswered, VerdictTakenBack } from '../domain/question-events.ts';
import { streamOf } from '../domain/streams.ts';
import { uuidV5 } from '../platform/uuid.ts';
import type { Append, EventStore } from '../ports/event-store.ts';
import { eventsOf } from '../ports/stream-events.ts';

/** The events of a question's stream that say what it is now. */
export type QuestionPast = {
  readonly answered: RecordedEvent<QuestionAnswered>;
  readonly judged: RecordedEvent<AnswerJudged | VerdictTakenBack> | undefined;
  readonly grouped: RecordedEvent<QuestionGrouped> | undefined;
};

type Store = Pick<EventStore, 'appendAll' | 'readPage'>;

/** What is left of a question, with what it was. */
export type QuestionToKeep = { readonly past: QuestionPast; readonly kept: KeptQuestion };

const readsAtOnce = 10;

/**
 * Records what is left of questions, each in a stream of its own, before those with the erased ticket are erased: with the times of their events, and with ids that follow
 * from those, so that a repeat adds only what has come since, such as another verdict. All of them share a durable commit.
 */
export const keepQuestions = async (
  store: Store,
  erasureId: string,
  questions: readonly QuestionToKeep[],
): Promise<void> => {
  const toAppend = (question: QuestionToKeep) => appendOf(store, erasureId, question);
  const appends = (await Array.fromAsync(mapConcurrently(questions, readsAtOnce, toAppend))).filter(
    ({ events }) => events.length > 0,
  );
  if (appends.length === 0) return;
  const outcomes = await appendWithRetry(store, appends);
  for (const [index, { stream, expected }] of appends.entries()) {
    if (outcomes[index]?.outcome === 'appended') continue;
    // Its stream was erased since an attempt before, with another of its tickets: what may stay of it is recorded.
    if (expected === 'no stream' && (await recordedIn(store, stream)).ids.size === 0) continue;
    throw new Unavailable('A verdict was given at the same time');
  }
};

/** It has no events if all of them are recorded. */
const appendOf = async (store: Store, erasureId: string, { past, kept }: QuestionToKeep): Promise<Append> => {
  const answerId = uuidV5(erasureId, past.answered.data.answerId);
  const stream = streamOf.question(answerId);
  const before = await recordedIn(store, stream);
  const events = keptEvents(past, kept, answerId).filter(
    ({ id, type }) => !before.ids.has(id) && (type !== 'VerdictTakenBack' || before.ids.size > 0),
  );
  return { stream, expected: before.revision ?? 'no stream', events };
};

const recordedIn = async (store: Store, stream: string) => {
  const ids = new Set<string>();
  let revision: number | undefined;
  for await (const event of eventsOf(store, stream)) {
    ids.add(event.id);
    ({ revision } = event);
  }
  return { ids, revision };
};

const keptEvents = (
  { answered, judged, grouped }: QuestionPast,
  { verdict, ...left }: KeptQuestion,
  answerId: string,
): readonly NewEvent[] => {
  const { userId, collectionId, replaces } = answered.data;
  const name = { answerId, userId, collectionId };
  const place = { answerId: answered.data.answerId, position: replaces?.position ?? String(answered.position) };
  const like = ({ id, metadata }: RecordedEvent) => ({ id: uuidV5(answerId, id), metadata });
  const question: NewEvent = {
    ...like(answered),
    type: 'QuestionAnswered',
    data: { ...answered.data, ...left, answerId, replaces: place },
  };
  // One that was taken back, or named an erased ticket, takes back what an attempt before may have recorded.
  const said: NewEvent[] = judged
    ? [
        verdict
          ? { ...like(judged), type: 'AnswerJudged', data: { ...verdict, ...name } }
          : { ...like(judged), type: 'VerdictTakenBack', data: name },
      ]
    : [];
  const ownId = (id: string) => (id === place.answerId ? answerId : id);
  const group: NewEvent[] = grouped
    ? [
        {
          ...like(grouped),
          type: 'QuestionGrouped',
          data: { ...grouped.data, answerId, wordings: grouped.data.wordings.map(ownId) },
        },
      ]
    : [];
  return [question, ...said, ...group];
};
