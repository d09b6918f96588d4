import { type AppendExpectedRevision, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { ExecutionContext } from 'ava';
import { type DoubleOptions, startDouble } from './double.ts';

/** A new double and the client as it comes; both end with the test. */
export const connectedDouble = async (t: ExecutionContext, options: DoubleOptions = {}) => {
  const double = await startDouble(options);
  const client = EventStoreDBClient.connectionString(double.url);
  t.teardown(async () => {
    await client.dispose();
    double.close();
  });
  const append = (ids: readonly string[], expectedRevision: AppendExpectedRevision, stream = 'some-stream') =>
    client.appendToStream(
      stream,
      ids.map((id) => jsonEvent({ id, type: 'Happened', data: { id } })),
      { expectedRevision },
    );
  return { double, client, append };
};
