import type { TicketRow, TicketTexts } from './api/tickets.ts';
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

/** The `sessionStorage` key. */
const key = 'precedent.drafts';

const stored = (): Drafts => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Drafts;
  } catch {
    return [];
  }
};

const store = (drafts: Drafts): void => {
  try {
    if (drafts.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(drafts));
  } catch {
    // They then last until the page is closed, which asks first.
  }
};

const confirmClosing = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The drafts of this tab. They outlive pages, reloads and sessions that expire; closing the tab, which they do not outlive, asks first. */
export const createTicketDrafts = (): Observable<Drafts> => {
  const drafts = observable(stored());
  const follow = () => {
    const all = drafts.get();
    store(all);
    if (all.length > 0) window.addEventListener('beforeunload', confirmClosing);
    else window.removeEventListener('beforeunload', confirmClosing);
  };
  drafts.subscribe(follow);
  follow();
  return drafts;
};
