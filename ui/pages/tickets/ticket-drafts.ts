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

/** The place of one draft among all of the tab. */
const draftSlot = <Draft extends Drafts[number]>(
  drafts: Observable<Drafts>,
  isIt: (draft: Drafts[number]) => draft is Draft,
) => {
  const get = () => drafts.get().find(isIt);
  return {
    get,
    set: (draft: Draft | undefined): void => {
      if (!draft && !get()) return;
      const others = drafts.get().filter((each) => !isIt(each));
      drafts.set(draft ? [...others, draft] : others);
    },
  };
};

/** Those of a collection among all drafts of the tab. */
export const draftsOf = (drafts: Observable<Drafts>, { id: collectionId, user_id: owner }: Collected): TicketDrafts => {
  const slotOf = (ticketId: string) =>
    draftSlot(
      drafts,
      (draft): draft is TicketDraft =>
        'base' in draft && draft.collectionId === collectionId && draft.base.ticket_id === ticketId,
    );
  return {
    get: (ticketId) => slotOf(ticketId).get(),
    has: (ticketId) => slotOf(ticketId).get() !== undefined,
    set: (ticketId, { base, texts }) => slotOf(ticketId).set({ owner, collectionId, base: { ...base }, texts }),
    delete: (ticketId) => slotOf(ticketId).set(undefined),
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
  const { get, set } = draftSlot(
    drafts,
    (draft): draft is NewTicketDraft => !('base' in draft) && draft.collectionId === collectionId,
  );
  return { get, set: (draft) => set(draft && { owner, collectionId, ...draft }) };
};
