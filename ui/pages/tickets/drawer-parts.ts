import { html, nothing, type TemplateResult } from 'lit';
import { type TextName, textNames } from '../../../src/domain/ticket-fields.ts';
import type { Ticket, TicketRow } from '../../api/tickets.ts';
import type { DrawerDetails } from '../../components/drawer-details.ts';
import { icon, type IconName } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { markedText } from '../../components/masked-text.ts';
import { columnHeading, shownText } from '../../messages/columns.ts';
import { commonMessages } from '../../messages/common.ts';
import { eraseMessages } from '../../messages/erase-dialog.ts';
import { translated } from '../../messages/language.ts';
import { ago, shortMoment } from '../../messages/format.ts';
import { flagMessages } from '../../messages/ticket-flag.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { filterWords, textsOf } from './ticket-texts.ts';

/** A button of the head; disabled without `press`. */
export const headButton = (symbol: IconName, label: string, press: (() => void) | undefined): TemplateResult =>
  html`<button class="icon-button" type="button" aria-label=${label} title=${label} ?disabled=${!press} @click=${press}>
    ${icon(symbol)}
  </button>`;

type Head = {
  readonly ticketId: string;
  readonly category: string;
  readonly close: () => void;
  /** To the ticket before and the next one; undefined where there is none. */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** Flags the ticket for review; undefined if that is not to be done. */
  readonly flag: (() => void) | undefined;
};

/** Number, category, and the ways to other tickets and back. */
export const drawerHead = ({ ticketId, category, close, previous, next, flag }: Head): TemplateResult => {
  const messages = translated(ticketsMessages);
  return html`<div class="drawer-head">
    <span class="drawer-back">${headButton('arrow-left', messages.toList, close)}</span>
    <h2 id="drawer-heading" tabindex="-1">${messages.number(ticketId)}</h2>
    ${category === '' ? nothing : html`<span class="ticket-chip" title=${category}>${category}</span>`}
    <span class="drawer-steps">
      ${flag ? headButton('flag', translated(flagMessages).flagTicket(ticketId), flag) : nothing}
      ${headButton('chevron-up', messages.previous, previous)} ${headButton('chevron-down', messages.following, next)}
    </span>
    <span class="drawer-close">${headButton('x', messages.close, close)}</span>
  </div>`;
};

type Texts = {
  readonly ticket: TicketRow;
  /** Its words are marked. */
  readonly query: string;
  /** Where the ticket is in the desk it came from. */
  readonly source: string | undefined;
};

/** The category is in the head, the address below, problem and solution are marked. */
const placed: readonly TextName[] = ['category', 'url', 'problem', 'solution'];
/** A detail as it is shown: line breaks of a template would be shown too. */
const detailText = (name: TextName, value: string): string =>
  `${shownText(name, value)}${name === 'resolved_at' ? `, ${ago(Date.parse(value))}` : ''}`;

const others = textNames.filter((name) => !placed.includes(name));

/** The texts of the ticket, and the link to the desk. */
export const drawerTexts = ({ ticket, query, source }: Texts): TemplateResult => {
  const { problem, solution } = translated(commonMessages);
  const { openSource, newTab } = translated(ticketsMessages);
  const words = filterWords(query);
  const link = html`<a class="drawer-source" href=${source ?? nothing} target="_blank" rel="noopener noreferrer"
    >${openSource}<span class="visually-hidden">, ${newTab}</span>${icon('arrow-up-right')}</a
  >`;
  const texts = textsOf(ticket);
  return html`<dl class="drawer-texts">
      ${others.map((name) =>
        texts[name] === ''
          ? nothing
          : html`<dt>${columnHeading(name)}</dt>
              <dd>${detailText(name, texts[name])}</dd>`,
      )}
      <dt>${problem}</dt>
      <dd class="drawer-problem">${markedText(ticket.problem, words)}</dd>
      <dt class="drawer-solution">${solution}</dt>
      <dd class="drawer-solution">${markedText(ticket.solution, words)}</dd>
    </dl>
    ${source === undefined ? nothing : link}`;
};

type Foot = {
  readonly isHidden: boolean;
  readonly edit: () => void;
  readonly toggleState: () => void;
  readonly erase: () => void;
};

/** What can be done with the ticket. Erasing is in a menu where the foot has no room for its button. */
export const drawerFoot = ({ isHidden, edit, toggleState, erase }: Foot): TemplateResult => {
  const messages = translated(ticketsMessages);
  const { erase: eraseForGood } = translated(eraseMessages);
  const toggle = html`<wa-button appearance="outlined" @click=${toggleState}>
    ${icon(isHidden ? 'eye' : 'eye-off', 'start')}${isHidden ? messages.restore : messages.hide}
  </wa-button>`;
  return html`<div class="drawer-foot ${isHidden ? 'is-wide' : ''}">
    ${isHidden ? toggle : nothing}
    <wa-button appearance="outlined" @click=${edit}>${icon('pencil', 'start')}${messages.correct}</wa-button>
    ${isHidden ? nothing : toggle}
    <wa-button class="drawer-erase" appearance="plain" variant="danger" @click=${erase}
      >${icon('trash', 'start')}${eraseForGood}</wa-button
    >
    <wa-dropdown class="drawer-more" placement="top-end" @wa-select=${erase}>
      <button
        class="icon-button"
        slot="trigger"
        type="button"
        aria-label=${messages.moreActions}
        title=${messages.moreActions}
      >
        ${icon('ellipsis')}
      </button>
      <wa-dropdown-item variant="danger">${icon('trash', 'icon')}${eraseForGood}</wa-dropdown-item>
    </wa-dropdown>
  </div>`;
};

/** That a ticket is flagged, and the way to say that it is right. */
export const flaggedStrip = (at: string, confirm: () => void): TemplateResult => {
  const { flaggedAt, confirm: stillRight } = translated(flagMessages);
  return html`<div class="drawer-strip">
    ${icon('flag')}<span>${flaggedAt(shortMoment(at))}</span>
    <button class="link" type="button" @click=${confirm}>${stillRight}</button>
  </div>`;
};

/** There is nothing to show yet, or the ticket is not there. */
export const absentTicket = (
  { state, load }: Pick<DrawerDetails<Ticket>, 'state' | 'load'>,
  collectionId: string,
): TemplateResult => {
  const messages = translated(ticketsMessages);
  if (state.state !== 'failed') return html`<kb-spinner></kb-spinner>`;
  const { error } = state;
  if (error.status === 410) return erasedTicket(collectionId, error.erasureId);
  const gone = html`<h3>${messages.gone}</h3>
    <p>${messages.goneText}</p>`;
  return html`<div class="drawer-none">
    ${error.status === 404 ? gone : html`<kb-failure heading=${messages.ticketFailed} .error=${error} retriable @retry=${load}></kb-failure>`}
  </div>`;
};

/** In place of a ticket that was erased: the way to its receipt. */
const erasedTicket = (collectionId: string, erasureId: string | undefined): TemplateResult => {
  const messages = translated(eraseMessages);
  const receipt = html`<div class="action-row">
    <wa-button appearance="outlined" href="/collections/${collectionId}/erasures/${erasureId ?? ''}"
      >${icon('file-text', 'start')}${messages.openReceipt}</wa-button
    >
  </div>`;
  return html`<div class="drawer-none">
    <h3>${messages.goneHeading}</h3>
    <p>${messages.goneText}</p>
    ${erasureId === undefined ? nothing : receipt}
  </div>`;
};
