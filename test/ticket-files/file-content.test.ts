import test from 'ava';
import fc from 'fast-check';
import { contentInspector, type FileContent, inspectFile } from '../../src/ticket-files/file-content.ts';
import { spoolFolder } from './spooled.ts';
import { cp866, windows1251 } from './code-pages.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

const inspected = (bytes: Buffer, chunkBytes: number): FileContent => {
  const inspector = contentInspector();
  for (let at = 0; at < bytes.length; at += chunkBytes) inspector.write(bytes.subarray(at, at + chunkBytes));
  return inspector.end();
};

const utf16 = Buffer.from('id;problem\n1;Не входит\n', 'utf16le');
const damaged = Buffer.concat([Buffer.from('Не прошла оплата'), Buffer.from([0xff]), Buffer.from(' картой')]);
const cases: Readonly<Record<string, readonly [Buffer, Partial<FileContent>]>> = {
  'an empty file': [Buffer.alloc(0), { start: 'empty' }],
  blanks: [Buffer.from(' \t\r\n'.repeat(3_000)), { start: 'blank', encoding: 'utf-8' }],
  'a ZIP': [Buffer.from('PK\x03\x04rest'), { start: 'zip' }],
  'an OLE compound file': [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), { start: 'compound' }],
  'a JSON array after blanks': [Buffer.from(`\ufeff${' '.repeat(9_000)}[{}]`), { start: 'array' }],
  'UTF-8': [Buffer.from('id;problem\n1;Не входит\n'.repeat(300)), { start: 'other', encoding: 'utf-8' }],
  'UTF-16 LE': [utf16, { encoding: 'utf-16le' }],
  'UTF-16 BE': [Buffer.from(utf16).swap16(), { encoding: 'utf-16be' }],
  'Windows-1251': [windows1251('id;problem\n1;Не входит\n'), { encoding: 'windows-1251' }],
  CP866: [cp866('id;problem\n1;Не входит\n'), { encoding: 'cp866' }],
  'Windows-1251 with quotes, dashes and capitals': [
    windows1251('НОМЕР;ПРОБЛЕМА\n№ 1;«Ёлка» – «не горит»\n'),
    { encoding: 'windows-1251' },
  ],
  'CP866 with capitals': [cp866('НОМЕР;ПРОБЛЕМА;РЕШЕНИЕ\n№ 1;ПРИНТЕР;Заменили\n'), { encoding: 'cp866' }],
  'CP866 after a long ASCII text': [cp866(`${'plain\n'.repeat(20_000)}Оплата не проходит`), { encoding: 'cp866' }],
  'Windows-1251 after a long ASCII text': [
    windows1251(`${'plain\n'.repeat(20_000)}Оплата не проходит`),
    { encoding: 'windows-1251' },
  ],
  'damaged UTF-8': [damaged, { encoding: { damagedAt: 30 } }],
  'UTF-8 that is cut off': [Buffer.from('Не прошла оплата').subarray(0, -1), { encoding: { damagedAt: 28 } }],
};

for (const [what, [bytes, expected]] of Object.entries(cases)) {
  test(`${what} is recognised in chunks of any size`, async (t) => {
    for (const chunkBytes of [1, 2, 3, 7, 4_095, 4_096, 65_536, 1_000_000]) {
      t.like(inspected(bytes, chunkBytes), expected, `chunks of ${chunkBytes} bytes`);
    }
    t.like(await inspectFile(await spool(bytes)), expected);
  });
}

test('the chunks make no difference', (t) => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all)),
    fc
      .string({ unit: fc.constantFrom(...Array.from('аЯё z;\t"\n[')), maxLength: 100 })
      .map((text) => Buffer.from(text)),
  );
  t.notThrows(() =>
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 20 }), (all, size) => {
        t.deepEqual(inspected(all, size), inspected(all, Math.max(all.length, 1)));
      }),
    ),
  );
});
