import { randomUUID } from 'node:crypto';
import { recordFile } from './record-file.ts';

/** An event to append; its contents are not interpreted. */
export type Proposed = {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/**
 * A record of the log; `position` is both its commit and its prepare position, as for all events written outside of transactions. `revision` of a
 * tombstone is `tombstoneRevision`.
 */
export type Recorded = Proposed & {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly created: number;
};

export type Expectation = number | 'any' | 'no stream' | 'stream exists';

export type Decision =
  | { readonly kind: 'written'; readonly revision: number; readonly position: bigint | undefined }
  | { readonly kind: 'wrong version'; readonly current: number | undefined }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'too large' };

/** Largest size of an append, as the server counts it. */
export const maxAppendBytes = 1024 * 1024;

/** The record that ends a stream for good; the server gives it the revision 2^63 - 1. */
export const tombstoneType = '$streamDeleted';
export const tombstoneRevision = Number.MAX_SAFE_INTEGER;

/** `events` by revision, without those that a scavenge has removed; `last` is the last revision, -1 if there is none. */
export type Stream = {
  readonly events: Map<number, Recorded>;
  last: number;
  truncateBefore: number;
  isTombstoned: boolean;
};

const softlyDeleted = Number.POSITIVE_INFINITY;

/** `$tb` of a soft deletion, as the server writes it: 2^63 - 1. */
const softDeletion = '{"$tb":9223372036854775807}';

/** The log, its streams and the server's rules for appends. With a file, acknowledged events survive a kill. */
export const eventLog = (file?: string) => {
  const all: Recorded[] = [];
  const streams = new Map<string, Stream>();
  /** Where each event was written; the server remembers it when a scavenge has removed the event. */
  const streamPositions = new Map<string, StreamPosition>();
  const listeners = new Set<() => void>();
  let end = 0n;

  const streamOf = (name: string): Stream => {
    const stream = streams.get(name) ?? { events: new Map(), last: -1, truncateBefore: 0, isTombstoned: false };
    streams.set(name, stream);
    return stream;
  };
  const store = (record: Recorded) => {
    const stream = streamOf(record.stream);
    stream.events.set(record.revision, record);
    if (record.type === tombstoneType) stream.isTombstoned = true;
    else stream.last = record.revision;
    streamPositions.set(record.id, record);
    all.push(record);
    end = record.position + BigInt(200 + record.data.length + record.metadata.length);
    if (record.type === '$metadata') truncate(record);
  };
  const truncate = ({ stream, data }: Recorded) => {
    const { $tb } = JSON.parse(Buffer.from(data).toString()) as { $tb: number };
    streamOf(stream.slice(2)).truncateBefore = $tb > Number.MAX_SAFE_INTEGER ? softlyDeleted : $tb;
  };
  const disk = file === undefined ? undefined : recordFile(file, store);

  const write = (stream: string, events: readonly Proposed[]) => {
    for (const event of events) {
      const revision = event.type === tombstoneType ? tombstoneRevision : (streams.get(stream)?.last ?? -1) + 1;
      const record = { ...event, stream, revision, position: end, created: Date.now() };
      disk?.add(record);
      store(record);
    }
  };
  const done = () => {
    disk?.flush();
    for (const listener of listeners) listener();
  };
  const setMetadata = (stream: string, metadata: string) => write(`$$${stream}`, [systemEvent('$metadata', metadata)]);

  if (all.length === 0) {
    write('$settings', [systemEvent('$settings')]);
    done();
  }

  return {
    all,
    listeners,
    append: (name: string, expected: Expectation, events: readonly Proposed[]): Decision => {
      const bytes = events.reduce(
        (sum, { type, data, metadata }) => sum + data.length + metadata.length + 2 * type.length,
        0,
      );
      if (bytes > maxAppendBytes) return { kind: 'too large' };
      const decision = decide(streams.get(name), { expected, events, streamPositions, name });
      if (decision !== 'write') return decision;
      const deleted = streams.get(name)?.truncateBefore === softlyDeleted;
      const first = (streams.get(name)?.last ?? -1) + 1;
      write(name, events);
      const { events: stored, last } = streamOf(name);
      if (deleted) setMetadata(name, JSON.stringify({ $tb: first }));
      done();
      return { kind: 'written', revision: last, position: stored.get(last)?.position };
    },
    /** Deletes a stream: softly by its metadata, which needs a stream that exists, or for good by a tombstone in it. */
    erase: (name: string, expected: Expectation, how: 'soft' | 'tombstone'): Decision => {
      const events = [how === 'soft' ? systemEvent('$metadata', softDeletion) : tombstone()];
      const decision = decide(streams.get(name), { expected, events, streamPositions, name });
      if (decision !== 'write') return decision;
      const isKnown = (streams.get(name)?.last ?? -1) >= 0 || streams.has(`$$${name}`);
      if (how === 'soft' && !isKnown) return { kind: 'wrong version', current: undefined };
      write(how === 'soft' ? `$$${name}` : name, events);
      const { position } = all.at(-1) ?? { position: 0n };
      done();
      return { kind: 'written', revision: streamOf(name).last, position };
    },
    isTombstoned: (name: string): boolean => streams.get(name)?.isTombstoned === true,
    /** Returns the events of a stream that readers see; undefined if there are none. */
    visible: (name: string): readonly Recorded[] | undefined => {
      const stream = streams.get(name);
      const events = [...(stream?.events.values() ?? [])].filter(
        ({ revision }) => revision >= (stream?.truncateBefore ?? 0),
      );
      return events.length > 0 ? events : undefined;
    },
    /** Removes what deletions have left, as `POST /admin/scavenge`: the chunk that is being written is closed first and included. */
    scavenge: (): void => {
      write('$scavengePoints', [systemEvent('$scavengePoint')]);
      const kept = all.filter((record) => isKept(record, streams));
      all.length = 0;
      for (const { events } of streams.values()) events.clear();
      for (const record of kept) {
        all.push(record);
        streamOf(record.stream).events.set(record.revision, record);
      }
      end = (end / chunkBytes + 1n) * chunkBytes;
      disk?.rewrite(all);
      write(`$scavenges-${randomUUID()}`, [systemEvent('$scavengeStarted'), systemEvent('$scavengeCompleted')]);
      done();
    },
    /** Appends events of the server itself. */
    systemEvents: (count: number): void => {
      const events = Array.from({ length: count }, () => systemEvent('$statsCollected'));
      write('$stats-127.0.0.1:2113', events);
      done();
    },
  };
};

