import type { CollectionConfigured } from '../../src/domain/events.ts';
import { dataEventBytes, ticketBytes, ticketChangeBytes } from '../../src/domain/stored-bytes.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { erasureRequested, ticketChanged, ticketCorrected, ticketStored } from '../support/events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import type { CollectionsSuite } from './collections.ts';

/** What becomes of tickets after they were stored, and the settings of their collection. */
export const collectionTickets = ({ test, name, open }: CollectionsSuite): void => {
  test(`${name}: a withdrawn ticket does not count until it is restored, and stays known and part of the usage`, async (t) => {
    const { collections, model } = await open(t);
    const { collectionId, tenantId, created, tickets } = exampleCollection();
    const change = (type: 'TicketWithdrawn' | 'TicketRestored', ticketId: string) =>
      ticketChanged(type, { tenantId, collectionId, ticketId });
    const events = recorded([
      ...[created, ...tickets(3)],
      ...[change('TicketWithdrawn', '0'), change('TicketWithdrawn', '1'), change('TicketRestored', '1')],
    ]);
    const copy = await model.current();
    const apply = applyRecorded(collectionsProjection, copy);
    await apply(events);
    const records = ['0', '1', '2'].map((id) => recordId(tenantId, id));
    const knownTickets = async () => {
      const known = await collections.known(collectionId, records);
      return records.map((record) => [known.get(record)?.state, known.get(record)?.position]);
    };
    const look = async () => ({
      count: (await collections.byId(collectionId))?.ticketCount,
      usage: (await collections.usage(tenantId)).tickets,
      known: await knownTickets(),
      ids: (await checksumOf(copy)).count,
    });
    const expected = {
      ...{ count: 2, usage: 3, ids: 4 },
      known: [
        ['withdrawn', 5n],
        ['active', 7n],
        ['active', 4n],
      ],
    };
    t.deepEqual(await look(), expected);
    await apply(events);
    for (const event of events) await apply([event]);
    t.deepEqual(await look(), expected);
  });

  test(`${name}: the bytes of a ticket are those of its present texts and of all its events, whatever is applied again`, async (t) => {
    const { collections, model } = await open(t);
    const { collectionId, tenantId, created, ticket } = exampleCollection();
    const owner = { tenantId, collectionId, ticketId: '7' };
    const corrected = ticketCorrected(owner, 2, 'Длиннее, чем было сказано об этом обращении раньше');
    const events = recorded([created, ticket('7'), corrected, ticketChanged('TicketWithdrawn', owner)]);
    const apply = applyRecorded(collectionsProjection, await model.current());
    const [before, after] = [ticketStored(owner), corrected].map(({ data }) =>
      ticketBytes(data, data.vector.values.length),
    );
    const expected = (before?.logged ?? 0) + (after?.logged ?? 0) + (after?.present ?? 0) + ticketChangeBytes;
    await apply(events);
    t.is((await collections.usage(tenantId)).bytes, expected);
    await apply(events.slice(1, 2));
    await apply(events);
    for (const event of events) await apply([event]);
    t.is((await collections.usage(tenantId)).bytes, expected);
    const erased = erasureRequested({ tenantId, collectionId, ticketIds: ['7'] });
    for (const event of recorded([erased, erased])) await apply([{ ...event, position: 5n }]);
    t.is((await collections.usage(tenantId)).bytes, dataEventBytes(erased.data));
  });

  test(`${name}: an erased ticket is known for ever, stored or not, and no part of anything else`, async (t) => {
    const { collections, model } = await open(t);
    const { collectionId, tenantId, created, ticket } = exampleCollection();
    const recordIds = ['1', '2'].map((id) => recordId(tenantId, id));
    const erasure = erasureRequested({ tenantId, collectionId, ticketIds: ['1', '2'] });
    const events = recorded([created, ticket('1'), ticket('3'), erasure, ticket('2')]);
    const copy = await model.current();
    const apply = applyRecorded(collectionsProjection, copy);
    await apply(events);
    await apply(events);
    for (const event of events) await apply([event]);
    const known = await collections.known(collectionId, recordIds);
    t.deepEqual(
      [...known.values()].map(({ state }) => state),
      ['erased', 'erased'],
    );
    t.is((await collections.byId(collectionId))?.ticketCount, 1);
    t.is((await collections.usage(tenantId)).tickets, 1);
    t.is((await checksumOf(copy)).count, 2);
  });

  test(`${name}: settings are changed one by one, and an old change that is applied again changes nothing`, async (t) => {
    const { collections, model } = await open(t);
    const { collectionId, tenantId, created } = exampleCollection();
    const configured = (settings: Omit<CollectionConfigured['data'], 'collectionId' | 'userId'>) =>
      ({ type: 'CollectionConfigured', data: { collectionId, userId: tenantId, ...settings } }) as const;
    const ticketUrl = 'https://desk.example/{ticket_id}';
    const events = recorded([
      created,
      configured({ ticketUrl }),
      configured({ name: 'Второе', notNames: ['Ромашка', 'Ёлка'] }),
      configured({ name: 'Третье' }),
    ]);
    const apply = applyRecorded(collectionsProjection, await model.current());
    await apply(events);
    await apply(events.slice(0, 3));
    t.like(await collections.byId(collectionId), { name: 'Третье', ticketUrl });
    await apply([...recorded([...events, configured({ ticketUrl: null })])].slice(-1));
    t.like(await collections.byId(collectionId), { name: 'Третье', ticketUrl: null, notNames: ['Ромашка', 'Ёлка'] });
    const [listed] = await collections.ofUser(tenantId);
    t.false('notNames' in (listed as object), 'a list of collections does not read them');
    await apply([...recorded([...events, created, configured({ notNames: [] })])].slice(-1));
    t.like(await collections.byId(collectionId), { notNames: [] });
  });

  test(`${name}: each source has its newest cursor, until it is forgotten or the collection is deleted`, async (t) => {
    const { collections, model } = await open(t);
    const { collectionId, tenantId, created, deleted } = exampleCollection();
    const advanced = (source: string, cursor: string | null) =>
      ({ type: 'SyncAdvanced', data: { collectionId, userId: tenantId, source, cursor } }) as const;
    const events = recorded([
      created,
      advanced('zendesk-a_b', '1'),
      advanced('constructor', '"x'),
      advanced('zendesk-a_b', '2'),
    ]);
    const apply = applyRecorded(collectionsProjection, await model.current());
    const cursors = async () => (await collections.byId(collectionId))?.syncCursors;
    await apply(events);
    await apply(events.slice(0, 3));
    const [, , other, last] = events.map(({ metadata: { at } }) => at);
    t.deepEqual(await cursors(), {
      'zendesk-a_b': { cursor: '2', at: String(last) },
      constructor: { cursor: '"x', at: String(other) },
    });
    const [listed] = await collections.ofUser(tenantId);
    t.false('syncCursors' in (listed as object));
    const forgotten = recorded([...events, advanced('zendesk-a_b', null), deleted]);
    await apply(forgotten.slice(-2, -1));
    t.deepEqual(Object.keys((await cursors()) ?? {}), ['constructor']);
    await apply(forgotten.slice(-1));
    t.is(await cursors(), undefined);
  });
};
