import { benchCategory, benchDay } from './bench-tickets.ts';

/** A filter of searches as requests have it. */
export type BenchFilter = {
  readonly category?: readonly string[];
  readonly resolved_after?: string;
  readonly resolved_before?: string;
};

/** Filters by the share of the tickets that they let through. */
export const benchFilters: Readonly<Record<string, BenchFilter>> = {
  'of three categories, 47 %': { category: ['Оплата', 'Доступ', 'Отчёты'] },
  'of a category, 5 %': { category: ['Возвраты'] },
  'of a category, 0.5 %': { category: ['Жалобы'] },
  'resolved in half of the time': { resolved_after: benchDay(0), resolved_before: benchDay(500) },
};

/** Whether a filter lets the ticket of a number through. */
export const letsThrough = (filter: BenchFilter, number: number): boolean => {
  const { category = [], resolved_after: after = '', resolved_before: before = '~' } = filter;
  const day = benchDay(number);
  return (category.length === 0 || category.includes(benchCategory(number))) && day >= after && day < before;
};
