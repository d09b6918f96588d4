import { setTimeout } from 'node:timers/promises';
import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { streamOf } from '../domain/streams.ts';
import type { ErasedQuestion } from '../ports/questions.ts';
import { eventsOf } from '../ports/ticket-streams.ts';
import type { ErasureTexts } from './erasure-texts.ts';
import { type CheckResult, recordsOf, type RequestedErasure, type ErasureStores } from './requested-erasure.ts';

/** Streams that are erased at a time, and read at a time. */
const [streamsPerStep, readsAtOnce] = [100, 10];
const pauseBetweenStepsMs = 5;
/** How often streams are read again because of new verdicts. */
const maxAttempts = 10;
/** Positions that the proof lists, since an event has 1 MiB: those beyond are not looked for on the disk of a log's server. */
const maxPositions = 30_000;

/**
 * Erases the streams of the answers that quote a ticket of an erasure, reads them, and remembers their texts. One that arrives after this is erased by the
 * purge. Waits until the read model gives them to nobody.
 */
export const eraseAnswers = async (
  { store, questions }: Pick<ErasureStores, 'store' | 'questions'>,
  erasure: RequestedErasure,
  texts: ErasureTexts,
): Promise<CheckResult> => {
  const { collectionId } = erasure.request;
  const answers = new Set<string>();
  const positions = new Set<string>();
  let left = 0;
  for (const recordId of recordsOf(erasure)) {
    for (let after = -1n; ;) {
      const page = await questions.erased({ collectionId, recordId }, { after, limit: streamsPerStep });
      if (!page) return { waitsFor: 'the list of questions does not have the erasure yet' };
      const last = page.at(-1);
      if (!last) break;
      const erased = await eraseStreams(store, await texts.open(erasure.request), page);
      if (!erased) return { waitsFor: 'verdicts are given at the same time' };
      for (const { answerId } of page) answers.add(answerId);
      for (const position of erased.positions) positions.add(position);
      left += erased.left;
      after = last.position;
      await setTimeout(pauseBetweenStepsMs);
    }
  }
  if (left > 0) return { waitsFor: `the log still gives ${left} events of answers` };
  const unlisted = Math.max(0, positions.size - maxPositions);
  const found = { answers: answers.size, events: positions.size, left, unlisted };
  return { proof: { found, positions: [...positions].slice(0, maxPositions) } };
};

type OpenTexts = Awaited<ReturnType<ErasureTexts['open']>>;
type Store = ErasureStores['store'];
type Read = { readonly stream: string; readonly revision: number | undefined; readonly positions: readonly string[] };

/** Returns the positions of the events, and how many the log still gives; undefined if the streams have changed again and again. */
const eraseStreams = async (store: Store, texts: OpenTexts, page: readonly ErasedQuestion[]) => {
  const positions: string[] = [];
  const read = (names: readonly string[], watch?: OpenTexts['add']) =>
    Array.fromAsync(mapConcurrently(names, readsAtOnce, (stream) => readStream(store, stream, watch)));
  const all = page.map(({ answerId }) => streamOf.question(answerId));
  let open: readonly string[] = all;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) return undefined;
    const found = await read(open, texts.add);
    positions.push(...found.flatMap((one) => one.positions));
    await texts.save();
    const present = found.flatMap(({ stream, revision }) => (revision === undefined ? [] : [{ stream, revision }]));
    const gone = found.flatMap(({ stream, revision }) => (revision === undefined ? [stream] : []));
    if (gone.length > 0) await store.erase(gone, 'reserved');
    open = present.length === 0 ? [] : await store.eraseUnchanged(present);
  }
  const after = await read(all);
  return { positions, left: after.reduce((sum, one) => sum + one.positions.length, 0) };
};

const readStream = async (store: Store, stream: string, watch?: OpenTexts['add']): Promise<Read> => {
  const positions: string[] = [];
  let revision: number | undefined;
  for await (const event of eventsOf(store, stream)) {
    watch?.(event);
    positions.push(String(event.position));
    ({ revision } = event);
  }
  return { stream, revision, positions };
};
