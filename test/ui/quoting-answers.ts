import type { QuotingAnswers as Page, QuotingRow } from '../../ui/api/answers.ts';

/** The answers that used tickets, newest first, by the ids of the tickets. */
export type QuotingAnswers = Readonly<Record<string, readonly QuotingRow[]>>;

/** A page of those that used a ticket, as the service gives it. */
export const quotingPage = (all: QuotingAnswers, ticketId: string, query: URLSearchParams): Page => {
  const [revision, cited] = [query.get('revision'), query.get('cited')];
  const isBased = (each: QuotingRow) => each.cited.includes(ticketId);
  const found = (all[ticketId] ?? []).filter((each) => revision === null || String(each.revision) === revision);
  const answers = found.filter((each) => cited === null || String(isBased(each)) === cited);
  const from = Number(query.get('after') ?? 0);
  const end = from + Number(query.get('limit'));
  return {
    answers: answers.slice(from, end),
    count: found.length,
    cited: found.filter(isBased).length,
    next: end < answers.length ? String(end) : null,
  };
};
