import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import type { Steps } from '../concurrency/steps.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { type KeptQuestion, keptQuestion } from '../domain/kept-question.ts';
import { foundRecords } from '../domain/question.ts';
import { copiedTexts, passagesOf } from '../domain/passages.ts';
import { streamOf } from '../domain/streams.ts';
import { nameSet } from '../platform/name-set.ts';
import type { ErasedQuestion } from '../ports/questions.ts';
import { eventsOf } from '../ports/stream-events.ts';
import { textsBackwards } from '../ports/ticket-texts.ts';
import type { ErasureTexts } from './erasure-texts.ts';
import { stepsInTurns, type Turns } from './erasure-turns.ts';
import { keepQuestions, type QuestionPast, type QuestionToKeep } from './keep-question.ts';
import { type CheckResult, recordsOf, type RequestedErasure, type ErasureStores } from './requested-erasure.ts';

/** Streams that are erased at a time, and read at a time. */
const [streamsPerStep, readsAtOnce] = [100, 10];
/** How often streams are read again because of new verdicts. */
const maxAttempts = 10;
/** Positions that the proof lists, since an event has 1 MiB: those beyond are not looked for on the disk of a log's server. */
const maxPositions = 30_000;
/** Of the texts of a ticket that questions are compared with: their passages are held in memory. A ticket has each of its texts about four times there. */
const maxCharacters = 1_000_000;
/** Versions of a ticket that are read for it, equal ones included. */
const maxTexts = 1_000;

/**
 * Erases the streams of the answers that have found a ticket of an erasure, as a source or as one that a source stands for, reads them, and remembers their texts. What may stay of a question is recorded
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
  const context = { ...stores, erasure };
  for (const recordId of recordsOf(erasure)) {
    for (let after = -1n; ;) {
      const page = await stores.questions.erased({ collectionId, recordId }, { after, limit: streamsPerStep });
      if (!page) return { waitsFor: 'the list of questions does not have the erasure yet' };
      const last = page.at(-1);
      if (!last) break;
      const erased = yield* eraseStreams(context, await texts.open(erasure.request), page);
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
type Context = Pick<ErasureStores, 'store'> & { readonly erasure: RequestedErasure };
type Erased = { readonly positions: readonly string[]; readonly kept: readonly string[]; readonly left: number };

/** Tells whether a text has a passage of a ticket; of a ticket with too much text to compare, that it has. */
async function* passagesOfTicket(store: Store, stream: string): Turns<(text: string) => boolean> {
  const texts = new Set<string>();
  let [characters, events] = [0, 0];
  for await (const event of textsBackwards(store, stream)) {
    for (const text of copiedTexts(event.data)) {
      if (texts.has(text)) continue;
      texts.add(text);
      characters += text.length;
    }
    events += 1;
    if (characters > maxCharacters || events > maxTexts) return () => true;
  }
  return yield* stepsInTurns(passagesOf([...texts]));
}

/**
 * The texts of each question that have a passage of an erased ticket that it has found. Each ticket is compared with all of the questions before the next, so
 * that the passages of one are in memory, and made once, whatever other tickets the questions have.
 */
async function* quotedTexts(
  { store, erasure }: Context,
  questions: readonly QuestionPast[],
): Turns<ReadonlyMap<QuestionPast, ReadonlySet<string>>> {
  const quoted = new Map(questions.map((past) => [past, new Set<string>()]));
  const erased = new Set(recordsOf(erasure));
  const citing = Map.groupBy(
    questions.flatMap((past) => foundRecords(past.answered.data).map((recordId) => ({ recordId, past }))),
    ({ recordId }) => recordId,
  );
  for (const [recordId, those] of citing) {
    if (!erased.has(recordId)) continue;
    const isQuotedBy = yield* passagesOfTicket(store, streamOf.ticket(erasure.request.collectionId, recordId));
    const addQuoted = function* (): Steps<void> {
      for (const { past } of those) {
        for (const text of comparedTexts(past)) if (isQuotedBy(text)) quoted.get(past)?.add(text);
        yield;
      }
    };
    yield* stepsInTurns(addQuoted());
  }
  return quoted;
}

/** Returns the positions of the events, the questions of which something stays, and how many events the log still gives; undefined if the streams have changed again and again. */
async function* eraseStreams(
  context: Context,
  texts: OpenTexts,
  page: readonly ErasedQuestion[],
): Turns<Erased | undefined> {
  const { store } = context;
  const positions: string[] = [];
  const kept: string[] = [];
  const all = page.map(({ answerId }) => streamOf.question(answerId));
  let open: readonly string[] = all;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) return undefined;
    const found = await readStreams(store, open);
    const staying = yield* whatMayStay(context, found);
    const toKeep: QuestionToKeep[] = [];
    for (const { past, events } of found) {
      positions.push(...events.map(({ position }) => String(position)));
      const left = past && staying.get(past);
      if (left) toKeep.push({ past, kept: left });
      for (const event of events) texts.add(left && event.type === 'QuestionAnswered' ? withoutQuestion(event) : event);
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
}

/** It stays in the log, and is no trace. */
const withoutQuestion = (event: RecordedEvent & { readonly type: 'QuestionAnswered' }): RecordedEvent => ({
  ...event,
  data: { ...event.data, question: '' },
});

/** What may stay of questions. Without the texts of the tickets, which an earlier version has erased first, nothing does. */
async function* whatMayStay(
  context: Context,
  found: readonly { readonly past: QuestionPast | undefined }[],
): Turns<ReadonlyMap<QuestionPast, KeptQuestion>> {
  const staying = new Map<QuestionPast, KeptQuestion>();
  if (context.erasure.proven.has('event_log')) return staying;
  const recordIds = new Set(recordsOf(context.erasure));
  const quoted = yield* quotedTexts(
    context,
    found.flatMap(({ past }) => past ?? []),
  );
  for (const [past, texts] of quoted) {
    const isQuotedBy = (text: string) => texts.has(text);
    const kept = keptQuestion(past.answered.data, verdictOf(past), { recordIds, isQuotedBy });
    if (kept) staying.set(past, kept);
  }
  return staying;
}

const verdictOf = ({ judged }: QuestionPast) => (judged?.type === 'AnswerJudged' ? judged.data : undefined);

/** Those that `keptQuestion` asks of. */
const comparedTexts = (past: QuestionPast): readonly string[] => {
  const { question, answer } = past.answered.data;
  return [question, answer ?? '', verdictOf(past)?.comment ?? ''];
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
