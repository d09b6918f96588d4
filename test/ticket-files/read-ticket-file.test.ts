import test from 'ava';
import fc from 'fast-check';
import * as xlsx from 'xlsx';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { fileReader, spoolFolder, valuesOf } from './spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const read = fileReader(spool);

test('the content says what is JSON, whatever the name', async (t) => {
  t.deepEqual(valuesOf(await read('\ufeff \n[{"ticket_id":1}]', 'export.csv', 'text/csv')), [{ ticket_id: 1 }]);
  t.deepEqual(await read('[]', 'x', ''), []);
  await t.throwsAsync(read('[{}', 'x.json'), { message: 'file is not valid JSON: unexpected end at byte 3' });
});

test('a text is CSV by its name or its type, anything else is refused with what is accepted', async (t) => {
  const csv = 'id,problem\n1,x\n';
  for (const name of ['a.csv', 'A.TSV', 'b.txt']) t.is((await read(csv, name)).length, 1);
  t.is((await read(csv, 'noname', 'text/plain; charset=utf-8')).length, 1);
  const message =
    'Unknown file format: send a JSON array of tickets, JSON Lines, a CSV file (.csv, .tsv, .txt) or an XLSX workbook';
  await t.throwsAsync(read(csv, 'a.dat', 'application/octet-stream'), { message });
  await t.throwsAsync(read('"tickets"', 'a.json', 'application/json'), { message });
  await t.throwsAsync(read('', 'a.json'), { message: 'The file is empty' });
});

test('JSON in UTF-16 is refused with what to do, a table in UTF-16 is read', async (t) => {
  const inUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const message = 'The file is in UTF-16, but JSON must be UTF-8; save it again as UTF-8';
  for (const name of ['a.json', 'a.jsonl']) await t.throwsAsync(read(inUtf16('[{"ticket_id":1}]'), name), { message });
  t.is((await read(inUtf16('id,problem\n1,x\n'), 'a.csv')).length, 1);
});

const words = fc.string({ unit: fc.constantFrom(...Array.from('аЯё z09 ,;\t"\n.№[')), minLength: 1, maxLength: 12 });
const filled = words.map((word) => `x${word}x`);
const tickets = fc.uniqueArray(
  fc.record({
    ticket_id: fc.nat({ max: 1e9 }).map(String),
    category: filled,
    client: filled,
    description: filled,
    messages: fc.array(fc.record({ role: fc.constantFrom('client', 'support'), text: filled }), { maxLength: 4 }),
  }),
  { selector: ({ ticket_id }) => ticket_id, minLength: 1, maxLength: 6 },
);
type Ticket = typeof tickets extends fc.Arbitrary<(infer T)[]> ? T : never;

const asJsonColumn = (all: readonly Ticket[]) => [
  ['ticket_id', 'category', 'client', 'description', 'messages'],
  ...all.map((ticket) => [
    ticket.ticket_id,
    ticket.category,
    ticket.client,
    ticket.description,
    JSON.stringify(ticket.messages),
  ]),
];

const asMessageRows = (all: readonly Ticket[]) => [
  ['номер', 'тема', 'клиент', 'описание', 'роль', 'текст'],
  ...all.flatMap(({ ticket_id, category, client, description, messages }) =>
    (messages.length > 0 ? messages : [{ role: '', text: '' }]).map(({ role, text }) => [
      ...[ticket_id, category, client, description],
      ...[role === 'client' ? 'клиент' : role, text],
    ]),
  ),
];

const csvOf = (rows: readonly (readonly string[])[], delimiter: string) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n');

const workbookOf = (rows: readonly (readonly string[])[]) => {
  const table = xlsx.utils.aoa_to_sheet(rows.map((row) => [...row]));
  return xlsx.write(xlsx.utils.book_new(table, 'S'), { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

test('the same tickets come out of JSON and of CSV in either shape', async (t) => {
  await fc.assert(
    fc.asyncProperty(tickets, fc.constantFrom(',', ';', '\t'), async (all, delimiter) => {
      t.deepEqual(valuesOf(await read(JSON.stringify(all))), all);
      t.deepEqual(valuesOf(await read(csvOf(asJsonColumn(all), delimiter))), all);
      t.deepEqual(valuesOf(await read(csvOf(asMessageRows(all), delimiter))), all);
    }),
    { numRuns: 100 },
  );
});

test('the same tickets come out of a workbook in either shape', async (t) => {
  await fc.assert(
    fc.asyncProperty(tickets, async (all) => {
      t.deepEqual(valuesOf(await read(workbookOf(asJsonColumn(all)))), all);
      t.deepEqual(valuesOf(await read(workbookOf(asMessageRows(all)))), all);
    }),
    { numRuns: 5 },
  );
});

test('any text with a header is read or refused, never an error of another kind', async (t) => {
  const letters = fc.constantFrom(...Array.from('a1",;\t\r\n \u00a0\ufeff['));
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: letters, maxLength: 30 }),
        fc.constantFrom(',', ';', '\t'),
        async (text, cut) => {
          try {
            await read(`id${cut}problem\n${text}`);
          } catch (error) {
            t.true(error instanceof UnreadableFile, String(error));
          }
        },
      ),
      { numRuns: 300 },
    ),
  );
});
