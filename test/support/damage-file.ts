import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export const pageSize = 4096;

/** Overwrites bytes of a file. */
export const overwrite = (path: string, offset: number, bytes: Uint8Array): void => {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
};

const scribble = (length: number) => new Uint8Array(length).fill(0xa5);

/** Overwrites the header: the file is no longer taken for a database. */
export const damageHeader = (path: string): void => overwrite(path, 0, scribble(100));

/** Overwrites a page, counted from 1. */
export const damagePage = (path: string, page: number): void =>
  overwrite(path, (page - 1) * pageSize, scribble(pageSize));

/** A page of a table or an index: `internal` above others, `leaf` with rows, `overflow` with the rest of a long row. */
type PageKind = 'internal' | 'leaf' | 'overflow';

/** The pages of a table or an index of a closed database (GLOB pattern), in the order of their rows. */
export const pagesOf = (path: string, table: string, kind: PageKind): readonly number[] => {
  const database = new DatabaseSync(path, { readOnly: true });
  const pages = database
    .prepare('SELECT pageno FROM dbstat WHERE name GLOB ? AND pagetype = ? ORDER BY path')
    .all(table, kind)
    .map((row) => row['pageno'] as number);
  database.close();
  return pages;
};

/** The first page of the list of free pages; 0 if there is none (the file format of SQLite, 1.3.9). */
export const freePageOf = (path: string): number => readFileSync(path).readUInt32BE(32);
