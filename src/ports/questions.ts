import type { Surface } from '../domain/events.ts';
import type { QuestionAnswered, QuestionOutcome, QuotedTicket } from '../domain/question-events.ts';
import type { GapChange, GapOf } from './gaps.ts';

/** What the user said of an answer; `at` is ISO 8601. */
export type Verdict = {
  readonly helped: boolean;
  readonly ticketId: string | null;
  readonly comment: string | null;
  readonly at: string;
};

/** A recorded question; `at` is when it was answered, `position` orders it in lists. */
export type QuestionRecord = QuestionAnswered['data'] & {
  readonly at: string;
  readonly verdict: Verdict | null;
  readonly position: bigint;
};

/** What lists show of it: without its answer, which may be long. */
export type ListedQuestion = Pick<QuestionRecord, 'answerId' | 'at' | 'verdict' | 'position'> & {
  readonly question: string;
  /** Set if only some tickets were searched. */
  readonly isFiltered?: true;
  /** Set if of tickets with the same solution only one became a source. */
  readonly isDistinct?: true;
  readonly outcome: QuestionOutcome;
  readonly surface: Surface;
  /** The best source; null without any. */
  readonly nearest: Pick<QuotedTicket, 'ticketId' | 'revision' | 'score'> | null;
  /** The ids of the sources that the answer is based on. */
  readonly cited: readonly string[];
  /** The source that the answer is based on first, by its rank among the sources, 1 for the best, with the model of its score; not set without any. */
  readonly basis?: Basis;
};

type Basis = { readonly score: number; readonly rank: number; readonly model: string };

/** A question that has a ticket among its sources, in the revision that the answer used. */
export type QuotingQuestion = ListedQuestion & { readonly revision: number };

/** A question of which something was sent to a model. */
export type SentQuestion = Pick<QuestionRecord, 'answerId' | 'at' | 'surface' | 'sources' | 'sent' | 'position'>;

/** The questions of a day (UTC); `medianMilliseconds` from the request to the whole answer. */
export type DayFigures = {
  readonly day: string;
  readonly questions: number;
  readonly answered: number;
  readonly helped: number;
  readonly notHelped: number;
  readonly medianMilliseconds: number | null;
};

/** Those of a day without questions. */
export const noFigures = { questions: 0, answered: 0, helped: 0, notHelped: 0, medianMilliseconds: null } as const;

/** The median time is that of so many of a day's questions, the newest: to sort all of them would take longer with each. */
export const maxTimed = 1_000;

/** The index of the median among the timed ones of a day's questions, in the order of their times. */
export const middleOf = (questions: number): number => Math.floor((Math.min(questions, maxTimed) - 1) / 2);

/** Newest first, those before a position if it is given. */
export type QuestionsPage = { readonly before?: bigint | undefined; readonly limit: number };

export type QuestionsQuery = QuestionsPage & {
  readonly collectionId: string;
  readonly outcome?: QuestionOutcome | undefined;
  /** null: those without a verdict. */
  readonly helped?: boolean | null | undefined;
};

/** `next`: the position before which the next page begins; undefined if there is none. A page has fewer rows than its limit where questions are long. */
export type PageOf<Row> = { readonly rows: readonly Row[]; readonly next: bigint | undefined };

/** Of the questions of a page, unless it has only one. */
const pageBytes = 250_000;

/**
 * The recorded questions of the collections that are not deleted, without those that have expired and those that quote an erased ticket. The last two are
 * gone for readers at once, and leave a narrow row until their stream is erased.
 */
export type Questions = {
  readonly byId: (answerId: string) => Promise<QuestionRecord | undefined>;
  readonly ofCollection: (query: QuestionsQuery) => Promise<PageOf<ListedQuestion>>;
  /** Those of a gap. */
  readonly ofGap: (gap: GapOf, page: QuestionsPage) => Promise<PageOf<ListedQuestion>>;
  /** Those that have a ticket among their sources; of one of its revisions if it is given. Of the newest `maxQuoting` if `isCited` is given: whether the answer is based on the ticket. */
  readonly quoting: (
    ticket: QuotedBy & { readonly isCited?: boolean | undefined },
    page: QuestionsPage,
  ) => Promise<PageOf<QuotingQuestion>>;
  /** Of the newest `maxQuoting`. */
  readonly countQuoting: (ticket: QuotedBy) => Promise<QuotingCounts>;
  /** Of each of these days. */
  readonly figures: (collectionId: string, days: readonly string[]) => Promise<readonly DayFigures[]>;
  /** Those of the days from one up to before another of which something was sent, oldest first, after a position. */
  readonly sent: (
    days: SentDays,
    page: { readonly after: bigint; readonly limit: number },
  ) => Promise<readonly SentQuestion[]>;
  /** What they occupy, in all collections of a user (`src/domain/stored-bytes.ts`). */
  readonly bytes: (userId: string) => Promise<number>;
  /** The first day that has a question, of all users; undefined without any. */
  readonly firstDay: () => Promise<string | undefined>;
  /**
   * For the erasure of a ticket: the ids of all questions that quote it, those included that readers no longer get, in the order of their positions after one.
   * Undefined if the erasure has not been projected.
   */
  readonly erased: (
    ticket: Pick<QuotedBy, 'collectionId' | 'recordId'>,
    page: { readonly after: bigint; readonly limit: number },
  ) => Promise<readonly ErasedQuestion[] | undefined>;
};