export type EventLog = ReturnType<typeof eventLog>;

const chunkBytes = 256n * 1024n * 1024n;

/**
 * Whether a scavenge leaves a record: of a tombstoned stream its tombstone, of a metadata stream and of one that was deleted softly the last event,
 * of others what is not truncated.
 */
const isKept = ({ stream: name, type, revision }: Recorded, streams: ReadonlyMap<string, Stream>): boolean => {
  const { last, truncateBefore, isTombstoned } = streams.get(name) ?? { last: revision, truncateBefore: 0 };
  if (name.startsWith('$$')) return revision === last && streams.get(name.slice(2))?.isTombstoned !== true;
  if (isTombstoned) return type === tombstoneType;
  return revision >= truncateBefore || revision === last;
};

const systemEvent = (type: string, json = '{}'): Proposed => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(json),
  metadata: new Uint8Array(),
});

const tombstone = (): Proposed => ({
  ...systemEvent(tombstoneType, ''),
  contentType: 'application/octet-stream',
});

type StreamPosition = { readonly stream: string; readonly revision: number };

type Wanted = {
  readonly name: string;
  readonly expected: Expectation;
  readonly events: readonly Proposed[];
  readonly streamPositions: ReadonlyMap<string, StreamPosition>;
};

/** The rules of the server's IndexWriter.CheckCommit: in a repeat the first event is stored at its revision already (with `any`: anywhere in the stream). */
const decide = (
  stream: Stream | undefined,
  { name, expected, events, streamPositions }: Wanted,
): Decision | 'write' => {
  if (stream?.isTombstoned) return { kind: 'deleted' };
  const current = stream?.last ?? -1;
  const deleted = stream?.truncateBefore === softlyDeleted;
  const wrong: Decision = { kind: 'wrong version', current: current < 0 ? undefined : current };
  if (expected === 'stream exists') return deleted ? { kind: 'deleted' } : current < 0 ? wrong : 'write';
  const after = expected === 'no stream' ? -1 : expected;
  if (after !== 'any' && after > current) return wrong;
  if (after === current) return 'write';
  const revisionOf = (event: Proposed | undefined) => {
    const found = event && streamPositions.get(event.id);
    return found?.stream === name ? found.revision : undefined;
  };
  const start = after === 'any' ? revisionOf(events[0]) : after + 1;
  if (start === undefined) return 'write';
  const isStored = events.map((event, index) => revisionOf(event) === start + index);
  if (isStored.length > 0 && isStored.every(Boolean)) {
    const revision = start + events.length - 1;
    // The server does not look up the position of truncated events.
    const position = revision < (stream?.truncateBefore ?? 0) ? undefined : stream?.events.get(revision)?.position;
    return { kind: 'written', revision, position };
  }
  return expected === 'no stream' && deleted && isStored[0] === false ? 'write' : wrong;
};
