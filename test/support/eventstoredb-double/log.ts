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

/** A record of the log; `position` is both its commit and its prepare position, as for all events written outside of transactions. */
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
  | { readonly kind: 'too large' };

/** Largest size of an append, as the server counts it. */
export const maxAppendBytes = 1024 * 1024;

type Stream = { readonly events: Recorded[]; truncateBefore: number };

const softlyDeleted = Number.POSITIVE_INFINITY;

/** The log, its streams and the server's rules for appends. With a file, acknowledged events survive a kill. */
export const eventLog = (file?: string) => {
  const all: Recorded[] = [];
  const streams = new Map<string, Stream>();
  const byId = new Map<string, Recorded>();
  const listeners = new Set<() => void>();
  let end = 0n;

  const store = (record: Recorded) => {
    const stream = streams.get(record.stream) ?? { events: [], truncateBefore: 0 };
    streams.set(record.stream, stream);
    stream.events.push(record);
    byId.set(record.id, record);
    all.push(record);
    end = record.position + BigInt(200 + record.data.length + record.metadata.length);
    if (record.type === '$metadata') truncate(record);
  };
  const truncate = ({ stream, data }: Recorded) => {
    const name = stream.slice(2);
    const target = streams.get(name) ?? { events: [], truncateBefore: 0 };
    streams.set(name, target);
    const { $tb } = JSON.parse(Buffer.from(data).toString()) as { $tb: number };
    target.truncateBefore = $tb === Number.MAX_SAFE_INTEGER ? softlyDeleted : $tb;
  };
  const disk = file === undefined ? undefined : recordFile(file, store);

  const write = (stream: string, events: readonly Proposed[]) => {
    for (const event of events) {
      const revision = streams.get(stream)?.events.length ?? 0;
      const record = { ...event, stream, revision, position: end, created: Date.now() };
      disk?.add(record);
      store(record);
    }
  };
  const done = () => {
    disk?.flush();
    for (const listener of listeners) listener();
  };
  const setMetadata = (stream: string, truncateBefore: number) =>
    write(`$$${stream}`, [systemEvent('$metadata', { $tb: truncateBefore })]);

  if (all.length === 0) {
    write('$settings', [systemEvent('$settings', {})]);
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
      const decision = decide(streams.get(name), { expected, events, byId, name });
      if (decision !== 'write') return decision;
      const deleted = streams.get(name)?.truncateBefore === softlyDeleted;
      const first = streams.get(name)?.events.length ?? 0;
      write(name, events);
      const last = streams.get(name)?.events.at(-1);
      if (deleted) setMetadata(name, first);
      done();
      return { kind: 'written', revision: last?.revision ?? -1, position: last?.position };
    },
    /** Soft-deletes a stream, whether it exists or not. */
    erase: (name: string): bigint => {
      setMetadata(name, Number.MAX_SAFE_INTEGER);
      done();
      return all.at(-1)?.position ?? 0n;
    },
    /** Returns the events of a stream that readers see; undefined if there are none. */
    visible: (name: string): readonly Recorded[] | undefined => {
      const stream = streams.get(name);
      const events = stream?.events.filter(({ revision }) => revision >= stream.truncateBefore);
      return events?.length ? events : undefined;
    },
    /** Appends events of the server itself. */
    systemEvents: (count: number): void => {
      write(
        '$stats-127.0.0.1:2113',
        Array.from({ length: count }, () => systemEvent('$statsCollected', { up: true })),
      );
      done();
    },
  };
};

export type EventLog = ReturnType<typeof eventLog>;

const systemEvent = (type: string, data: unknown): Proposed => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(JSON.stringify(data)),
  metadata: new Uint8Array(),
});

type Wanted = {
  readonly name: string;
  readonly expected: Expectation;
  readonly events: readonly Proposed[];
  readonly byId: ReadonlyMap<string, Recorded>;
};

/** The rules of the server's IndexWriter.CheckCommit: in a repeat the first event is stored at its revision already (with `any`: anywhere in the stream). */
const decide = (stream: Stream | undefined, { name, expected, events, byId }: Wanted): Decision | 'write' => {
  const current = (stream?.events.length ?? 0) - 1;
  const deleted = stream?.truncateBefore === softlyDeleted;
  const wrong: Decision = { kind: 'wrong version', current: current < 0 ? undefined : current };
  if (expected === 'stream exists') return current < 0 || deleted ? wrong : 'write';
  const after = expected === 'no stream' ? -1 : expected;
  if (after !== 'any' && after > current) return wrong;
  if (after === current) return 'write';
  const [first] = events;
  const start = after === 'any' ? firstPlace(first && byId.get(first.id), name) : after + 1;
  if (start === undefined) return 'write';
  const isStored = events.map(({ id }, index) => stream?.events[start + index]?.id === id);
  if (isStored.length > 0 && isStored.every(Boolean)) {
    const last = stream?.events[start + events.length - 1];
    // The server does not look up the position of truncated events.
    const hidden = last === undefined || last.revision < (stream?.truncateBefore ?? 0);
    return { kind: 'written', revision: start + events.length - 1, position: hidden ? undefined : last.position };
  }
  return expected === 'no stream' && deleted && isStored[0] === false ? 'write' : wrong;
};

const firstPlace = (record: Recorded | undefined, stream: string) =>
  record?.stream === stream ? record.revision : undefined;
