import test from 'ava';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import type { Embedders } from '../../src/ports/embedders.ts';
import { damagePage, pagesOf } from '../support/damage-file.ts';
import { openEmbedded } from '../support/embedded.ts';
import { filledFolder, openFolder } from '../support/embedded-folder.ts';
import { testEmbedders } from '../support/embedders.ts';
import { newEvent, ticketStored } from '../support/events.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { currentFile } from '../support/views-files.ts';
import { streamOf } from '../../src/domain/streams.ts';

const { embedders } = testEmbedders();
/** The model in use is that of another configuration. */
const unconfigured: Embedders = { ...embedders, of: () => undefined };
const repair = { operation: 'verify', repair: true } as const;

const damage = (folder: string) => {
  const views = currentFile(folder, ticketIndexTables);
  for (const page of pagesOf(views, 'vectors', 'leaf')) damagePage(views, page);
};

test('a repair needs no model where no ticket lacks a vector', async (t) => {
  const { folder } = await filledFolder(t, 30);
  damage(folder);
  const { writer } = await openEmbedded(t, { folder, embedders: unconfigured, purge: false });
  const { succeeded, lines } = await writer.operate(repair);
  t.true(succeeded, lines.join('\n'));
  t.true(
    lines.includes('ticket-index: parity: 30 before, 30 after, hashes of ids the same; switched'),
    lines.join('\n'),
  );
  t.is(lines.at(-1), 'Repaired');
});

test('a repair whose model is not configured rebuilds the rest and says in one line what to do', async (t) => {
  const { folder, tenantId, collectionId } = await filledFolder(t, 30);
  const before = await openFolder(t, folder);
  const { data } = ticketStored({ tenantId, collectionId, ticketId: '99' }, 'test-other');
  const stored = { type: 'TicketStored', data } as const;
  const stream = streamOf.ticket(collectionId, data.recordId);
  const [outcome] = await before.writer.appendAll([{ stream, expected: 'no stream', events: [newEvent(stored)] }]);
  t.is(outcome?.outcome, 'appended');
  await before.writer.stop();
  damage(folder);
  const { writer } = await openEmbedded(t, { folder, embedders: unconfigured, purge: false });
  const { succeeded, lines } = await writer.operate(repair);
  t.false(succeeded);
  t.true(
    lines.includes('ticket-index: parity: 30 before, 30 after, hashes of ids the same; switched'),
    lines.join('\n'),
  );
  t.is(
    lines.filter((line) => line.includes('test-4')).join(),
    'ticket-index: tickets that lack a vector got none: Tickets are embedded with the model test-4, which is not configured here; ' +
      'make that model available (EMBEDDING_MODEL, GATEWAY_URL) and run npm run verify -- --repair again, ' +
      'or change to the configured one with npm run reembed',
  );
  t.is(lines.at(-1), 'Some of it could not be repaired');
  const views = openDatabase(currentFile(folder, ticketIndexTables), 'normal');
  t.deepEqual(views.prepare('PRAGMA quick_check').all(), [{ quick_check: 'ok' }]);
  views.close();
});
