import { openDatabase } from '../adapters/sqlite/database.ts';
import { logReader } from '../adapters/sqlite/log/event-table.ts';
import { sharedBatches } from '../adapters/sqlite/log/recent-events.ts';
import { serveIterables } from '../threads/remote-iterables.ts';
import { lowerPriority } from '../platform/priority.ts';
import { serve } from '../threads/rpc.ts';
import { notify, onLink, threadData } from '../threads/thread.ts';
import { accountsProjection } from '../../projections/accounts.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { type ChangesBatch, eventChanges, type Projection } from '../../projections/projection.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { ticketIndexProjection } from '../../projections/ticket-index.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import type { ChangeReaderData } from './change-reader-thread.ts';

/** A helper of the writer: reads the embedded log and derives what its events change. */
lowerPriority();
const { path } = threadData as ChangeReaderData;

/** The writer, which need not read and derive, has them done in the same time as a batch that it reads itself. */
const limits = { events: 1_000, characters: 1_000_000 };

// Projections that are rebuilt at once read each batch once.
const log = sharedBatches(logReader(openDatabase(path, 'read'), limits).readAfter);

const projections = new Map<string, Projection<unknown>>(
  [accountsProjection, collectionsProjection, ticketIndexProjection, uploadsProjection, questionsProjection].map(
    (one) => [one.name, one as Projection<unknown>],
  ),
);

/** Up to the end of the log. */
async function* changesAfter(name: string, after: bigint, signal: AbortSignal): AsyncGenerator<ChangesBatch<unknown>> {
  const projection = projections.get(name);
  if (!projection) throw new Error(`There is no projection ${name}`);
  const { prepare = (change) => change } = projection;
  for (let position = after; !signal.aborted;) {
    const { events, caughtUp } = log.after(position);
    position = events.at(-1)?.position ?? position;
    yield await Promise.resolve({
      events: events.map((event) => {
        const derived = eventChanges(projection, event);
        return 'refused' in derived ? derived : { ...derived, changes: derived.changes.map(prepare) };
      }),
      caughtUp: false,
    });
    if (caughtUp) return;
  }
}

const methods = serveIterables(changesAfter);
onLink(({ port }) => serve(port, methods));
notify({ kind: 'ready' });
