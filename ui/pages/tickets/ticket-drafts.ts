import type { Collection } from '../../api/records.ts';
import type { Observable } from '../../state/observable.ts';
import type { Drafts, NewTicketDraft, TicketDraft } from '../../ticket-drafts.ts';

/** The drafts of a collection's tickets, by their ids. */
export type TicketDrafts = {
  readonly has: (ticketId: string) => boolean;
  readonly get: (ticketId: string) => TicketDraft | undefined;
  readonly set: (ticketId: string, draft: Pick<TicketDraft, 'base' | 'texts'>) => void;
  readonly delete: (ticketId: string) => void;
};

type Collected = Pick<Collection, 'id' | 'user_id'>;

/** Those of a collection among all drafts of the tab. */
export const draftsOf = (drafts: Observable<Drafts>, { id: collectionId, user_id: owner }: Collected): TicketDrafts => {
  const isOf =
    (ticketId: string) =>
    (draft: Drafts[number]): draft is TicketDraft =>
      'base' in draft && draft.collectionId === collectionId && draft.base.ticket_id === ticketId;
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

/** The draft of the ticket that is being added to a collection: there is one at a time. */
export type AddedDraft = {
  readonly get: () => NewTicketDraft | undefined;
  /** Keeps what was typed; nothing if nothing was. */
  readonly set: (draft: Pick<NewTicketDraft, 'ticketId' | 'question' | 'texts'> | undefined) => void;
};

/** That of a collection among all drafts of the tab. */
export const addedDraftOf = (
  drafts: Observable<Drafts>,
  { id: collectionId, user_id: owner }: Collected,
): AddedDraft => {
  const isOf = (draft: Drafts[number]): draft is NewTicketDraft =>
    !('base' in draft) && draft.collectionId === collectionId;
  const get = () => drafts.get().find(isOf);
  return {
    get,
    set: (draft) => {
      if (!draft && !get()) return;
      const others = drafts.get().filter((each) => !isOf(each));
      drafts.set(draft ? [...others, { owner, collectionId, ...draft }] : others);
    },
  };
};
