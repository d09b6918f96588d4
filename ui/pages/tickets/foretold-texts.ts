import { html, type TemplateResult } from 'lit';
import type { ForetoldTicket, TicketRow, TicketTexts } from '../../api/tickets.ts';
import '../../components/kb-removed.ts';
import { storedTexts } from './new-ticket-parts.ts';
import { textsOf } from './ticket-texts.ts';

type Foretold = {
  readonly collectionId: string;
  readonly base: TicketRow;
  readonly typed: TicketTexts;
  readonly foretold: ForetoldTicket;
  readonly onFreed: () => void;
};

/** Whether a correction takes something out of its texts that no mask tells of, or that may be no name. */
export const takesOut = ({ removed: { links, names } }: ForetoldTicket): boolean => links + names.length > 0;

/** A ticket as a correction will store it, with what was taken out of what was typed. */
export const foretoldTexts = (
  { collectionId, base, typed, foretold, onFreed }: Foretold,
  failed: unknown,
): TemplateResult => {
  const { links, link_texts: linkTexts, names } = foretold.removed;
  const removed = {
    links,
    link_texts: linkTexts.map((text) => ({ text, tickets: 1 })),
    names: names.map((name) => ({ name, tickets: 1 })),
  };
  const notes = html`<kb-removed .collectionId=${collectionId} .removed=${removed} @freed=${onFreed}></kb-removed>
    ${failed}`;
  return storedTexts({ ...base, ...textsOf(foretold) }, typed, notes);
};