/** `recordId`: that of the ticket. */
export type QuotedBy = {
  readonly collectionId: string;
  readonly recordId: string;
  readonly ticketId: string;
  readonly revision?: number | undefined;
};

/** How many questions have a ticket among their sources, and of how many of these it is cited: the answer is based on it. */
export type QuotingCounts = { readonly count: number; readonly cited: number };

/** So many questions of a ticket are looked at when those are counted or chosen that cite it. */
export const maxQuoting = 10_000;

export type SentDays = { readonly collectionId: string; readonly from: string; readonly to: string };

export type ErasedQuestion = { readonly answerId: string; readonly position: bigint };

/** What the projection changes. A question of a deleted collection, of an expired day or that quotes an erased ticket leaves its id only, for the purge of its stream. */
export type QuestionChange =
  | {
      readonly type: 'put';
      readonly data: QuestionAnswered['data'];
      readonly at: string;
      readonly day: string;
      readonly bytes: number;
      readonly position: bigint;
      /** By which lists order it: the position of its event, or that of the record whose place it has taken. */
      readonly order: bigint;
    }
  | {
      readonly type: 'judge';
      readonly answerId: string;
      readonly verdict: Verdict | null;
      /** What the event occupies. */
      readonly bytes: number;
      /** In the stream of the answer. */
      readonly revision: number;
      readonly position: bigint;
    }
  | GapChange
  | { readonly type: 'expire'; readonly before: string; readonly position: bigint }
  | {
      readonly type: 'erase';
      readonly collectionId: string;
      readonly erasureId: string;
      readonly recordIds: readonly string[];
      readonly position: bigint;
    }
  /** The streams of what an erasure has taken are erased: the rows may go. */
  | { readonly type: 'prove'; readonly collectionId: string; readonly erasureId: string; readonly position: bigint }
  | { readonly type: 'delete'; readonly collectionId: string; readonly position: bigint };

/** The id of a question in a read model, `<collection id>/<answer id>`, with its gap: a comparison of read models sees one that is in another. The order stays. */
export const withGap = (id: string, gapId: string | null): string => (gapId === null ? id : `${id}/${gapId}`);

/** What lists show of a question, as a row holds it. */
export const listedPart = (data: QuestionAnswered['data']) => {
  const { question, isFiltered, isDistinct, outcome, surface, sources, cited } = data;
  const basis = basisOf(data);
  const [best] = sources;
  const nearest = best ? { ticketId: best.ticketId, revision: best.revision, score: best.score } : null;
  const kinds = { ...(isFiltered && { isFiltered }), ...(isDistinct && { isDistinct }) };
  return { question, ...kinds, outcome, surface, nearest, cited, ...(basis && { basis }) };
};

const basisOf = ({ outcome, sources, cited: [first], embeddingModel }: QuestionAnswered['data']): Basis | undefined => {
  const index = sources.findIndex(({ ticketId }) => ticketId === first);
  const source = sources[index];
  if (outcome !== 'answered' || !source || embeddingModel === null) return undefined;
  return { score: source.score, rank: index + 1, model: embeddingModel };
};

export type ListedPart = ReturnType<typeof listedPart>;

/** The questions of a list, in pages; the next one is read when the one before has been consumed. */
export async function* questionPages(
  { ofCollection }: Pick<Questions, 'ofCollection'>,
  query: QuestionsQuery,
): AsyncGenerator<readonly ListedQuestion[], void> {
  for (let { before } = query; ;) {
    const { rows, next } = await ofCollection({ ...query, before });
    if (rows.length > 0) yield rows;
    if (next === undefined) return;
    before = next;
  }
}

/** As many of the rows as a page has room for, at least one; it is full if there are more. */
export const pageOfRows = <Row extends ListedQuestion>(rows: Iterable<Row>, limit: number): PageOf<Row> => {
  const page: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += Buffer.byteLength(row.question);
    if (page.length === limit || (page.length > 0 && bytes > pageBytes))
      return { rows: page, next: page.at(-1)?.position };
    page.push(row);
  }
  return { rows: page, next: undefined };
};
