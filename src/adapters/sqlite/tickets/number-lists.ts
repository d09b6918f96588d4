import { isStepEnd, type Steps } from '../../../concurrency/steps.ts';
import type { Database } from '../database.ts';

/** Rows of tickets that one step looks at: about a millisecond of work. */
export const rowsPerStep = 1_000;

/** Numbers that a list reads at first and at most in one step: a page often needs few, and a piece that begins far behind the first one is found by passing over those before. */
const firstPiece = 500;
const largestPiece = 4_000;

/** The first number, of a list of numbers in descending order, that is at most `most`; undefined if there is none. */
export type NumberList = (most: number) => Steps<number | undefined>;

/** A list that is read in pieces; `read` returns its first numbers that are at most `most`, `count` of them if it has so many. */
const numberList = (read: (most: number, count: number) => readonly number[]): NumberList => {
  let piece: readonly number[] = [];
  let next = 0;
  let count = firstPiece;
  let isLast = false;
  return function* (most) {
    for (;;) {
      while (next < piece.length && (piece[next] as number) > most) next += 1;
      if (next < piece.length || isLast) return piece[next];
      piece = read(most, count);
      next = 0;
      isLast = piece.length < count;
      count = Math.min(2 * count, largestPiece);
      yield;
    }
  };
};

/**
 * Lists that a query selects, by its first parameters: it has `number <= ?` and ends with the order and the limit. The bound is an integer to SQLite, whose full-text
 * index reads a list from its beginning for any other number. One text for all of a piece: a row for each takes several times as long.
 */
export const selectedNumbers = (database: Database, query: string) => {
  const select = database.prepare(`SELECT json_group_array(number) AS numbers FROM (${query})`);
  return (...values: readonly (string | number)[]): NumberList =>
    numberList((most, count) => {
      const { numbers } = select.get(...values, BigInt(most), count) as { readonly numbers: string };
      return JSON.parse(numbers) as readonly number[];
    });
};

/** A list of numbers that are known. */
export const knownNumbers = (numbers: readonly number[]): NumberList => {
  const descending = numbers.toSorted((a, b) => b - a);
  return numberList((most, count) => descending.filter((number) => number <= most).slice(0, count));
};

type Intersection = {
  readonly all: readonly NumberList[];
  readonly none?: readonly NumberList[];
  /** The greatest number that is wanted. */
  readonly most?: number;
  readonly isWanted?: (number: number) => boolean;
  /** So many are enough. */
  readonly limit?: number;
};

/** The numbers, in descending order, that are in all of some lists and in none of others. What is between two numbers of a rare list is not read of the others. */
export function* intersection(wanted: Intersection): Steps<readonly number[]> {
  const { all, none = [], isWanted = () => true, limit = Infinity } = wanted;
  const found: number[] = [];
  let most = wanted.most ?? Number.MAX_SAFE_INTEGER;
  let looked = 0;
  while (found.length < limit) {
    const common = yield* firstCommon(all, most);
    if (common === undefined) break;
    if (!(yield* isInAny(none, common)) && isWanted(common)) found.push(common);
    most = common - 1;
    if (isStepEnd((looked += 1))) yield;
  }
  return found;
}

function* firstCommon(lists: readonly NumberList[], most: number): Steps<number | undefined> {
  let common = most;
  for (let agreeing = 0; agreeing < lists.length;)
    for (const list of lists) {
      const first = yield* list(common);
      if (first === undefined) return undefined;
      agreeing = first === common ? agreeing + 1 : 1;
      common = first;
      if (agreeing === lists.length) break;
    }
  return common;
}

function* isInAny(lists: readonly NumberList[], number: number): Steps<boolean> {
  for (const list of lists) if ((yield* list(number)) === number) return true;
  return false;
}
