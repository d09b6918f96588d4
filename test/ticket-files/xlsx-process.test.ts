import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { watchResidentMemory, xlsxItems } from '../../src/ticket-files/xlsx-file.ts';
import { outOfMemory } from '../../src/ticket-files/xlsx-limits.ts';
import type { SentPage } from '../../src/ticket-files/xlsx-process.ts';
import { spoolFolder } from './spooled.ts';
import { workbookOf } from './zip-file.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

const entry = fileURLToPath(new URL('../../src/ticket-files/xlsx-process.ts', import.meta.url));
const start = async (t: ExecutionContext, residentMegabytes: number) => {
  const path = await spool(workbookOf('<row><c><v>7</v></c></row>'));
  const reader = fork(entry, [path, String(residentMegabytes)], { serialization: 'advanced', execArgv: [] });
  t.teardown(() => reader.kill('SIGKILL'));
  return reader;
};

test.serial('a reader ends itself above its limit of memory', async (t) => {
  const reader = await start(t, 1);
  t.deepEqual(await once(reader, 'exit'), [outOfMemory, null]);
});

test.serial('a reader survives the signals that stop the service, and ends when the service has gone', async (t) => {
  const reader = await start(t, 1_000);
  const read = async () => {
    reader.send({});
    const [{ page }] = (await once(reader, 'message')) as [SentPage];
    return page && (JSON.parse(inflateRawSync(page).toString()) as unknown);
  };
  const sheets = { sheet: 'Sheet1', sheets: ['Sheet1'], otherSheets: [] };
  t.deepEqual(await read(), { rows: [{ row: 1, cells: ['7'] }], ...sheets });
  reader.kill('SIGINT');
  reader.kill('SIGTERM');
  t.deepEqual(await read(), { rows: [], ...sheets });
  t.is(await read(), undefined);
  reader.disconnect();
  t.deepEqual(await once(reader, 'exit'), [0, null]);
});

const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip;

onLinux('a process above its limit of memory is noticed from outside, one below is not', async (t) => {
  const unwatchLarge = watchResidentMemory(process.pid, Number.MAX_SAFE_INTEGER, () => t.fail());
  await new Promise<void>((resolve) => {
    const unwatch = watchResidentMemory(process.pid, 1, () => {
      unwatch();
      resolve();
    });
  });
  unwatchLarge();
  t.pass();
});

test.serial('an aborted reading ends its reader and leaves no process behind', async (t) => {
  const path = await spool(
    workbookOf('<row><c t="inlineStr"><is><t>id</t></is></c></row>' + '<row><c><v>1</v></c></row>'.repeat(2_000)),
  );
  const abort = new AbortController();
  const items = xlsxItems(path, { signal: abort.signal })[Symbol.asyncIterator]();
  await items.next();
  const readers = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
  t.is(readers(), 1);
  abort.abort();
  await t.throwsAsync(
    async () => {
      while (!(await items.next()).done);
    },
    { name: 'AbortError' },
  );
  while (readers() > 0) await new Promise((resolve) => setImmediate(resolve));
});
