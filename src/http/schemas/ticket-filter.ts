import { mixed } from 'yup';
import { InvalidInput } from '../../domain/errors.ts';
import { pastTime } from '../../domain/past-time.ts';
import { limited, textOf } from '../../domain/text-checks.ts';
import { columns } from '../../domain/ticket-fields.ts';
import {
  isLimiting,
  maxFilterCategories,
  type ResolvedBetween,
  type TicketFilter,
} from '../../domain/ticket-filter.ts';
import type { Schema } from './json-types.ts';
import { hasLength, text } from './requests.ts';

/** The filters of lists, and those of searches. */

const { maxLength } = columns.category.detail.schema;

const maxTimeCharacters = 100;
const after =
  'Only tickets that were resolved then or later: ISO 8601, UTC unless it has a zone; a date is its midnight';
const before = 'Only tickets that were resolved before: as `resolved_after`';

/** A time in its one spelling; undefined if none is given. It may be of the future. Throws InvalidInput. */
const timeOf = (value: unknown, path: string): string | undefined => {
  const written = limited(textOf(value, () => path) ?? '', maxTimeCharacters, () => path);
  const time = pastTime(written, Infinity);
  if (typeof time === 'string') return time === '' ? undefined : time;
  throw new InvalidInput(`${path} must be a date from 1970 on, such as 2023-05-24 or 2023-05-24T12:30:00Z`);
};

const time = (description: string) => text().test(hasLength(0, maxTimeCharacters)).meta({ description });

/** The parameters of lists. */
export const resolvedTimes = { resolved_after: time(after), resolved_before: time(before) };

type Times = { readonly resolved_after?: unknown; readonly resolved_before?: unknown };

/** The times of a list or, below `path`, of a search. Throws InvalidInput. */
export const resolvedBetween = (times: Times, path = ''): ResolvedBetween => ({
  resolvedAfter: timeOf(times.resolved_after, `${path}resolved_after`),
  resolvedBefore: timeOf(times.resolved_before, `${path}resolved_before`),
});

const timeSchema = (description: string): Schema => ({
  type: ['string', 'null'],
  maxLength: maxTimeCharacters,
  description,
  examples: ['2023-05-24'],
});

/** The filter of a search, which `searchFilterOf` checks. */
export const searchFilter = mixed<object>()
  .nullable()
  .meta({
    type: ['object', 'null'],
    properties: {
      category: {
        type: ['array', 'null'],
        maxItems: maxFilterCategories,
        items: { type: 'string', maxLength },
        description: 'Only tickets of one of these categories, of any if there are none',
        examples: [['Оплата']],
      },
      resolved_after: timeSchema(after),
      resolved_before: timeSchema(before),
    },
    description: 'The tickets that are searched: the best of these are found, however many others are nearer',
  });

/** Undefined if it limits nothing; unknown fields are ignored, null counts as left out. Throws InvalidInput that names the path. */
export const searchFilterOf = (filter: unknown): TicketFilter | undefined => {
  if (filter === undefined || filter === null) return undefined;
  if (typeof filter !== 'object' || Array.isArray(filter)) throw new InvalidInput('filter must be an object');
  const own = (name: string): unknown => Object.getOwnPropertyDescriptor(filter, name)?.value;
  const times = { resolved_after: own('resolved_after'), resolved_before: own('resolved_before') };
  const wanted = { categories: categoriesOf(own('category')), ...resolvedBetween(times, 'filter.') };
  return isLimiting(wanted) ? wanted : undefined;
};

const categoriesOf = (value: unknown): readonly string[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new InvalidInput('filter.category must be an array');
  if (value.length > maxFilterCategories)
    throw new InvalidInput(`filter.category may have at most ${maxFilterCategories} categories`);
  const names = value.map((name: unknown, index) => {
    const path = () => `filter.category[${index}]`;
    const category = textOf(name, path);
    if (category === undefined) throw new InvalidInput(`${path()} must be a string`);
    return limited(category, maxLength, path);
  });
  return [...new Set(names)];
};
