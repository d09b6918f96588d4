import type { PageOptions, QuestionPage } from './answers.ts';
import type { Send } from './request.ts';

/** The records of docs/answers.md, "Gaps", as they come. `there-but-wrong`: there was an answer, and it did not help. */
export type GapKind = 'nothing-there' | 'there-but-wrong';

export type GapState = 'open' | 'dismissed' | 'closed';

/** Questions about one thing that the tickets did not answer. */
export type Gap = {
  readonly id: string;
  readonly kind: GapKind;
  readonly state: GapState;
  /** Of its questions. */
  readonly count: number;
  /** How many of them came in the last four weeks, less those of the four weeks before. */
  readonly growth: number;
  /** How many came in each of the last weeks, the present one last. */
  readonly weeks: readonly number[];
  /** That which is most like all others first; personal data is masked. */
  readonly wordings: readonly { readonly answer_id: string; readonly question: string }[];
  /** The ticket that was nearest to the first of them; null if none was found. */
  readonly nearest: { readonly ticket_id: string; readonly score: number } | null;
  /** When it closed (ISO 8601), and by which tickets; null if it is not closed. */
  readonly closed: { readonly at: string; readonly ticket_ids: readonly string[] } | null;
};

/** `next`: the `after` of the next page; null on the last one. */
export type GapPage = { readonly gaps: readonly Gap[]; readonly next: string | null };

/** How many of the questions that were tried a ticket would answer; null if the model cannot tell. */
export type TrialResult = { readonly tried: number; readonly answered: number | null };

/** The gaps of a collection. Every method throws ApiError. */
export type GapClient = {
  /** Most questions first. */
  readonly page: (state: GapState, after: string | null, signal?: AbortSignal) => Promise<GapPage>;
  readonly dismiss: (gapId: string) => Promise<void>;
  /** The questions of a gap, newest first. */
  readonly questions: (gapId: string, options: PageOptions) => Promise<QuestionPage>;
  /** Shows a hidden gap again. */
  readonly restore: (gapId: string) => Promise<void>;
};

const addressOf = (collectionId: string): string => `/api/collections/${collectionId}/gaps`;

/** The endpoints of a collection's gaps over `send`. */
export const gapClient = (send: Send, collectionId: string): GapClient => {
  const change = (action: 'dismiss' | 'restore') => async (gapId: string) => {
    await send(`POST ${addressOf(collectionId)}/${gapId}/${action}`);
  };
  return {
    page: async (state, after, signal) => {
      const query = new URLSearchParams({ state, ...(after !== null && { after }) });
      const response = await send(`GET ${addressOf(collectionId)}?${query.toString()}`, { signal });
      return (await response.json()) as GapPage;
    },
    questions: async (gapId, { after, limit, signal }) => {
      const query = new URLSearchParams({ limit: String(limit), ...(after !== undefined && { after }) });
      const address = `GET ${addressOf(collectionId)}/${gapId}/questions?${query.toString()}`;
      return (await (await send(address, { signal })).json()) as QuestionPage;
    },
    dismiss: change('dismiss'),
    restore: change('restore'),
  };
};

/** Asks how many questions of a gap a ticket with these texts would answer; stores nothing. Throws ApiError. */
export const tryOnGap = async (
  send: Send,
  gap: { readonly collectionId: string; readonly gapId: string },
  body: { readonly problem: string; readonly solution: string },
): Promise<TrialResult> => {
  const response = await send(`POST ${addressOf(gap.collectionId)}/${gap.gapId}/try`, { body });
  return (await response.json()) as TrialResult;
};
