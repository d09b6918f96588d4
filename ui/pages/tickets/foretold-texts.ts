import { html, type TemplateResult } from 'lit';
import { shownDetails, textNames } from '../../../src/domain/ticket-fields.ts';
import type { ForetoldTicket, SomeTexts, TicketRow, TicketTexts } from '../../api/tickets.ts';
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

/** Times and addresses are stored in one way, however they were written. */
const freeTexts = textNames.filter(
  (name) => !shownDetails.some((each) => each.name === name && each.kind !== undefined),
);

/** Blanks and signs that nobody sees are stored otherwise without anything being lost. */
const inSight = (text = ''): string => text.normalize().replaceAll(/[\s\p{Cf}]+/gu, '');

/** Whether a correction stores something else than what was typed: with masks, or without links. */
export const isStoredOtherwise = (typed: SomeTexts, foretold: ForetoldTicket): boolean =>
  foretold.removed.links + foretold.removed.names.length > 0 ||
  freeTexts.some((name) => typed[name] !== undefined && inSight(typed[name]) !== inSight(foretold[name]));

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
