import { confirmedTicket } from '../domain/confirmed-ticket.ts';
import { type ListedQuestion, questionPages, type QuestionRecord, type Questions } from '../ports/questions.ts';

/** A question that is asked again. `name`: the id of its answer, or its line in a file. `right`: the ticket that a verdict confirms, null for none; undefined if nobody has said. */
export type BacktestCase = {
  readonly name: string;
  readonly question: string;
  readonly right: string | null | undefined;
  /** Set if of tickets with the same solution only one becomes a source. */
  readonly isDistinct?: true;
};

/** What is found for a question: the ids of the tickets, best first, and the odds of an answer as a multiple of those that it needs; undefined if they are not known. */
export type BacktestOutcome = { readonly tickets: readonly string[]; readonly odds: number | undefined };

/** As many of the questions of a collection since a time as are wanted. */
type Wanted = { readonly collectionId: string; readonly since: Date; readonly limit: number };

/** The newest questions: first those with a verdict, which say what is right. */
export const recordedCases = async (
  questions: Pick<Questions, 'ofCollection'>,
  wanted: Wanted,
): Promise<readonly BacktestCase[]> => {
  const rows = (helped: boolean | null, limit = wanted.limit) => newest(questions, { ...wanted, helped, limit });
  const judged = [...(await rows(true)), ...(await rows(false))];
  const first = judged.toSorted((one, other) => Number(other.position - one.position)).slice(0, wanted.limit);
  const others = await rows(null, wanted.limit - first.length);
  return [...first, ...others].map((row) => ({
    name: row.answerId,
    question: row.question,
    right: confirmedTicket(row),
    ...(row.isDistinct && { isDistinct: row.isDistinct }),
  }));
};

const pageSize = 100;

const newest = async (
  questions: Pick<Questions, 'ofCollection'>,
  { collectionId, since, limit, helped }: Wanted & { readonly helped: boolean | null },
): Promise<readonly ListedQuestion[]> => {
  const found: ListedQuestion[] = [];
  if (limit === 0) return found;
  for await (const rows of questionPages(questions, { collectionId, helped, limit: pageSize })) {
    const recent = rows.filter(({ at }) => new Date(at) >= since);
    // Others would be found among all tickets.
    found.push(...recent.filter(({ isFiltered }) => !isFiltered));
    if (recent.length < rows.length || found.length >= limit) break;
  }
  return found.slice(0, limit);
};

/** What was found for a question when it was asked; nothing if it is no longer kept. */
export const outcomeThen = async (
  { byId }: Pick<Questions, 'byId'>,
  { name }: Pick<BacktestCase, 'name'>,
): Promise<BacktestOutcome> => {
  const record = await byId(name);
  return {
    tickets: record?.sources.map(({ ticketId }) => ticketId) ?? [],
    odds: record && oddsThen[record.outcome],
  };
};

const oddsThen: Readonly<Record<QuestionRecord['outcome'], number | undefined>> = {
  answered: Infinity,
  'too-little': 0,
  'model-failed': undefined,
  'sources-only': undefined,
};
