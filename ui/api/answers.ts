import type {
  Answer,
  DayFigures,
  QuestionFigures,
  QuestionRow,
  Questions,
  QuotedTicket,
  QuotingAnswers,
  QuotingRow,
  Verdict,
} from '../../client/records.gen.ts';
import type { SimilarityLevels } from './records.ts';
import type { Send } from './request.ts';
import { levelsIn } from './similarity-levels.ts';

/** The records of docs/api.md, "Questions and answers": types that are generated from the API's description. */
export type { DayFigures, QuestionRow, Questions, QuotedTicket, QuotingAnswers, QuotingRow, Verdict };
export type QuestionOutcome = QuestionRow['outcome'];

/** `nearest`: its best source, as in a list. `levels`: what the scores of its sources mean; undefined if that is not known. */
export type AnswerRecord = Answer & Pick<QuestionRow, 'nearest'> & { readonly levels?: SimilarityLevels | undefined };

/** Those of one outcome, or with one verdict; all if neither is given. */
export type QuestionFilter = { readonly outcome?: QuestionOutcome; readonly helped?: boolean };

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
  readonly page: (filter: QuestionFilter, options: PageOptions) => Promise<Questions>;
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
    const response = await send(`GET /api/answers/${answerId}`);
    const shown = (await response.json()) as Answer;
    return { ...shown, nearest: shown.sources[0] ?? null, levels: levelsIn(response.headers) };
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
      return (await (await send(`GET ${base}?${query.toString()}`, { signal })).json()) as Questions;
    },
    figures: async (days) => {
      const response = await send(`GET ${base}/figures?days=${days}`);
      return ((await response.json()) as QuestionFigures).days;
    },
  };
};
