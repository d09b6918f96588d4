import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { fairTimeSlices, type YieldIfDue } from '../../src/concurrency/fair-time-slices.ts';
import { arrayItems } from '../../src/ticket-files/json-body.ts';
import { csvItems } from '../../src/ticket-files/csv-file.ts';
import { type CheckedTicket, checkedTickets } from '../../src/uploads/checked-tickets.ts';
import { checkTickets, readChecked } from '../../src/uploads/check-tickets.ts';
import { prepareBatches } from '../../src/uploads/prepare-batches.ts';
import type { KnownTicket } from '../../src/ports/collections.ts';
import { previewTickets } from '../../src/uploads/preview-tickets.ts';
import { goodTicket } from '../support/api.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { spoolFolder } from '../ticket-files/spooled.ts';
import { fileAt } from '../support/page-files.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

const counted = () => {
  let calls = 0;
  const yieldIfDue: YieldIfDue = () => {
    calls += 1;
    return undefined;
  };
  return { yieldIfDue, calls: () => calls };
};

const sentTickets = (count: number) =>
  async function* () {
    for (let index = 0; index < count; index += 1) {
      yield await Promise.resolve({ value: goodTicket(index), index, pathOf: () => `tickets[${index}]` });
    }
  };

const { signal } = new AbortController();
const collections = { known: () => Promise.resolve(new Map<string, KnownTicket>()) };
const streams = { readPage: () => Promise.resolve([]), readHeaders: () => Promise.resolve([]) };
const owner = { tenantId: randomUUID(), collectionId: randomUUID() };
const pathFor = (t: ExecutionContext) => join(temporaryFolder(t), 'checked');

const consumed = async (items: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const item of items) if (item !== undefined) count += 1;
  return count;
};

test('checking, reading back, preparing and previewing may yield at each ticket, and while one is cleaned', async (t) => {
  const { yieldIfDue, calls } = counted();
  const upload = { ...owner, tickets: sentTickets(50), signal, yieldIfDue };
  const checked = checkedTickets(fileAt(pathFor(t)), yieldIfDue);
  await checkTickets(upload, checked);
  t.is(calls(), 50);
  const kept: CheckedTicket[] = [];
  for await (const ticket of readChecked(upload, checked)) kept.push(ticket);
  t.is(calls(), 100);
  const batches = prepareBatches(
    { collections, streams },
    upload,
    (async function* () {
      yield* await Promise.resolve(kept);
    })(),
  );
  t.is(await consumed(batches), 1);
  const prepared = calls();
  t.true(prepared > 150);
  const tickets = { withTexts: () => Promise.resolve(new Map<string, readonly string[]>()) };
  await previewTickets({ collections, streams, tickets })({ ...owner, items: sentTickets(50), signal, yieldIfDue });
  t.is(calls() - prepared, 50 + prepared - 100);
});

test('writing checked tickets to their file, and reading again those that it had no room for, may yield at each ticket', async (t) => {
  const { yieldIfDue, calls } = counted();
  const upload = { ...owner, tickets: sentTickets(50), signal, yieldIfDue };
  const checked = checkedTickets(fileAt(pathFor(t)), yieldIfDue, { memory: 2_000, file: 10_000 });
  await checkTickets(upload, checked);
  t.true(checked.isFull());
  const before = calls();
  t.true(before > 50);
  t.is(await consumed(readChecked(upload, checked)), 50);
  t.true(calls() >= before + 50 + checked.count());
  await checked.remove();
});

test('the model of this process may yield at each text', async (t) => {
  const { yieldIfDue, calls } = counted();
  t.is((await localEmbedder().embedTickets(['Нет сети', 'Нет звука', 'Нет света'], yieldIfDue)).length, 3);
  t.true(calls() >= 3);
});

test('a file may yield at each 64 KiB and each row of a table, also while it gives no ticket', async (t) => {
  const blank = counted();
  await consumed(csvItems({ path: await spool(`id,text,role\n${'\n'.repeat(640 * 1024)}`), encoding: 'utf-8' }, blank));
  t.true(blank.calls() >= 10);
  const rows = counted();
  const oneTicket = `id,text,role\n${'1,a,client\n'.repeat(5_000)}`;
  t.is(await consumed(csvItems({ path: await spool(oneTicket), encoding: 'utf-8' }, rows)), 1);
  t.true(rows.calls() >= 5_000);
  const json = counted();
  t.is(await consumed(arrayItems(await spool(`[1${' '.repeat(640 * 1024)}]`), json)), 1);
  t.true(json.calls() >= 10);
});

test('while one tenant checks six large uploads, a small one of another is behind no more than one step of them for each of its own', async (t) => {
  let time = 0;
  const timeSlices = fairTimeSlices(() => (time += 5));
  let large = 0;
  const watch = { read: () => (large += 1), total: () => undefined } as never;
  const stop = new AbortController();
  const check = (tenantId: string, count: number, more: object) => {
    const yieldIfDue = timeSlices.of(tenantId);
    const upload = { ...owner, tickets: sentTickets(count), signal: stop.signal, yieldIfDue, ...more };
    return checkTickets(upload, checkedTickets(fileAt(pathFor(t)), yieldIfDue));
  };
  const others = Array.from({ length: 6 }, () => check('large', 10_000, { watch }).catch(() => undefined));
  t.is(await check('small', 10, {}), 10);
  t.true(large <= 6 + 2 * 11, `${large} tickets of the large uploads`);
  stop.abort();
  await Promise.all(others);
});
