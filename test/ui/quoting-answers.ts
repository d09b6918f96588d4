import type { QuotingAnswers as Page, QuotingRow } from '../../ui/api/answers.ts';

/** The answers that used tickets, newest first, by the ids of the tickets. */
export type QuotingAnswers = Readonly<Record<string, readonly QuotingRow[]>>;

/** A page of those that used a ticket, as the service gives it. */
export const quotingPage = (all: QuotingAnswers, ticketId: string, query: URLSearchParams): Page => {
  const revision = query.get('revision');
  const answers = (all[ticketId] ?? []).filter((each) => revision === null || String(each.revision) === revision);
  const from = Number(query.get('after') ?? 0);
  const end = from + Number(query.get('limit'));
  return { answers: answers.slice(from, end), count: answers.length, next: end < answers.length ? String(end) : null };
};
