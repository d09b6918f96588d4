import type { Send } from './request.ts';

/** The records of docs/api.md, "Questions and answers", as they come. `ticket_id`: the source that fitted. */
export type Verdict = { readonly helped: boolean; readonly ticket_id?: string | null };

/** The answers that were given. Every method throws ApiError. */
export type AnswerClient = {
  /** Gives the verdict on an answer in place of the one before; null takes it back. */
  readonly judge: (answerId: string, verdict: Verdict | null) => Promise<void>;
};

/** The endpoints of answers over `send`. */
export const answerClient = (send: Send): AnswerClient => ({
  judge: async (answerId, verdict) => {
    const path = `/api/answers/${answerId}/verdict`;
    await (verdict ? send(`PUT ${path}`, { body: verdict }) : send(`DELETE ${path}`));
  },
});
