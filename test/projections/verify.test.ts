import test from 'ava';
import { compare } from '../../projections/verify.ts';
import { logChecksum } from '../../projections/log-checksum.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { erasureRequested, ticketChanged } from '../support/events.ts';
import { exampleQuestion, on } from '../support/question-events.ts';
import { recorded } from '../support/recorded-events.ts';
import { exampleUpload, inLog, skipped } from '../support/upload-events.ts';
import type { RecordedEvent } from '../../src/domain/events.ts';
import { recordId } from '../../src/domain/ticket-record.ts';

const checksumIn = async (events: readonly RecordedEvent[]) => {
  const subscribe = async function* () {
    yield await Promise.resolve({ events, caughtUp: true });
  };
  const log = logChecksum({ subscribe }, new AbortController().signal);
  await log.readTo(BigInt(events.length), () => undefined);
  return log;
};

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
  const log = await checksumIn(events);
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

test('outcomes count once, also of what an upload stores again and of what an erasure alone tells, and those of expired uploads not at all', async (t) => {
  const home = exampleCollection();
  const { collectionId, tenantId } = home;
  const [first, again, expired] = [exampleUpload(home), exampleUpload(home), exampleUpload(home)];
  const erasure = erasureRequested({ tenantId, collectionId, ticketIds: ['t0'] });
  const outcome = ({ uploadId }: { readonly uploadId: string }, index: number, is: 'stored' | 'updated') => ({
    ...{ uploadId, index, row: null, outcome: is },
  });
  const uploads = [
    ...[outcome(first, 0, 'stored'), outcome(again, 0, 'stored'), outcome(again, 2, 'updated')],
    ...[outcome(first, 7, 'stored'), outcome(expired, 1, 'stored')],
  ];
  const told = erasure.data.tickets.map((ticket) => ({ ...ticket, uploads }));
  const events = inLog(
    ...[home.created, first.started, first.stored(0), first.stored(1), first.finished(1)],
    ...[expired.started, expired.stored(0), expired.progressed(1, [skipped(3)]), expired.expired(2)],
    ...[again.started, { ...again.updated(0), type: 'TicketStoredAgain' as const }],
    ...[again.progressed(1, [skipped(1)]), { ...erasure, data: { ...erasure.data, tickets: told } }],
  );
  const idsOf = ({ uploadId }: { readonly uploadId: string }, ...indexes: readonly number[]) => [
    `${collectionId}/${uploadId}`,
    ...indexes.map((index) => `${collectionId}/${uploadId}/00000${index}`),
  ];
  const ids = [...idsOf(first, 0, 1, 7), ...idsOf(again, 0, 1, 2)].toSorted();
  const generation = {
    ids: (after?: string) => Promise.resolve(after === undefined ? ids : []),
    counts: () => Promise.resolve([]),
  };
  t.deepEqual((await compare('uploads', generation, await checksumIn(events))).mismatches, []);
});

test('of questions those of expired days and those that quote an erased ticket do not count, also if the log gives them again', async (t) => {
  const home = exampleCollection();
  const { collectionId, tenantId } = home;
  const asked = [['1'], ['2', '1'], ['2'], ['2'], ['1']].map((ticketIds) => exampleQuestion(home, ticketIds));
  const [first, second, old, kept, late] = asked.map(({ answered }) => answered);
  if (!first || !second || !old || !kept || !late) return;
  const erasure = erasureRequested({ tenantId, collectionId, ticketIds: ['1'] });
  const expired = { type: 'QuestionsExpired', data: { before: '2026-11-20' } } as const;
  const facts = [home.created, first, second, old, kept, erasure, late, expired];
  const events = recorded(facts).map((event) => on(event, event.data === old.data ? '2026-11-19' : '2026-11-20'));
  const log = await checksumIn(events);
  const compared = (ids: readonly string[]) => {
    const generation = {
      ids: (after?: string) => Promise.resolve(after === undefined ? ids : []),
      counts: () => Promise.resolve([]),
    };
    return compare('questions', generation, log);
  };
  const id = `${collectionId}/${kept.data.answerId}`;
  t.deepEqual((await compared([id])).mismatches, []);
  t.deepEqual((await compared([])).mismatches, [{ group: collectionId, inLog: 1, inModel: 0 }]);
});
