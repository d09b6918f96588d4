import { hash } from 'node:crypto';
import { searchWords } from '../../domain/search-words.ts';
import type { Database } from './database.ts';

/** The texts of a ticket that lists are searched by. */
type Texts = { readonly category: string; readonly problem: readonly string[]; readonly solution: readonly string[] };

/**
 * The full-text index of a generation: stems of problem and solution and no text. Each word begins with the number of its collection, so that what a query
 * costs does not depend on other collections; the category is a word too. Its rows have the numbers of the tickets. Deleted entries stay in the index
 * until its parts are merged (`mergeWords`).
 */
export const wordsSchema = (generation: string): string =>
  `CREATE VIRTUAL TABLE ${generation}_words USING fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`;

const categoryWord = (collection: number, category: string): string =>
  `${collection}c${hash('sha256', category).slice(0, 20)}`;

/** The words of tickets, written in the caller's transaction. */
export const ticketWords = (database: Database, generation: string) => {
  const insert = database.prepare(`INSERT INTO ${generation}_words (rowid, words) VALUES (?, ?)`);
  const remove = database.prepare(`DELETE FROM ${generation}_words WHERE rowid = ?`);
  return {
    add: (number: number, collection: number, { category, problem, solution }: Texts): void => {
      const words = searchWords([...problem, ...solution].join('\n'));
      insert.run(number, [categoryWord(collection, category), ...words].join(` ${collection}w`));
    },
    remove: (number: number): void => {
      remove.run(number);
    },
  };
};

/** The query for tickets that have all words of a text and one of the categories, if any are given; undefined for a text without words. */
export const wordsQuery = (collection: number, text: string, categories: readonly string[]): string | undefined => {
  const words = searchWords(text).map((word) => `"${collection}w${word}"`);
  if (words.length === 0) return undefined;
  const oneOf = categories.map((category) => `"${categoryWord(collection, category)}"`);
  return [...words, ...(oneOf.length > 0 ? [`(${oneOf.join(' OR ')})`] : [])].join(' AND ');
};

/** Pages that one step of a merge may write: some milliseconds. */
const pagesPerStep = 200;

/** Removes what deleted entries have left in the full-text indices of a file, in small steps; returns whether a step has changed anything. */
export const mergeWords = (database: Database): boolean => {
  const tables = database
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' AND name LIKE '%\\_words' ESCAPE '\\'`,
    )
    .all()
    .map(({ name }) => String(name));
  const changes = database.prepare('SELECT total_changes() AS changes');
  const changesNow = () => Number(changes.get()?.['changes']);
  return tables.some((table) => {
    const before = changesNow();
    database.prepare(`INSERT INTO "${table}" ("${table}", rank) VALUES ('merge', ?)`).run(-pagesPerStep);
    // The command itself counts as one change.
    return changesNow() - before > 1;
  });
};
