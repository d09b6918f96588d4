import { hash } from 'node:crypto';
import { idWords, wantedIdWords, withoutNumberSign } from '../../../domain/id-words.ts';
import { searchWords } from '../../../domain/search-words.ts';
import type { TicketsQuery } from '../../../ports/tickets.ts';
import type { Database } from '../database.ts';

/** What lists find a ticket by: its id, its texts, and its state, category and whether it has changed since it was stored, which are words too. */
type SearchedTicket = {
  readonly collection: number;
  readonly ticketId: string;
  readonly category: string;
  readonly isWithdrawn: boolean;
  readonly isChanged: boolean;
  readonly problem: readonly string[];
  readonly solution: readonly string[];
  /** The words of problem and solution, separated by spaces, if they are known. */
  readonly words?: string | undefined;
};

/**
 * The full-text index: the words of ids, stems of problem and solution, and no text. Each word begins with the number of its collection, so that what a query
 * costs does not depend on other collections. Its rows have the numbers of the tickets. Deleted entries stay in the index until its parts are merged
 * (`mergeWords`).
 */
export const wordsSchema = `CREATE VIRTUAL TABLE ticket_words USING fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`;

/** Cached marks of categories: there are few categories, and hashing one takes as long as writing ten words. */
const maxCategories = 1_000;
const categoryMarks = new Map<string, string>();

const markOf = (category: string): string => {
  const known = categoryMarks.get(category);
  if (known !== undefined) return known;
  const mark = `c${hash('sha256', category).slice(0, 20)}`;
  if (categoryMarks.size >= maxCategories) categoryMarks.clear();
  categoryMarks.set(category, mark);
  return mark;
};

/** Words that no text has. */
const marks = {
  category: markOf,
  withdrawn: 's',
  changed: 'x',
};

/** The words of a ticket, each with a prefix that begins with a space. One call for the words, which are the many, takes half the time of a string for each. */
const prefixed = (
  prefix: string,
  { problem, solution, words }: Pick<SearchedTicket, 'problem' | 'solution' | 'words'>,
): string =>
  words === undefined
    ? ['', ...searchWords([...problem, ...solution].join('\n'))].join(prefix)
    : words && prefix + words.replaceAll(' ', prefix);

/** The words of tickets, written in the caller's transaction. */
export const ticketWords = (database: Database) => {
  const insert = database.prepare(`INSERT INTO ticket_words (rowid, words) VALUES (?, ?)`);
  const remove = database.prepare(`DELETE FROM ticket_words WHERE rowid = ?`);
  return {
    add: (
      number: number,
      { collection, ticketId, category, isWithdrawn, isChanged, ...ticket }: SearchedTicket,
    ): void => {
      const marked = [
        marks.category(category),
        ...(isWithdrawn ? [marks.withdrawn] : []),
        ...(isChanged ? [marks.changed] : []),
        ...idWords(ticketId).map((word) => `${kinds.id.mark}${word}`),
      ];
      const words = prefixed(` ${collection}${kinds.text.mark}`, ticket);
      insert.run(number, marked.map((mark) => `${collection}${mark}`).join(' ') + words);
    },
    remove: (number: number): void => {
      remove.run(number);
    },
  };
};

/** The words of texts and those of ids, of which each kind has its mark; and those that a query wants. */
const kinds = {
  text: { mark: 'w', wanted: (text: string) => searchWords(withoutNumberSign(text)) },
  id: { mark: 'n', wanted: wantedIdWords },
} as const;

/** Where the words of a query are looked for. */
export type WordKind = keyof typeof kinds;

type WordsWanted = Pick<TicketsQuery, 'text' | 'state' | 'categories'> & { readonly collection: number };

const termOf = (collection: number, word: string): string => `"${collection}${word}"`;

/** The query for the tickets of a collection that have changed since they were stored. */
export const changedQuery = (collection: number): string => termOf(collection, marks.changed);

/** Queries for lists of tickets: wanted are those that are in all of `all` and in none of `none`. */
type WordQueries = { readonly all: readonly string[]; readonly none: readonly string[] };

/**
 * The tickets of a collection that have all words of a text, in their texts or in their ids, the state and one of the categories, if any are given; undefined for a text without words. Each query
 * is of one word, or of marks of which a ticket has one: what such a query matches is met row by row, where one of several words may look at all of a collection
 * before its first match.
 */
export const wordQueries = (
  { collection, text = '', state, categories }: WordsWanted,
  kind: WordKind,
): WordQueries | undefined => {
  const { mark, wanted } = kinds[kind];
  const words = wanted(text);
  if (words.length === 0) return undefined;
  const term = (word: string) => termOf(collection, word);
  const all = words.map((word) => term(`${mark}${word}`));
  const none: string[] = [];
  if (categories.length > 0) all.push(categories.map((category) => term(marks.category(category))).join(' OR '));
  if (state !== undefined) (state === 'withdrawn' ? all : none).push(term(marks.withdrawn));
  return { all, none };
};

/** Pages that one step of a merge may write: some milliseconds. */
const pagesPerStep = 200;

/** Removes what deleted entries have left in the full-text index of a file, if it has one, in small steps; returns whether a step has changed anything. */
export const mergeWords = (database: Database): boolean => {
  if (!database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'ticket_words'`).get()) return false;
  const changes = database.prepare('SELECT total_changes() AS changes');
  const changesNow = () => Number(changes.get()?.['changes']);
  const before = changesNow();
  database.prepare(`INSERT INTO ticket_words (ticket_words, rank) VALUES ('merge', ?)`).run(-pagesPerStep);
  // The command itself counts as one change.
  return changesNow() - before > 1;
};
