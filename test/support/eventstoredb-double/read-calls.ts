import { randomUUID } from 'node:crypto';
import type { ServerWritableStream } from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Faults } from './faults.ts';
import type { EventLog, Recorded } from './log.ts';
import { streamDeleted } from './refusals.ts';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  nameOf,
  notFoundMessage,
} from './messages.ts';

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** Reads and subscriptions. An `old` server (before 22.6) sends no positions in reads of a stream and no caughtUp. */
export const readCalls = (log: EventLog, { faults, old }: { readonly faults: Faults; readonly old: boolean }) => ({
  read: (call: Call) => {
    const options = call.request.getOptions();
    call.on('error', () => undefined);
    const done = () => {
      if (!call.cancelled) call.end();
    };
    if (!options) done();
    else if (options.hasSubscription()) void subscription(log, call, { options, faults, old });
    else if (options.hasStream()) {
      const name = nameOf(options.getStream()?.getStreamIdentifier());
      if (log.isTombstoned(name)) call.emit('error', streamDeleted(name));
      else void send(call, streamOf(log, options, old)).then(done);
    } else void send(call, pageOf(log, options)).then(done);
  },
});

/** Writes no faster than the client reads. */
const write = async (call: Call, message: ReadResp): Promise<void> => {
  if (call.cancelled || call.write(message)) return;
  await new Promise<void>((resolve) => {
    const events = ['drain', 'cancelled', 'close'];
    const goOn = () => {
      for (const event of events) call.off(event, goOn);
      resolve();
    };
    for (const event of events) call.on(event, goOn);
  });
};

const send = async (call: Call, messages: Iterable<ReadResp>): Promise<void> => {
  for (const message of messages) {
    if (call.cancelled) return;
    await write(call, message);
  }
};

const backwards = (options: ReadReq.Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;

const streamOf = function* (log: EventLog, options: ReadReq.Options, old: boolean): Generator<ReadResp> {
  const stream = options.getStream();
  const name = nameOf(stream?.getStreamIdentifier());
  const events = log.visible(name);
  if (!events) {
    yield notFoundMessage(name);
    return;
  }
  const from = stream?.hasRevision() ? Number(stream.getRevision()) : 0;
  const back = backwards(options);
  const wanted = back ? events.toReversed() : events;
  const chosen = stream?.hasRevision()
    ? wanted.filter(({ revision }) => (back ? revision <= from : revision >= from))
    : wanted;
  for (const event of chosen.slice(0, Number(options.getCount()))) yield eventMessage(event, { withPosition: !old });
};

/** A page of the whole log: forwards from a position on, backwards before it. */
const pageOf = function* (log: EventLog, options: ReadReq.Options): Generator<ReadResp> {
  const all = options.getAll();
  const from = all?.hasPosition() ? BigInt(all.getPosition()?.getCommitPosition() ?? 0) : undefined;
  const count = Number(options.getCount());
  if (!backwards(options)) {
    const first = from === undefined ? 0 : indexFrom(log.all, from);
    for (const event of log.all.slice(first, first + count)) yield eventMessage(event, { withPosition: true });
    return;
  }
  const end = from === undefined ? log.all.length : indexFrom(log.all, from);
  for (let index = end - 1; index >= Math.max(0, end - count); index -= 1) {
    const event = log.all[index];
    if (event) yield eventMessage(event, { withPosition: true });
  }
};

/** Index of the first record at or after a position. */
const indexFrom = (all: readonly Recorded[], position: bigint): number => {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.position ?? 0n) < position) low = middle + 1;
    else high = middle;
  }
  return low;
};

const filterOf = (options: ReadReq.Options): ((stream: string) => boolean) => {
  const expression = options.getFilter()?.getStreamIdentifier();
  const prefixes = expression?.getPrefixList() ?? [];
  if (prefixes.length > 0) return (stream) => prefixes.some((prefix) => stream.startsWith(prefix));
  const regex = new RegExp(expression?.getRegex() ?? '');
  return (stream) => regex.test(stream);
};

type Subscription = { readonly options: ReadReq.Options; readonly faults: Faults; readonly old: boolean };

/** Sends all events after a position that pass the filter, a checkpoint after every 32 records, and live events. */
const subscription = async (log: EventLog, call: Call, { options, faults, old }: Subscription): Promise<void> => {
  const passes = filterOf(options);
  const all = options.getAll();
  const after = all?.hasPosition() ? BigInt(all.getPosition()?.getCommitPosition() ?? 0) : -1n;
  let changed = (): void => undefined;
  const notice = () => changed();
  log.listeners.add(notice);
  call.on('cancelled', notice);
  await write(call, confirmationMessage(randomUUID()));
  // By position, because a scavenge removes records before it.
  let last = all?.hasEnd() ? (log.all.at(-1)?.position ?? -1n) : after;
  let live = false;
  for (let looked = 1; !call.cancelled;) {
    const event = log.all[indexFrom(log.all, last + 1n)];
    if (event) {
      last = event.position;
      for (let copy = 0; copy < faults.copies && passes(event.stream); copy += 1) {
        faults.seen.delivered += 1;
        await write(call, eventMessage(event, { withPosition: true }));
      }
      if (looked % 32 === 0) await write(call, checkpointMessage(event.position));
      looked += 1;
    } else if (!live) {
      live = true;
      if (!old) await write(call, caughtUpMessage());
    } else {
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
  }
  log.listeners.delete(notice);
};
