import { collectionsProjection } from '../../projections/collections.ts';
import { ticketBytes, ticketChangeBytes } from '../../src/domain/stored-bytes.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { ticketChanged, ticketCorrected } from '../support/events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import type { CollectionsSuite } from './collections.ts';

/** What a collection knows of tickets that the undo of their upload has hidden. */
export const undoneTickets = ({ test, name, open }: CollectionsSuite): void => {
  test(`${name}: an undone ticket does not count until it is stored again, and is known as undone`, async (t) => {
    const { collections, model } = await open(t);
    const { collectionId, tenantId, created, tickets } = exampleCollection();
    const one = (ticketId: string) => ({ tenantId, collectionId, ticketId });
    const again = {
      ...ticketCorrected(one('1'), 2, 'Иначе, и куда длиннее, чем было'),
      type: 'TicketStoredAgain',
    } as const;
    const bytesOf = (data: typeof again.data) => ticketBytes(data, data.vector.values.length);
    const events = recorded([
      ...[created, ...tickets(3), ticketChanged('TicketUndone', one('0')), ticketChanged('TicketUndone', one('1'))],
      again,
    ]);
    const copy = await model.current();
    const apply = applyRecorded(collectionsProjection, copy);
    const look = async () => {
      const records = ['0', '1', '2'].map((id) => recordId(tenantId, id));
      const known = await collections.known(collectionId, records);
      const { ticketCount } = (await collections.byId(collectionId)) ?? {};
      return {
        ticketCount,
        usage: await collections.usage(tenantId),
        known: records.map((id) => known.get(id)?.state),
      };
    };
    const [first, second, third] = events.slice(1, 4).map(({ data }) => bytesOf(data as typeof again.data));
    const last = bytesOf(again.data);
    const logged = [first, second, third, last].reduce((sum, one) => sum + (one?.logged ?? 0), 2 * ticketChangeBytes);
    const bytes = logged + (first?.present ?? 0) + (third?.present ?? 0) + last.present;
    const usage = { tickets: 3, bytes, collections: 1 };
    const expected = { ticketCount: 2, usage, known: ['undone', 'active', 'active'] };
    await apply(events);
    t.deepEqual(await look(), expected);
    for (const event of events) await apply([event]);
    t.deepEqual(await look(), expected);
    const [counts] = await copy.counts(undefined);
    t.deepEqual(counts?.stored, { active: 2, withdrawn: 1, bytes });
    t.deepEqual(counts?.ofRows, counts?.stored);
  });
};
