import {
  ANY,
  type AllStreamRecordedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  NO_STREAM,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { Limit } from '../../concurrency/limit.ts';
import { type Attempt, backOffMs, retry } from '../../concurrency/retry.ts';
import { LogUnavailable } from '../../domain/errors.ts';
import { nameSet } from '../../platform/name-set.ts';
import type { ErasedEvents, EventStore, LogScan, StreamVersion } from '../../ports/event-store.ts';
import { callTimeoutMs, logUnavailable, withCallTimeout } from './client.ts';
import { resultsOf } from './read.ts';
import { ownStreams, serverPosition, tombstoneType } from './recorded-event.ts';

/**
 * Ends a stream with a tombstone: readers no longer see it, appends to it are conflicts, and the next scavenge removes all of its events (decision 9). With
 * NO_STREAM only a stream that was deleted softly is ended: its last event would outlive every scavenge; with a revision one that is still at it. Returns whether it was ended by this call;
 * throws Unavailable.
 */
export const tombstone = async (
  client: EventStoreDBClient,
  stream: string,
  expectedRevision: typeof ANY | typeof NO_STREAM | bigint = ANY,
): Promise<boolean> => {
  try {
    await withCallTimeout(client.tombstoneStream(stream, { expectedRevision, deadline: callTimeoutMs }));
    return true;
  } catch (error) {
    if (error instanceof StreamDeletedError || error instanceof WrongExpectedVersionError) return false;
    throw logUnavailable(error);
  }
};

/** Hides the events of a stream before a revision; the next scavenge removes them. Never shows again what was hidden before. Throws Unavailable. */
export const truncateStream = async (
  client: EventStoreDBClient,
  { stream, revision }: StreamVersion,
): Promise<void> => {
  try {
    const { metadata } = await withCallTimeout(client.getStreamMetadata(stream, { deadline: callTimeoutMs }));
    if (Number(metadata?.truncateBefore ?? 0) >= revision) return;
    const changed = { ...metadata, truncateBefore: revision };
    await withCallTimeout(client.setStreamMetadata(stream, changed, { deadline: callTimeoutMs }));
  } catch (error) {
    throw logUnavailable(error);
  }
};

type Connection = {
  readonly client: EventStoreDBClient;
  /** Of calls at a time. */
  readonly limit: Limit;
  readonly read: EventStore['read'];
};

/** Finds what erased streams have left in `$all`, which a scavenge removes. Memory: at most 32 bytes for each erased stream. */
export const erasedEvents = ({ client, limit, read }: Connection): ErasedEvents => ({
  inspect: (scan) => {
    const isSoftlyDeleted = async (stream: string) => (await read(stream)).length === 0;
    return scanAll(client, scan, (stream) => limit(() => isSoftlyDeleted(stream)));
  },
  heldAt: async (positions, maxHeld) => {
    let held = 0;
    for (const position of positions) {
      if (await isHeld(client, BigInt(position))) held += 1;
      if (held >= maxHeld) break;
    }
    return held;
  },
  complete: async (scan) => {
    const isErased = (stream: string) => tombstone(client, stream, NO_STREAM);
    return (await scanAll(client, scan, (stream) => limit(() => isErased(stream)))).softlyDeleted;
  },
});

/** Whether a read of `$all` at a position gives the event that was written there. A scavenged one gives what follows it. */
const isHeld = async (client: EventStoreDBClient, position: bigint): Promise<boolean> => {
  const results = resultsOf(client.readAll({ fromPosition: serverPosition(position), maxCount: 1 }));
  for await (const { event } of results) {
    if (event) return event.position.commit === position && event.type !== tombstoneType;
  }
  return false;
};

/**
 * Reads backwards, so that each deletion is known before the events that it deletes. `isErased` is asked whether a stream that was deleted softly at some
 * time counts as erased: a later append may have opened it again.
 */
const scanAll = async (
  client: EventStoreDBClient,
  { signal, progress }: LogScan,
  isErased: (stream: string) => Promise<boolean>,
) => {
  const erased = nameSet();
  const counts = { held: 0, softlyDeleted: 0 };
  let head: bigint | undefined;
  let events = 0;
  for await (const page of pagesOfAll(client, signal)) {
    for (const { type, streamId } of page) if (type === tombstoneType) erased.add(streamId);
    const candidates = [...new Set(page.flatMap(softlyDeletedBy))].filter((stream) => !erased.has(stream));
    const answers = await Promise.all(candidates.map((stream) => repeatedly(() => isErased(stream))));
    const found = candidates.filter((_, index) => answers[index]);
    found.forEach(erased.add);
    counts.softlyDeleted += found.length;
    counts.held += page.filter(({ type, streamId }) => type !== tombstoneType && erased.has(streamId)).length;
    const [first = 0n, last = 0n] = [page[0]?.position.commit, page.at(-1)?.position.commit];
    head ??= first;
    events += page.length;
    progress({ position: head - last, goal: head, events });
  }
  return counts;
};

const pageSize = 500;

/** Yields the events of the log in pages, the newest first. Throws Unavailable, and the reason of the signal. */
const pagesOfAll = async function* (
  client: EventStoreDBClient,
  signal: AbortSignal,
): AsyncGenerator<readonly AllStreamRecordedEvent[]> {
  for (let before: bigint | undefined; ;) {
    signal.throwIfAborted();
    const page = await repeatedly(() => pageBefore(client, before));
    const last = page.at(-1);
    if (!last) return;
    before = last.position.commit;
    yield page;
  }
};

const pageBefore = async (client: EventStoreDBClient, before: bigint | undefined) => {
  const fromPosition = before === undefined ? END : serverPosition(before);
  const page: AllStreamRecordedEvent[] = [];
  const results = resultsOf(client.readAll({ direction: BACKWARDS, fromPosition, maxCount: pageSize }));
  for await (const { event } of results) {
    if (event && (before === undefined || event.position.commit < before)) page.push(event);
  }
  return page;
};

/** How long a scan waits for a server that does not answer: it takes minutes, and a restart must not end it. */
const repeatForMs = 30_000;

const repeatedly = <Result>(call: () => Promise<Result>): Promise<Result> => {
  const end = performance.now() + repeatForMs;
  const attempt = async (): Promise<Attempt<Result>> => {
    try {
      return { kind: 'done', result: await call() };
    } catch (error) {
      if (error instanceof LogUnavailable) return { kind: 'failed', error };
      throw error;
    }
  };
  return retry(attempt, {
    waitMs: (_, failures) =>
      performance.now() > end ? undefined : backOffMs(failures, { firstMs: 100, maxMs: 2_000 }),
  });
};

/** The stream of this application that an event soft-deletes: its metadata truncate everything before the last possible revision. */
const softlyDeletedBy = ({ type, streamId, data }: AllStreamRecordedEvent): readonly string[] => {
  const stream = streamId.slice(2);
  if (type !== '$metadata' || !streamId.startsWith('$$') || !ownStreams.test(stream)) return [];
  const { $tb: truncateBefore = 0 } = data as { readonly $tb?: number };
  return truncateBefore > Number.MAX_SAFE_INTEGER ? [stream] : [];
};
