import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { abortableLimit } from '../../src/concurrency/abortable-limit.ts';
import { InvalidInput, Stopping, Unavailable } from '../../src/domain/errors.ts';
import { checkedTickets } from '../../src/uploads/checked-tickets.ts';
import { checkTickets } from '../../src/uploads/check-tickets.ts';
import { receiveBytes } from '../../src/uploads/receive-bytes.ts';
import { uploadOf } from '../../src/uploads/read-upload.ts';
import type { UploadWatch } from '../../src/uploads/upload.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../ticket-files/zip-file.ts';

const yieldIfDue = () => undefined;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row>${text('id')}${text('problem')}</row>`;

const receive = async (t: ExecutionContext, bytes: Buffer) => {
  const path = join(temporaryFolder(t), 'body');
  await writeFile(path, bytes);
  const received = receiveBytes({ hash: false });
  received.write(bytes);
  return {
    ...{ ...received.end(), kind: 'file' as const, path, name: 'tickets.xlsx', type: '', columns: new Map() },
    ...{ tenantId: 'tenant', collectionId: 'collection', uploadId: 'upload', surface: 'web' as const },
  };
};

const silent: UploadWatch = {
  ...{ waiting: yieldIfDue, read: yieldIfDue, total: yieldIfDue, cleaned: yieldIfDue, embedded: yieldIfDue },
  ...{ stored: yieldIfDue, skipped: yieldIfDue, alreadyProcessed: yieldIfDue, noticed: yieldIfDue },
};

type Check = { readonly signal?: AbortSignal; readonly watch?: Partial<UploadWatch> };

/** Checks a workbook as an upload does, with this limit. */
const checker = async (t: ExecutionContext, bytes: Buffer, limitWorkbooks = abortableLimit(2)) => {
  const spooled = await receive(t, bytes);
  return async ({ signal = new AbortController().signal, watch = {} }: Check = {}) => {
    const upload = uploadOf(spooled, { signal, yieldIfDue, limitWorkbooks });
    const checked = checkedTickets(join(temporaryFolder(t), 'checked'), yieldIfDue);
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

test.serial('a workbook that grows above what an upload keeps is refused, since it is read once', async (t) => {
  const strings = { name: 'xl/sharedStrings.xml', content: `<sst><si><t>${'a'.repeat(200_000)}</t></si></sst>` };
  const row = '<row><c><v>1</v></c><c t="s"><v>0</v></c></row>';
  const check = await checker(t, workbookOf(header + row.repeat(800), [strings]));
  await t.throwsAsync(check(), { instanceOf: InvalidInput, message: 'Spreadsheet is too large; save it as CSV' });
});
