import type { Send } from './request.ts';

/** The records of docs/api.md, "Questions and answers", as they come. `ticket_id`: the source that fitted. */
export type Verdict = { readonly helped: boolean; readonly ticket_id?: string | null };

type GivenVerdict = Verdict & { readonly at: string };

/** `sources-only`: no answer was asked for, or nobody waited for it. */
export type QuestionOutcome = 'answered' | 'too-little' | 'model-failed' | 'sources-only';

/** A ticket among the sources of an answer; `revision`: of the texts that the answer was made from. */
export type QuotedTicket = { readonly ticket_id: string; readonly revision: number; readonly score: number };

/** What a list has of a question that was answered. Times are ISO 8601. */
export type QuestionRow = {
  readonly id: string;
  readonly answered_at: string;
  readonly surface: 'web' | 'api';
  /** With its personal data masked. */
  readonly question: string;
  readonly outcome: QuestionOutcome;
  /** The best source; null without any. */
  readonly nearest: QuotedTicket | null;
  /** The ids of the sources that the answer is based on. */
  readonly cited: readonly string[];
  readonly verdict: GivenVerdict | null;
};

/** A question whose answer used a ticket; `revision`: of the text of the ticket that it used. */
export type QuotingRow = QuestionRow & { readonly revision: number };

/** A page of them, newest first. `count`: of all of them. */
export type QuotingPage = {
  readonly answers: readonly QuotingRow[];
  readonly count: number;
  readonly next: string | null;
};

/** `answer`: null if none was asked for. `models`: null where none was. */
export type AnswerRecord = QuestionRow & {
  readonly answer: string | null;
  readonly sources: readonly QuotedTicket[];
  readonly models: { readonly embedding: string | null; readonly chat: string | null };
  readonly milliseconds: { readonly total: number };
};

/** Those of one outcome, or with one verdict; all if neither is given. */
export type QuestionFilter = { readonly outcome?: QuestionOutcome; readonly helped?: boolean };

/** `next`: the `after` of the next page; null on the last one. */
export type QuestionPage = { readonly questions: readonly QuestionRow[]; readonly next: string | null };

/** The questions of a day (UTC). */
export type DayFigures = {
  readonly day: string;
  readonly questions: number;
  readonly answered: number;
  readonly helped: number;
  readonly not_helped: number;
};

export type PageOptions = {
  readonly after?: string | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal;
};

/** The answers that were given. Every method throws ApiError. */
export type AnswerClient = {
  /** Gives the verdict on an answer in place of the one before; null takes it back. */
  readonly judge: (answerId: string, verdict: Verdict | null) => Promise<void>;
  readonly show: (answerId: string) => Promise<AnswerRecord>;
};

/** The questions of a collection. Every method throws ApiError. */
export type QuestionClient = {
  /** Newest first. */
  readonly page: (filter: QuestionFilter, options: PageOptions) => Promise<QuestionPage>;
  /** Those of which a verdict says what is right, as JSON Lines. */
  readonly golden: () => Promise<Blob>;
  /** Of the last days, oldest first. */
  readonly figures: (days: number) => Promise<readonly DayFigures[]>;
};

/** The endpoints of answers over `send`. */
export const answerClient = (send: Send): AnswerClient => ({
  judge: async (answerId, verdict) => {
    const path = `/api/answers/${answerId}/verdict`;
    await (verdict ? send(`PUT ${path}`, { body: verdict }) : send(`DELETE ${path}`));
  },
  show: async (answerId) => {
    const shown = (await (await send(`GET /api/answers/${answerId}`)).json()) as Omit<AnswerRecord, 'nearest'>;
    return { ...shown, nearest: shown.sources[0] ?? null };
  },
});

/** The endpoints of a collection's questions over `send`. */
export const questionClient = (send: Send, collectionId: string): QuestionClient => {
  const base = `/api/collections/${collectionId}/questions`;
  return {
    golden: async () => (await send(`GET /api/collections/${collectionId}/golden.jsonl`)).blob(),
    page: async ({ outcome, helped }, { after, limit, signal }) => {
      const query = new URLSearchParams({ limit: String(limit) });
      if (outcome !== undefined) query.set('outcome', outcome);
      if (helped !== undefined) query.set('helped', String(helped));
      if (after !== undefined) query.set('after', after);
      return (await (await send(`GET ${base}?${query.toString()}`, { signal })).json()) as QuestionPage;
    },
    figures: async (days) => {
      const response = await send(`GET ${base}/figures?days=${days}`);
      return ((await response.json()) as { readonly days: readonly DayFigures[] }).days;
    },
  };
};
