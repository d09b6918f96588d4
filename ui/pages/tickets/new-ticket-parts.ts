import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { SomeTexts, TicketRow } from '../../api/tickets.ts';
import { fieldError } from '../../components/field-error.ts';
import { icon } from '../../components/icon.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { newTicketMessages, type TakenId } from '../../messages/new-ticket.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { drawerTexts } from './drawer-parts.ts';
import { noFilter, ticketsAddress } from './ticket-address.ts';
import { newMasks } from './ticket-texts.ts';

/** The id of another ticket, with what became of that one. */
export type Taken = { readonly rule: TakenId; readonly ticketId: string };

type Number = {
  readonly ticketId: string;
  readonly collectionId: string;
  readonly busy: boolean;
  /** Set if the id cannot be used. */
  readonly taken: Taken | undefined;
  readonly onInput: (ticketId: string) => void;
};

/** The field of the ticket's id, which may stay empty. */
export const numberField = ({ ticketId, collectionId, busy, taken, onInput }: Number): TemplateResult => {
  const { number, optional, numberHint } = translated(newTicketMessages);
  return html`<div class="editor-field">
    <label for="edit-number">${number}</label>
    <span class="editor-length">${optional}</span>
    <input
      id="edit-number"
      maxlength="200"
      autocomplete="off"
      spellcheck="false"
      ?readonly=${busy}
      aria-invalid=${taken ? 'true' : nothing}
      aria-describedby=${taken ? 'edit-number-error' : 'edit-number-hint'}
      .value=${live(ticketId)}
      @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
    />
    ${taken ? takenError(collectionId, taken) : html`<small id="edit-number-hint">${numberHint}</small>`}
  </div>`;
};

const takenError = (collectionId: string, { rule, ticketId }: Taken): TemplateResult => {
  const { taken, open } = translated(newTicketMessages);
  const link = html`<a href=${ticketsAddress(collectionId, { filter: noFilter, ticketId })}>${open(ticketId)}</a>`;
  return html`<div id="edit-number-error" role="alert">
    ${fieldError(taken[rule](ticketId))} ${rule === 'erased' ? nothing : link}
  </div>`;
};

/** That what stands in the fields was begun with another question than this one, which can take its place. */
export const otherDraft = (question: string, take: () => void): TemplateResult => {
  const { other, takeQuestion } = translated(newTicketMessages);
  return html`<div class="notice">
    ${icon('pencil')}
    <div>
      <p>${other} <q>${question}</q></p>
      <div class="action-row">
        <wa-button size="s" appearance="outlined" @click=${take}>${takeQuestion}</wa-button>
      </div>
    </div>
  </div>`;
};

/** The ticket as it will be stored, with what was hidden in what was typed, and `notes` above its texts. */
export const storedTexts = (row: TicketRow, typed: SomeTexts, notes: unknown): TemplateResult => {
  const { category, ticket_id: id } = row;
  const masks = newMasks(typed, row);
  const hidden =
    masks === '' ? translated(newTicketMessages).nothingHidden : translated(ticketsMessages).willMask(masks);
  return html`<div class="drawer-strip">${icon('shield')}<span>${hidden}</span></div>
    <div class="drawer-body">
      <p class="editor-stored">
        <b>${translated(commonMessages).number(id)}</b>
        ${category === '' ? nothing : html`<span class="ticket-chip" title=${category}>${category}</span>`}
      </p>
      ${notes} ${drawerTexts({ ticket: row, query: '', source: undefined })}
    </div>`;
};
