import { setImmediate } from 'node:timers/promises';
import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { keptQuestion } from '../domain/kept-question.ts';
import { copiedTexts, passagesOf } from '../domain/passages.ts';
import { streamOf } from '../domain/streams.ts';
import { nameSet } from '../platform/name-set.ts';
import type { ErasedQuestion } from '../ports/questions.ts';
import { eventsOf } from '../ports/stream-events.ts';
import { textsBackwards } from '../ports/ticket-texts.ts';
import type { ErasureTexts } from './erasure-texts.ts';
import type { Turns } from './erasure-turns.ts';
import { keepQuestions, type QuestionPast, type QuestionToKeep } from './keep-question.ts';
import { type CheckResult, recordsOf, type RequestedErasure, type ErasureStores } from './requested-erasure.ts';

/** Streams that are erased at a time, and read at a time. */
const [streamsPerStep, readsAtOnce] = [100, 10];
/** How often streams are read again because of new verdicts. */
const maxAttempts = 10;
/** Positions that the proof lists, since an event has 1 MiB: those beyond are not looked for on the disk of a log's server. */
const maxPositions = 30_000;
/** Of the texts of tickets that questions are compared with: their passages are held in memory. A ticket has each of its texts about four times there. */
const maxCharacters = 1_000_000;
/** Texts of tickets that are read for it, equal ones included. */
const maxTexts = 1_000;

/**
 * Erases the streams of the answers that have a ticket of an erasure among their sources, reads them, and remembers their texts. What may stay of a question is recorded
 * before, without the ticket. One that arrives after this is erased by the purge. Waits until the read model gives them to nobody.
 */
export async function* eraseAnswers(
  stores: Pick<ErasureStores, 'store' | 'questions'>,
  erasure: RequestedErasure,
  texts: ErasureTexts,
): Turns<CheckResult> {
  const { collectionId } = erasure.request;
  const [answers, kept, positions] = [distinct(0), distinct(0), distinct(maxPositions)];
  let left = 0;
  const context = { ...stores, erasure, quoted: quotedPassages(stores, collectionId) };
  for (const recordId of recordsOf(erasure)) {
    for (let after = -1n; ;) {
      const page = await stores.questions.erased({ collectionId, recordId }, { after, limit: streamsPerStep });
      if (!page) return { waitsFor: 'the list of questions does not have the erasure yet' };
      const last = page.at(-1);
      if (!last) break;
      const erased = await eraseStreams(context, await texts.open(erasure.request), page);
      if (!erased) return { waitsFor: 'verdicts are given at the same time' };
      for (const { answerId } of page) answers.add(answerId);
      for (const answerId of erased.kept) kept.add(answerId);
      for (const position of erased.positions) positions.add(position);
      left += erased.left;
      after = last.position;
      yield;
    }
  }
  if (left > 0) return { waitsFor: `the log still gives ${left} events of answers` };
  const unlisted = Math.max(0, positions.count() - maxPositions);
  const found = { answers: answers.count(), kept: kept.count(), events: positions.count(), left, unlisted };
  return { proof: { found, positions: positions.first() } };
}

/** Counts distinct names, of which there may be as many as a tenant has asked questions, and lists the first of them. */
const distinct = (listed: number) => {
  const seen = nameSet();
  const first: string[] = [];
  let count = 0;
  return {
    add: (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      count += 1;
      if (first.length < listed) first.push(name);
    },
    count: () => count,
    first: (): readonly string[] => first,
  };
};

type OpenTexts = Awaited<ReturnType<ErasureTexts['open']>>;
type Store = ErasureStores['store'];
type Context = Pick<ErasureStores, 'store'> & {
  readonly erasure: RequestedErasure;
  readonly quoted: ReturnType<typeof quotedPassages>;
};

/**
 * Tells for erased tickets whether a text has a passage of theirs; of tickets with too much text to compare, that it has. Those of the last ones are
 * remembered.
 */
