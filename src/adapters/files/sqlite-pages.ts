import { pieceBytes } from '../../platform/piece-scanner.ts';

/** Where pages stand in a database, or in its WAL, which has each behind a header with its number (https://sqlite.org/fileformat2.html). */
export type PageLayout = {
  readonly first: number;
  readonly stride: number;
  readonly header: number;
  readonly pageBytes: number;
};

const magic = Buffer.from('SQLite format 3\0');
const walMagics = [0x377f0682, 0x377f0683];
const reservedBytesAt = 20;
const pageSizes = [512, 1024, 2048, 4096, 8192, 16_384, 32_768];
const [fileHeaderBytes, walHeaderBytes, frameHeaderBytes] = [100, 32, 24];

/** The layout of a file that begins with these bytes; undefined if it is no file of SQLite, or one with pages that are not as ours. */
export const pageLayoutOf = (beginning: Buffer): PageLayout | undefined => {
  if (beginning.length < walHeaderBytes) return undefined;
  const isWal = walMagics.includes(beginning.readUInt32BE(0));
  const isDatabase = beginning.subarray(0, magic.length).equals(magic) && beginning[reservedBytesAt] === 0;
  const pageBytes = isWal ? beginning.readUInt32BE(8) : beginning.readUInt16BE(16);
  if (!(isWal || isDatabase) || !pageSizes.includes(pageBytes)) return undefined;
  const header = isWal ? frameHeaderBytes : 0;
  return { first: isWal ? walHeaderBytes : 0, stride: header + pageBytes, header, pageBytes };
};

/** A cell of a page: a record, or the part of it that has room in the page. */
type Cell = {
  readonly start: number;
  readonly end: number;
  /** Where the record begins in the page, how many of its bytes are there, and how many it has. */
  readonly record: { readonly at: number; readonly here: number; readonly bytes: number };
  /** The page that its bytes go on in; 0 if all are here. */
  readonly overflow: number;
};

const kinds = new Map([
  [0x02, { header: 12, child: 4, hasRecord: true, hasRowId: false }],
  [0x05, { header: 12, child: 4, hasRecord: false, hasRowId: true }],
  [0x0a, { header: 8, child: 0, hasRecord: true, hasRowId: false }],
  [0x0d, { header: 8, child: 0, hasRecord: true, hasRowId: true }],
]);

const startOf = (page: Buffer): number => (page.subarray(0, magic.length).equals(magic) ? fileHeaderBytes : 0);

/** Whether a page has cells; another one may have bytes of a record that is too long for its own. */
export const hasCells = (page: Buffer): boolean => kinds.has(page[startOf(page)] as number);

/** The cells of a page that rows and entries of indexes are in; free space is in none. */
export function* cellsOf(page: Buffer): Generator<Cell> {
  const start = startOf(page);
  const kind = kinds.get(page[start] as number);
  if (!kind) return;
  const count = page.readUInt16BE(start + 3);
  for (let n = 0; n < count; n += 1) {
    const pointer = start + kind.header + 2 * n;
    if (pointer + 2 > page.length) return;
    const cell = cellAt(page, page.readUInt16BE(pointer), kind);
    if (cell.end <= page.length) yield cell;
  }
}

const cellAt = (page: Buffer, start: number, kind: { child: number; hasRecord: boolean; hasRowId: boolean }): Cell => {
  const [bytes, afterSize] = kind.hasRecord ? varint(page, start + kind.child) : [0, start + kind.child];
  const at = kind.hasRowId ? varint(page, afterSize)[1] : afterSize;
  const here = bytesHere(page.length, bytes, kind.hasRowId);
  const isCut = here < bytes;
  const end = at + here + (isCut ? 4 : 0);
  const overflow = isCut && end <= page.length ? page.readUInt32BE(at + here) : 0;
  return { start, end, record: { at, here, bytes }, overflow };
};

/** How many bytes of a record are in the page of its cell. */
const bytesHere = (pageBytes: number, bytes: number, isRow: boolean): number => {
  const most = isRow ? pageBytes - 35 : Math.floor(((pageBytes - 12) * 64) / 255) - 23;
  if (bytes <= most) return bytes;
  const least = Math.floor(((pageBytes - 12) * 32) / 255) - 23;
  const here = least + ((bytes - least) % (pageBytes - 4));
  return here <= most ? here : least;
};

/** The number that stands at a place, and the place after it. */
const varint = (page: Buffer, at: number): readonly [value: number, next: number] => {
  let value = 0;
  for (let n = 0; n < 8; n += 1) {
    const byte = page[at + n] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + n + 1];
  }
  return [value * 256 + (page[at + 8] ?? 0), at + 9];
};

/** How many bytes a value of a type has, if the type does not say so itself. */
const bytesOfTypes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];
const bytesOfType = (type: number): number => bytesOfTypes[type] ?? Math.max(0, Math.floor((type - 12) / 2));

/** Where the values of a record begin and end, in its bytes. */
function* bordersOf(page: Buffer, { record: { at, here } }: Cell): Generator<number> {
  const [header, first] = varint(page, at);
  if (header > here) return;
  let border = header;
  yield border;
  for (let next = first; next < at + header;) {
    const [type, after] = varint(page, next);
    border += bytesOfType(type);
    yield border;
    next = after;
  }
}

const isWithin = (border: number, from: number): boolean => border > from && border < from + pieceBytes;

/**
 * Whether bytes of a page that look like a piece are the end of one value and the beginning of the next, of a record or of two: nobody has stored them as a text.
 * What stands within a value, or in free space, does not.
 */
export const crossesBorder = (page: Buffer, from: number): boolean => {
  let covered = 0;
  let crosses = false;
  for (const cell of cellsOf(page)) {
    const bytes = Math.min(cell.end, from + pieceBytes) - Math.max(cell.start, from);
    if (bytes <= 0) continue;
    covered += bytes;
    const inRecord = from - cell.record.at;
    crosses ||= bytes < pieceBytes || isWithin(cell.record.here, inRecord);
    for (const border of bordersOf(page, cell)) crosses ||= isWithin(border, inRecord);
  }
  return crosses && covered === pieceBytes;
};

/** The same for bytes of the page that a cell's record goes on in, behind the number of the next one. */
export const crossesBorderOf = (page: Buffer, cell: Cell, from: number): boolean => {
  const { here, bytes } = cell.record;
  const inRecord = from - 4 + here;
  if (inRecord + pieceBytes > bytes) return false;
  return from < 4 || [...bordersOf(page, cell)].some((border) => isWithin(border, inRecord));
};
