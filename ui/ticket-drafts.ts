import type { TicketRow, TicketTexts } from './api/tickets.ts';
import { readTabList, saveTabList } from './browser/storage.ts';
import { observable, type Observable } from './state/observable.ts';

type Draft = {
  /** The account's id. */
  readonly owner: string;
  readonly collectionId: string;
  readonly texts: TicketTexts;
};

/** What was typed into a ticket and not saved; `base`: the ticket that it was begun with, whose revision a save expects. */
export type TicketDraft = Draft & { readonly base: TicketRow };

/** A ticket that is written by hand and not saved. `ticketId`: as typed, or empty; `question`: the problem that it was begun with, or empty. */
export type NewTicketDraft = Draft & { readonly ticketId: string; readonly question: string };

/** All of a tab. */
export type Drafts = readonly (TicketDraft | NewTicketDraft)[];

const listName = 'drafts';

/** The id of the ticket that a draft corrects; undefined for a new ticket. */
export const ticketOfDraft = (draft: Drafts[number]): string | undefined =>
  'base' in draft ? draft.base.ticket_id : undefined;

/** The address at which a draft is gone on with. */
export const draftAddress = (draft: Drafts[number]): string => {
  const tickets = `/collections/${draft.collectionId}/tickets`;
  return 'base' in draft ? `${tickets}/${encodeURIComponent(draft.base.ticket_id)}` : `${tickets}#new=`;
};

/** Whether this page is one of the collection of a draft: elsewhere nobody knows what a question before leaving is about. */
const isAtDraft = ({ collectionId }: Drafts[number]): boolean =>
  `${location.pathname}/`.startsWith(`/collections/${collectionId}/`);

/**
 * The drafts of this tab. They outlive pages, reloads and sessions that expire; closing the tab, which they do not outlive, asks first on the pages of their
 * collection. While `mayStore` is false they are in memory only, and every closing asks.
 */
export const createTicketDrafts = (mayStore: () => boolean = () => true): Observable<Drafts> => {
  const drafts = observable(readTabList(listName) as Drafts);
  const confirmClosing = (event: BeforeUnloadEvent): void => {
    if (!mayStore() || drafts.get().some(isAtDraft)) event.preventDefault();
  };
  const follow = () => {
    const all = drafts.get();
    saveTabList(listName, mayStore() ? all : []);
    if (all.length > 0) window.addEventListener('beforeunload', confirmClosing);
    else window.removeEventListener('beforeunload', confirmClosing);
  };
  drafts.subscribe(follow);
  follow();
  return drafts;
};