const quotedPassages = ({ store }: Pick<ErasureStores, 'store'>, collectionId: string) => {
  let known: { readonly ids: string; readonly isQuotedBy: (text: string) => boolean } | undefined;
  return async (recordIds: readonly string[]): Promise<(text: string) => boolean> => {
    const ids = recordIds.join();
    if (known?.ids === ids) return known.isQuotedBy;
    const texts = new Set<string>();
    let [characters, events] = [0, 0];
    for (const recordId of recordIds)
      for await (const event of textsBackwards(store, streamOf.ticket(collectionId, recordId))) {
        for (const text of copiedTexts(event.data)) {
          if (texts.has(text)) continue;
          texts.add(text);
          characters += text.length;
        }
        events += 1;
        if (characters > maxCharacters || events > maxTexts) {
          known = { ids, isQuotedBy: () => true };
          return known.isQuotedBy;
        }
      }
    known = { ids, isQuotedBy: passagesOf([...texts]) };
    return known.isQuotedBy;
  };
};

/** Returns the positions of the events, the questions of which something stays, and how many events the log still gives; undefined if the streams have changed again and again. */
const eraseStreams = async (context: Context, texts: OpenTexts, page: readonly ErasedQuestion[]) => {
  const { store } = context;
  const positions: string[] = [];
  const kept: string[] = [];
  const all = page.map(({ answerId }) => streamOf.question(answerId));
  let open: readonly string[] = all;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) return undefined;
    const found = await readStreams(store, open);
    const toKeep: QuestionToKeep[] = [];
    for (const { past, events } of found) {
      positions.push(...events.map(({ position }) => String(position)));
      const left = past && (await whatMayStay(context, past));
      if (left) toKeep.push(left);
      for (const event of events) texts.add(left && event.type === 'QuestionAnswered' ? withoutQuestion(event) : event);
      // To compare texts takes a millisecond or more.
      await setImmediate();
    }
    await keepQuestions(store, context.erasure.request.erasureId, toKeep);
    kept.push(...toKeep.map(({ past }) => past.answered.data.answerId));
    await texts.save();
    const present = found.flatMap(({ stream, events }) => {
      const last = events.at(-1);
      return last ? [{ stream, revision: last.revision }] : [];
    });
    const gone = found.flatMap(({ stream, events }) => (events.length === 0 ? [stream] : []));
    if (gone.length > 0) await store.erase(gone, 'reserved');
    open = present.length === 0 ? [] : await store.eraseUnchanged(present);
  }
  const after = await readStreams(store, all);
  return { positions, kept, left: after.reduce((sum, { events }) => sum + events.length, 0) };
};

/** It stays in the log, and is no trace. */
const withoutQuestion = (event: RecordedEvent & { readonly type: 'QuestionAnswered' }): RecordedEvent => ({
  ...event,
  data: { ...event.data, question: '' },
});

/** What may stay of a question; undefined if nothing does. Without the texts of the tickets, which an earlier version has erased first, nothing does. */
const whatMayStay = async ({ erasure, quoted }: Context, past: QuestionPast): Promise<QuestionToKeep | undefined> => {
  if (erasure.proven.has('event_log')) return undefined;
  const { answered, judged } = past;
  const erased = new Set(recordsOf(erasure));
  const recordIds = answered.data.sources.map(({ recordId }) => recordId).filter((recordId) => erased.has(recordId));
  const verdict = judged?.type === 'AnswerJudged' ? judged.data : undefined;
  const isQuotedBy = await quoted(recordIds);
  const kept = keptQuestion(answered.data, verdict, { recordIds: new Set(recordIds), isQuotedBy });
  return kept && { past, kept };
};

const readStreams = (store: Store, names: readonly string[]) =>
  Array.fromAsync(mapConcurrently(names, readsAtOnce, (stream) => readStream(store, stream)));

const readStream = async (store: Store, stream: string) => {
  const events = await Array.fromAsync(eventsOf(store, stream));
  const [answered] = events.filter((event) => event.type === 'QuestionAnswered');
  const judged = events.findLast((event) => event.type === 'AnswerJudged' || event.type === 'VerdictTakenBack');
  const grouped = events.findLast((event) => event.type === 'QuestionGrouped');
  const past = answered && ({ answered, judged, grouped } as QuestionPast);
  return { stream, events, past };
};
