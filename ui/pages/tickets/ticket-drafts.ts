import type { Collection } from '../../api/records.ts';
import type { Observable } from '../../state/observable.ts';
import type { TicketDraft } from '../../ticket-drafts.ts';

/** The drafts of a collection's tickets, by their ids. */
export type TicketDrafts = {
  readonly has: (ticketId: string) => boolean;
  readonly get: (ticketId: string) => TicketDraft | undefined;
  readonly set: (ticketId: string, draft: Pick<TicketDraft, 'base' | 'texts'>) => void;
  readonly delete: (ticketId: string) => void;
};

/** Those of a collection among all drafts of the tab. */
export const draftsOf = (
  drafts: Observable<readonly TicketDraft[]>,
  { id: collectionId, user_id: owner }: Pick<Collection, 'id' | 'user_id'>,
): TicketDrafts => {
  const isOf = (ticketId: string) => (draft: TicketDraft) =>
    draft.collectionId === collectionId && draft.base.ticket_id === ticketId;
  const get = (ticketId: string) => drafts.get().find(isOf(ticketId));
  const others = (ticketId: string) => drafts.get().filter((draft) => !isOf(ticketId)(draft));
  return {
    get,
    has: (ticketId) => get(ticketId) !== undefined,
    set: (ticketId, { base, texts }) =>
      drafts.set([...others(ticketId), { owner, collectionId, base: { ...base }, texts }]),
    delete: (ticketId) => {
      if (get(ticketId)) drafts.set(others(ticketId));
    },
  };
};
