import type { Gap, Gaps, Questions, SolutionDraft, TrialResult } from '../../client/records.gen.ts';
import type { PageOptions } from './answers.ts';
import type { Send } from './request.ts';

/** The records of docs/recorded-questions.md, "Gaps": types that are generated from the API's description. */
export type { Gap, Gaps, TrialResult };
export type GapKind = Gap['kind'];
export type GapState = Gap['state'];

/** The gaps of a collection. Every method throws ApiError. */
export type GapClient = {
  /** Most questions first. */
  readonly page: (state: GapState, after: string | null, signal?: AbortSignal) => Promise<Gaps>;
  readonly dismiss: (gapId: string) => Promise<void>;
  /** The questions of a gap, newest first. */
  readonly questions: (gapId: string, options: PageOptions) => Promise<Questions>;
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
      return (await response.json()) as Gaps;
    },
    questions: async (gapId, { after, limit, signal }) => {
      const query = new URLSearchParams({ limit: String(limit), ...(after !== undefined && { after }) });
      const address = `GET ${addressOf(collectionId)}/${gapId}/questions?${query.toString()}`;
      return (await (await send(address, { signal })).json()) as Questions;
    },
    dismiss: change('dismiss'),
    restore: change('restore'),
  };
};

/** Asks how many questions of a gap a ticket with these texts would answer; stores nothing. Throws ApiError. */
export const tryOnGap = async (
  send: Send,
  gap: { readonly collectionId: string; readonly gapId: string },
  body: SolutionDraft,
): Promise<TrialResult> => {
  const response = await send(`POST ${addressOf(gap.collectionId)}/${gap.gapId}/try`, { body });
  return (await response.json()) as TrialResult;
};
