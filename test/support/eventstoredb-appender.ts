import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { batchAppender, type BatchLimits } from '../../src/adapters/eventstoredb/batch-append.ts';
import { openBatchCall } from '../../src/adapters/eventstoredb/batch-call.ts';
import { connect } from '../../src/adapters/eventstoredb/client.ts';
import type { Append, AppendOutcome } from '../../src/ports/event-store.ts';
import { startDouble } from './eventstoredb-double/double.ts';
import { anyFact, newEvent } from './events.ts';

/** Wide enough to play no part. */
export const wideLimits: BatchLimits = { appends: 512, bytes: 8 * 1024 * 1024, silenceMs: 60_000, lifetimeMs: 60_000 };

/** An appender on a double of its own, what it has reported, and how many events the double has written to a stream. */
export const openAppender = async (t: ExecutionContext, limits: Partial<BatchLimits> = {}) => {
  const double = await startDouble();
  const client = connect(double.url);
  const failures: string[] = [];
  const appender = batchAppender(
    (events) => openBatchCall(client, events),
    (error) => failures.push(String(error)),
    { ...wideLimits, ...limits },
  );
  t.teardown(async () => {
    await client.dispose();
    double.close();
  });
  const written = (stream: string) => double.log.all.filter((event) => event.stream === stream).length;
  return { double, failures, written, ...appender };
};

/** An append of `count` events to a new stream. */
export const anAppend = (name?: string, count = 1): Append => ({
  stream: `collection-${randomUUID()}`,
  expected: 'no stream',
  events: Array.from({ length: count }, () => newEvent(anyFact(name))),
});

/** The kinds of outcomes that there are. */
export const kindsOf = (outcomes: readonly AppendOutcome[]) => [...new Set(outcomes.map(({ outcome }) => outcome))];

export const until = async (holds: () => boolean) => {
  while (!holds()) await setTimeout(5);
};
