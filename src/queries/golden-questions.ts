import { confirmedTicket } from '../domain/confirmed-ticket.ts';
import { type ListedQuestion, questionPages, type Questions } from '../ports/questions.ts';

/** A question of which a verdict says what is right: the ticket, in the revision that was read, or null, that there is too little information. */
export type GoldenQuestion = {
  readonly question: string;
  readonly ticketId: string | null;
  readonly revision: number | null;
  readonly answerId: string;
  readonly confirmedAt: string;
  /** Set if of tickets with the same solution only one became a source. */
  readonly isDistinct?: true | undefined;
};

const pageSize = 50;
/** Of a page; of each a whole record may be looked up, whose answer has up to 40 kB. */
const partSize = 5;

/** The confirmed questions of a collection, newest first: those that were helped, then those with another ticket. The next part is read when the one before was consumed, which has none if no verdict in it says what is right. */
export async function* goldenQuestions(
  questions: Pick<Questions, 'ofCollection' | 'byId'>,
  collectionId: string,
): AsyncGenerator<readonly GoldenQuestion[], void> {
  for (const helped of [true, false])
    for await (const rows of questionPages(questions, { collectionId, helped, limit: pageSize })) {
      for (let first = 0; first < rows.length; first += partSize) {
        const golden: GoldenQuestion[] = [];
        for (const row of rows.slice(first, first + partSize)) golden.push(...(await goldenOf(row, questions)));
        yield golden;
      }
    }
}

/** One, or none: it may be no longer there. */
const goldenOf = async (row: ListedQuestion, { byId }: Pick<Questions, 'byId'>): Promise<readonly GoldenQuestion[]> => {
  const ticketId = confirmedTicket(row);
  const { question, answerId, nearest, verdict, isDistinct } = row;
  if (ticketId === undefined || !verdict) return [];
  const golden = { question, ticketId, answerId, confirmedAt: verdict.at, isDistinct };
  if (ticketId === null) return [{ ...golden, revision: null }];
  const sources = nearest?.ticketId === ticketId ? [nearest] : ((await byId(answerId))?.sources ?? []);
  return sources.filter((source) => source.ticketId === ticketId).map(({ revision }) => ({ ...golden, revision }));
};
