import test from 'ava';
import { xlsxItems } from '../../src/ticket-files/xlsx-file.ts';
import { workbookRows } from '../../src/ticket-files/workbook-rows.ts';
import { hostileWorkbooks } from './hostile-workbooks.ts';
import { collected, spoolFolder } from './spooled.ts';
import { workbookOf } from './zip-file.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

for (const [what, [bytes, refusal]] of Object.entries(hostileWorkbooks)) {
  test(`${what}: refused`, async (t) => {
    await t.throwsAsync(collected(workbookRows(await spool(bytes()))), { message: refusal });
  });
}

test('the claimed dimension of a sheet is of no importance', async (t) => {
  const claim = '<dimension ref="A1:XFD1048576"/><sheetData>';
  const sheet = `<worksheet>${claim}<row r="1048576"><c r="B1048576"><v>7</v></c></row></sheetData></worksheet>`;
  const path = await spool(workbookOf('', [], { sheet }));
  t.deepEqual(await collected(workbookRows(path)), [{ row: 1_048_576, cells: ['', '7'] }]);
});

test('a refusal of the reader’s process is that of the file', async (t) => {
  const [bytes, refusal] = hostileWorkbooks['three million empty shared strings'] ?? [];
  await t.throwsAsync(collected(xlsxItems(await spool(bytes?.() ?? ''))), { message: refusal ?? '' });
});
