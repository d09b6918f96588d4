import type { AccountErasure, RequestedAccountErasure } from '../../client/records.gen.ts';
import type { Send } from './request.ts';

export type { AccountErasure };
/** What shows the erasure of a deleted account. */
export type ErasureTicket = { readonly id: string; readonly token: string };

/** The deletion of the account, and its erasure, which nobody can sign in for any more. Every method throws ApiError. */
export const accountErasureClient = (send: Send) => {
  const shown = ({ id, token }: ErasureTicket, below = '') =>
    send(`GET /api/account-erasures/${id}${below}`, { headers: { 'Erasure-Token': token } });
  return {
    deleteAccount: async (password: string): Promise<ErasureTicket> => {
      const answer = await send('DELETE /api/me', { body: { password } });
      const { id, token } = (await answer.json()) as RequestedAccountErasure;
      return { id, token };
    },
    show: async (ticket: ErasureTicket): Promise<AccountErasure> =>
      (await (await shown(ticket)).json()) as AccountErasure,
    /** The text of the receipt as it is downloaded. */
    receipt: async (ticket: ErasureTicket): Promise<string> => (await shown(ticket, '/receipt')).text(),
  };
};
