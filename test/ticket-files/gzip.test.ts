import { gzipSync } from 'node:zlib';
import test from 'ava';
import * as xlsx from 'xlsx';
import { inflated } from '../../src/ticket-files/gzip.ts';
import { ticketItems } from '../../src/ticket-files/read-tickets.ts';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { collected, spoolFolder } from './spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

const inPieces = (bytes: Buffer, size: number) => {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
  };
  return pieces();
};

const inflate = async (bytes: Buffer, size = 7): Promise<string> =>
  Buffer.concat(await collected(inflated(inPieces(bytes, size)))).toString();

test('gzip is inflated in pieces of any size, and anything else is passed on', async (t) => {
  for (const size of [1, 7, 10_000]) {
    t.is(await inflate(gzipSync('Обращения'), size), 'Обращения');
    t.is(await inflate(Buffer.from('[1]'), size), '[1]');
  }
  t.is(await inflate(Buffer.alloc(0)), '');
  t.is(await inflate(Buffer.from([0x1f])), '\u001f');
});

test('several members are one file, and zeros may pad it', async (t) => {
  t.is(await inflate(Buffer.concat([gzipSync('a'), gzipSync(''), gzipSync('b'), Buffer.alloc(512)])), 'ab');
  t.is(await inflate(gzipSync(gzipSync('x'))), gzipSync('x').toString(), 'once only');
});

test('a file that is cut, damaged or followed by anything is refused', async (t) => {
  const whole = gzipSync('[{"ticket_id":1}]');
  const wrongSum = Buffer.from(whole);
  wrongSum.writeUInt32LE(1, whole.length - 8);
  const cut = [whole.subarray(0, 2), whole.subarray(0, -1), Buffer.concat([whole, whole.subarray(0, 9)])];
  for (const bytes of [...cut, wrongSum, Buffer.concat([whole, Buffer.from('more')])]) {
    await t.throwsAsync(inflate(bytes), { instanceOf: UnreadableFile, message: /^The gzip file is damaged/ });
  }
});

test('a reader that has enough inflates no more, and an error of the source stays what it is', async (t) => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  let bytes = 0;
  for await (const chunk of inflated(inPieces(bomb, 1024))) {
    bytes += chunk.length;
    if (bytes > 1024 * 1024) break;
  }
  t.true(bytes < 2 * 1024 * 1024);
  const failing = async function* () {
    yield await Promise.resolve(gzipSync('a'.repeat(1_000)).subarray(0, 20));
    throw new RangeError('gone');
  };
  await t.throwsAsync(collected(inflated(failing())), { instanceOf: RangeError, message: 'gone' });
});

test('many empty members take seconds at most', async (t) => {
  const member = gzipSync('');
  const members = Buffer.concat(Array.from({ length: 200_000 }, () => member));
  const startedAt = performance.now();
  t.is(await inflate(members, 64 * 1024), '');
  t.true(performance.now() - startedAt < 20_000);
});

const workbook = (rows: readonly (readonly string[])[]): Buffer => {
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows.map((row) => [...row])));
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

const long = 'Откройте настройки и включите новый способ, затем перезапустите программу и повторите ещё раз.';

test('every format is read from gzip: JSON, JSON Lines, a page, CSV, a workbook', async (t) => {
  const ticket = { ticket_id: 1, description: 'Не печатает', messages: [{ role: 'support', text: long }] };
  const json = JSON.stringify(ticket);
  const files: readonly (readonly [string, string | Buffer])[] = [
    ['a.json.gz', `[${json}]`],
    ['a.jsonl.gz', `${json}\n`],
    ['a.json.gz', `{"count":1,"tickets":[${json}]}`],
    ['a.csv.gz', `Номер;Проблема;Решение\n1;Не печатает;${long}\n`],
    [
      'a.xlsx.gz',
      workbook([
        ['Номер', 'Проблема', 'Решение'],
        ['1', 'Не печатает', long],
      ]),
    ],
  ];
  for (const [name, content] of files) {
    const path = await spool(gzipSync(content));
    for (let time = 0; time < 2; time += 1) {
      const items = await collected(ticketItems({ kind: 'file', path, name, type: '' }, { inflates: true }));
      t.deepEqual(
        items.map((item) => ('value' in item ? (item.value as typeof ticket).messages : item.message)),
        [[{ role: 'support', text: long }]],
        name,
      );
    }
  }
});

test('a file of an upload is not inflated while it is read: it was when it came', async (t) => {
  const path = await spool(gzipSync('[]'));
  const items = collected(ticketItems({ kind: 'file', path, name: 'a.json', type: '' }));
  await t.throwsAsync(items, { message: /^Unknown file format/ });
});
