import test from 'ava';
import { compare } from '../../projections/verify.ts';
import { logChecksum } from '../../projections/log-checksum.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { erasureRequested, ticketChanged } from '../support/events.ts';
import { recorded } from '../support/recorded-events.ts';
import { recordId } from '../../src/domain/ticket-record.ts';

test('the numbers of a collection are compared with its rows and with the log, whatever was withdrawn, restored and erased', async (t) => {
  const { created, tickets, collectionId, tenantId } = exampleCollection();
  const ticket = (ticketId: string) => ({ tenantId, collectionId, ticketId });
  const events = recorded([
    created,
    ...tickets(5),
    ticketChanged('TicketWithdrawn', ticket('0')),
    ticketChanged('TicketWithdrawn', ticket('1')),
    ticketChanged('TicketWithdrawn', ticket('2')),
    ticketChanged('TicketRestored', ticket('1')),
    erasureRequested({ tenantId, collectionId, ticketIds: ['2', '3'] }),
  ]);
  const log = logChecksum(
    {
      subscribe: async function* () {
        yield await Promise.resolve({ events, caughtUp: true });
      },
    },
    new AbortController().signal,
  );
  await log.readTo(BigInt(events.length), () => undefined);
  const ids = [collectionId, ...['0', '1', '4'].map((id) => `${collectionId}/${recordId(tenantId, id)}`)].toSorted();
  const compared = async (stored: Record<string, number>, ofRows: Record<string, number>) => {
    const counts = [{ id: collectionId, stored, ofRows }];
    const generation = {
      ids: (after?: string) => Promise.resolve(after === undefined ? ids : []),
      counts: (after?: string) => Promise.resolve(after === undefined ? counts : []),
    };
    const { mismatches, miscounts } = await compare('collections', generation, log);
    t.deepEqual(mismatches, []);
    return miscounts.map(({ name, stored: is, right }) => `${is} ${name} instead of ${right}`);
  };
  const right = { active: 2, withdrawn: 1, bytes: 9 };
  t.deepEqual(await compared(right, right), []);
  t.deepEqual(await compared({ ...right, bytes: 8 }, right), ['8 bytes instead of 9']);
  const lost = { active: 3, withdrawn: 0, bytes: 9 };
  t.deepEqual(await compared(lost, lost), ['3 active instead of 2', '0 withdrawn instead of 1']);
});
