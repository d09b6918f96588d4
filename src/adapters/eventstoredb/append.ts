import type { EventStoreDBClient } from '@eventstore/db-client';
import type { AppendOutcome, EventStore } from '../../ports/event-store.ts';
import { type BatchAppender, batchAppender, type BatchLimits } from './batch-append.ts';
import { openBatchCall } from './batch-call.ts';
import { callTimeoutMs } from './client.ts';

/** A call sends one message in each turn of the event loop, and a thread that projects as well takes long turns. */
const calls = 16;

/** Of each call: together 512 appends and 8 MiB. */
const limitsOfCall: BatchLimits = { appends: 32, bytes: 512 * 1024, silenceMs: callTimeoutMs, lifetimeMs: 30_000 };

/** Spreads appends over several calls, each to that with the least to do: one after the other they use the first alone. */
export const appender = (
  client: EventStoreDBClient,
  onFailure: (error: unknown) => void,
): Pick<BatchAppender, 'append' | 'close'> => {
  const appenders = Array.from({ length: calls }, () =>
    batchAppender((events) => openBatchCall(client, events), onFailure, limitsOfCall),
  );
  return {
    append: (append) => appenders.reduce((idlest, one) => (one.load() < idlest.load() ? one : idlest)).append(append),
    close: async () => {
      await Promise.all(appenders.map(({ close }) => close()));
    },
  };
};

/**
 * Sends appends concurrently, those to one stream in sequence. After an append of unknown outcome, later ones to its stream are not sent: they would be
 * conflicts if it was not written.
 */
export const appendAll =
  (append: BatchAppender['append']): EventStore['appendAll'] =>
  (appends) => {
    const lastOfStream = new Map<string, Promise<AppendOutcome>>();
    const outcomes = appends.map((one) => {
      const previous = lastOfStream.get(one.stream);
      const outcome = previous
        ? previous.then((before) => (before.outcome === 'unknown' ? before : append(one)))
        : append(one);
      lastOfStream.set(one.stream, outcome);
      return outcome;
    });
    return Promise.all(outcomes);
  };
