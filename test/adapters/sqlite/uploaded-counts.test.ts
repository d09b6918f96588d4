import test from 'ava';
import { seededRandom } from '../../../scripts/bench/seeded-random.ts';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { createTables } from '../../../src/adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { uploadedQuery } from '../../../src/adapters/sqlite/tickets/uploaded-counts.ts';
import type { TicketIndexChange } from '../../../src/ports/ticket-index.ts';
import { at, changeState, choose, correct, erase, indexedTicket, put, uuidOf } from '../../support/indexed-tickets.ts';

/** What the counts of the uploads have to be, from the tickets. */
const recounted = `
  SELECT upload, sum(active) AS active, sum(withdrawn) AS withdrawn, sum(corrected) AS corrected, sum(by_hand) AS by_hand, sum(updated) AS updated FROM (
    SELECT upload_id AS upload, state = 0 AS active, state = 1 AS withdrawn, state = 0 AND corrected = 1 AS corrected,
      state = 0 AND (corrected = 1 AND updated_by IS NULL OR flagged_at IS NOT NULL) AS by_hand, 0 AS updated
      FROM tickets WHERE upload_id IS NOT NULL
    UNION ALL SELECT updated_by, 0, 0, 0, 0, 1 FROM tickets WHERE updated_by IS NOT NULL
  ) GROUP BY upload ORDER BY upload`;
const counts = `SELECT upload, active, withdrawn, corrected, by_hand, updated FROM uploaded ORDER BY upload`;

const openTables = () => {
  const database = openDatabase(':memory:', 'normal');
  createTables(database, ticketIndexTables);
  return { database, ...ticketIndexTables.open(database) };
};

test('the counts of uploads are those of their tickets, whatever these go through, and none is left without tickets', (t) => {
  const { database, apply } = openTables();
  apply([choose(2)]);
  const random = seededRandom(5);
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const uploads = [null, ...['a', 'b', 'c'].map(uuidOf)];
  const ids = Array.from({ length: 20 }, (_, index) => `т${index}`);
  const changeAt = (position: number): TicketIndexChange => {
    const ticketId = any(ids);
    const stored = {
      ...put(position, [1, 0], { ticketId }),
      put: { reason: 'stored' as const, at, uploadId: any(uploads) },
    };
    const revision = position;
    const corrected = { revision, updatedBy: any(uploads), isAsStored: random() < 0.3, ticketId };
    return any<TicketIndexChange>([
      ...[stored, stored, correct(position, [0, 1], corrected), correct(position, [0, 1], corrected)],
      changeState(position, any(['active', 'withdrawn'] as const), { ticketId }),
      { type: 'flag', ticket: indexedTicket({ ticketId }), flaggedAt: any([at, null]), position: BigInt(position) },
      ...(random() < 0.2 ? [erase(position, [ticketId])] : []),
    ]);
  };
  let seen = 0;
  for (let position = 2; position < 1_500; position += 3) {
    apply([0, 1, 2].map((more) => changeAt(position + more)));
    const expected = database.prepare(recounted).all();
    seen = Math.max(seen, expected.length);
    t.deepEqual(database.prepare(counts).all(), expected);
  }
  t.is(seen, 3);
  apply([erase(2_000, ids)]);
  t.deepEqual(database.prepare(counts).all(), []);
  database.close();
});

test('counting the tickets of an upload reads one row', (t) => {
  const { database } = openTables();
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${uploadedQuery}`).all();
  t.deepEqual(
    plan.map(({ detail }) => detail),
    ['SEARCH uploaded USING PRIMARY KEY (collection=? AND upload=?)'],
  );
  database.close();
});
