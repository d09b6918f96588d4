import type { EventStoreDBClient } from '@eventstore/db-client';
import type { EventStore } from '../../ports/event-store.ts';
import { append } from './append.ts';
import type { Limit } from '../../concurrency/limit.ts';

type Pipeline = {
  readonly client: EventStoreDBClient;
  readonly slot: Limit;
  readonly failed: (error: unknown) => void;
};

/**
 * Sends appends side by side, those to one stream one after the other. Once an outcome of a call is unknown, what was not sent yet is not sent:
 * the caller repeats, and a server that does not answer is not asked by all of them in turn.
 */
export const appendAll =
  ({ client, slot, failed }: Pipeline): EventStore['appendAll'] =>
  (appends) => {
    let lost = false;
    const lose = (error: unknown) => {
      lost = true;
      failed(error);
    };
    const last = new Map<string, Promise<unknown>>();
    const outcomes = appends.map(async (wanted) => {
      const before = last.get(wanted.stream);
      const outcome = Promise.resolve(before).then(() =>
        slot(async () => (lost ? ({ outcome: 'unknown' } as const) : append(client, wanted, lose))),
      );
      last.set(wanted.stream, outcome);
      return outcome;
    });
    return Promise.all(outcomes);
  };
