import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type AbortableLimit, abortableLimit } from '../../src/concurrency/abortable-limit.ts';
import { Stopping, TooManyAttempts, Unavailable } from '../../src/domain/errors.ts';
import { checkedTickets } from '../../src/uploads/checked-tickets.ts';
import { checkTickets, readChecked } from '../../src/uploads/check-tickets.ts';
import { receiveBytes } from '../../src/uploads/receive-bytes.ts';
import { diskRooms } from '../../src/uploads/disk-rooms.ts';
import { readAheadIn } from '../../src/uploads/read-ahead.ts';
import { previewOf, uploadOf } from '../../src/uploads/read-upload.ts';
import type { UploadWatch } from '../../src/uploads/upload.ts';
import { xlsxItems } from '../../src/ticket-files/xlsx-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../ticket-files/zip-file.ts';
import { fileAt, roomOfTenant } from '../support/page-files.ts';

const yieldIfDue = () => undefined;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row>${text('id')}${text('problem')}</row>`;

const receive = async (t: ExecutionContext, bytes: Buffer) => {
  const path = join(temporaryFolder(t), 'body');
  await writeFile(path, bytes);
  const received = receiveBytes({ hash: false });
  received.write(bytes);
  return {
    ...{
      ...received.end(),
      kind: 'file' as const,
      path,
      name: 'tickets.xlsx',
      type: '',
      customer: 'home',
      columns: new Map(),
    },
    ...{
      tenantId: 'tenant',
      collectionId: 'collection',
      uploadId: 'upload',
      previewId: 'preview',
      surface: 'web' as const,
    },
  };
};

const silent: UploadWatch = {
  ...{ waiting: yieldIfDue, read: yieldIfDue, total: yieldIfDue, cleaned: yieldIfDue, embedded: yieldIfDue },
  ...{ stored: yieldIfDue, skipped: yieldIfDue, alreadyProcessed: yieldIfDue, noticed: yieldIfDue },
};

type Check = { readonly signal?: AbortSignal; readonly watch?: Partial<UploadWatch> };

const place = (first = abortableLimit(2), later = abortableLimit(1)) => ({
  ...{ limitWorkbooks: { first, later }, room: roomOfTenant() },
});

/** Checks a workbook as an upload does, with this limit. */
const checker = async (t: ExecutionContext, bytes: Buffer, limit = abortableLimit(2)) => {
  const spooled = await receive(t, bytes);
  return async ({ signal = new AbortController().signal, watch = {} }: Check = {}) => {
    const upload = uploadOf(spooled, { signal, yieldIfDue, ...place(limit) });
    const checked = checkedTickets(fileAt(join(temporaryFolder(t), 'checked')), yieldIfDue);
    try {
      return await checkTickets({ ...upload, watch: { ...silent, ...watch } }, checked);
    } finally {
      await checked.remove();
    }
  };
};

const readers = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
/** The handle of a process is closed soon after its end. */
const noReaders = async () => {
  while (readers() > 0) await new Promise((resolve) => setImmediate(resolve));
};
const tickets = (count: number) => workbookOf(header + '<row><c><v>1</v></c></row>'.repeat(count));

test.serial(
  'of five uploads of workbooks two at a time have a process; the others report that they wait',
  async (t) => {
    const check = await checker(t, tickets(600));
    let most = 0;
    let waiting = 0;
    let reported = 0;
    const watch = {
      read: () => {
        most = Math.max(most, readers());
        reported = Math.max(reported, waiting);
      },
      waiting: (isWaiting: boolean) => void (waiting += isWaiting ? 1 : -1),
    };
    t.deepEqual(await Promise.all(Array.from({ length: 5 }, () => check({ watch }))), Array(5).fill(600));
    t.is(most, 2);
    t.is(reported, 3);
    t.is(waiting, 0);
    await noReaders();
  },
);

test.serial('a workbook waits for its reader as one of its customer', async (t) => {
  const customers: unknown[] = [];
  const limit = abortableLimit(2);
  const first: AbortableLimit = (waiter, work) => {
    customers.push(waiter.customer);
    return limit(waiter, work);
  };
  const check = await checker(t, tickets(10), first);
  await check();
  t.deepEqual(customers, ['home']);
  await noReaders();
});

test.serial('two uploads of one tenant have one reader between them while there is one left for others', async (t) => {
  const check = await checker(t, tickets(600), abortableLimit(2, 1));
  let most = 0;
  const watch = { read: () => (most = Math.max(most, readers())) };
  t.deepEqual(await Promise.all([check({ watch }), check({ watch })]), [600, 600]);
  t.is(most, 1);
  await noReaders();
});

for (const [what, reason, expected] of [
  ['its client goes', undefined, { instanceOf: Unavailable, message: 'The client has gone; 0 tickets stored' }],
  ['the service stops', new Stopping(), { instanceOf: Stopping, message: 'Service is stopping; 0 tickets stored' }],
] as const) {
  test.serial(`a reader ends when ${what}`, async (t) => {
    const check = await checker(t, tickets(20_000));
    const abort = new AbortController();
    const checking = check({ signal: abort.signal, watch: { read: () => abort.abort(reason) } });
    await t.throwsAsync(checking, expected);
    await noReaders();
  });

  test.serial(`an upload that waits for a reader ends when ${what}, without a process`, async (t) => {
    const limit = abortableLimit(1);
    const slot = Promise.withResolvers<undefined>();
    const held = limit({ tenantId: 'other', signal: new AbortController().signal }, () => slot.promise);
    const check = await checker(t, tickets(1), limit);
    const abort = new AbortController();
    const waiting = Promise.withResolvers<undefined>();
    const checking = check({ signal: abort.signal, watch: { waiting: () => waiting.resolve(undefined) } });
    await waiting.promise;
    t.is(readers(), 0);
    abort.abort(reason);
    await t.throwsAsync(checking, expected);
    slot.resolve(undefined);
    await held;
  });
}

test.serial('a workbook that grows above what an upload keeps is read again', async (t) => {
  const strings = { name: 'xl/sharedStrings.xml', content: `<sst><si><t>${'a'.repeat(200_000)}</t></si></sst>` };
  const row = '<row><c><v>1</v></c><c t="s"><v>0</v></c></row>';
  const spooled = await receive(t, workbookOf(header + row.repeat(800), [strings]));
  const upload = uploadOf(spooled, { signal: new AbortController().signal, yieldIfDue, ...place() });
  const checked = checkedTickets(fileAt(join(temporaryFolder(t), 'checked')), yieldIfDue);
  t.is(await checkTickets(upload, checked), 800);
  t.true(checked.isFull());
  let read = 0;
  for await (const _ticket of readChecked(upload, checked)) read += 1;
  t.is(read, 800);
  await checked.remove();
});

test.serial('a workbook whose preview takes long gives its reader to others, and leaves no file', async (t) => {
  const limit = abortableLimit(1);
  const spooled = await receive(t, tickets(5_000));
  const { signal } = new AbortController();
  const { items } = previewOf(spooled, { signal, yieldIfDue, ...place(limit) });
  const slow = items({ signal })[Symbol.asyncIterator]();
  await slow.next();
  const check = await checker(t, tickets(3), limit);
  t.is(await check(), 3);
  let rest = 0;
  while (!(await slow.next()).done) rest += 1;
  t.is(rest, 4_999);
  t.deepEqual(await readdir(dirname(spooled.path)), ['body']);
});

test.serial('a preview that is left ends its reader and leaves no file', async (t) => {
  const spooled = await receive(t, tickets(100_000));
  const { signal } = new AbortController();
  for await (const _item of previewOf(spooled, { signal, yieldIfDue, ...place() }).items({ signal })) break;
  t.deepEqual(await readdir(dirname(spooled.path)), ['body']);
  await noReaders();
});

type Limits = Parameters<typeof readAheadIn>[0]['limits'];
const atOnce: Limits['first'] = (turn) => turn(() => false);

test.serial(
  'a workbook for which its tenant has no room on the disk is refused behind the rows that fit',
  async (t) => {
    const { path } = await receive(t, tickets(2_000));
    const limits = { first: atOnce, later: atOnce };
    const room = diskRooms({ tenant: 4_000, customer: 4_000 })({ tenantId: 'tenant', customer: 'home' });
    let items = 0;
    const reading = async () => {
      for await (const _item of xlsxItems(path, { readAhead: readAheadIn({ path, limits, room }) })) items += 1;
    };
    await t.throwsAsync(reading(), { instanceOf: TooManyAttempts });
    t.true(items > 400 && items < 2_000);
    t.deepEqual(await readdir(dirname(path)), ['body']);
    t.true(room.take(4_000), 'the room is free again');
  },
);

test.serial(
  'a reader that others wait for ends after its turn, with or without a page, and goes on behind what it has read',
  async (t) => {
    const { path } = await receive(t, tickets(50_000));
    const turns: string[] = [];
    const isWanted = () => turns.length < 4;
    const limits: Limits = {
      first: (turn) => {
        turns.push('first');
        return turn(isWanted);
      },
      later: (turn) => {
        turns.push('later');
        return turn(isWanted);
      },
    };
    const readAhead = readAheadIn({ path, limits, room: roomOfTenant() }, { first: 0, second: 300 });
    let items = 0;
    for await (const _item of xlsxItems(path, { readAhead })) items += 1;
    t.is(items, 50_000);
    t.deepEqual(turns.slice(0, 2), ['first', 'later']);
    t.is(new Set(turns.slice(1)).size, 1);
    await noReaders();
  },
);
