import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import '../../components/kb-removed.ts';
import { commonMessages } from '../../messages/common.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { noFilter, ticketsAddress } from '../tickets/ticket-address.ts';
import { positionText } from './preview-remarks.ts';
import type { Preview } from './upload-records.ts';

/** What was taken out of the texts; `onFreed` is called when a word is no longer taken for a name. */
export const removedNote = (
  { removed }: Preview,
  collectionId: string,
  onFreed: () => void,
): TemplateResult | typeof nothing =>
  removed.links + removed.names.length === 0
    ? nothing
    : html`<div class="preview-removed">
        <kb-removed .collectionId=${collectionId} .removed=${removed} @freed=${onFreed}></kb-removed>
      </div>`;

/** What of a table was read otherwise than it stands there: rows that are no tickets, and cells of HTML. */
export const readingNotes = ({
  total_rows: closing,
  empty_rows: empty,
  html_tickets: ofHtml,
}: Preview): readonly TemplateResult[] => {
  const messages = translated(uploadMessages);
  const sentences = [
    ...(closing.length > 0 ? [messages.totalRows(closing)] : []),
    ...(ofHtml > 0 ? [messages.htmlTickets(ofHtml)] : []),
    ...(empty.count > 0 ? [messages.emptyRows(empty.count, empty.rows)] : []),
  ];
  return sentences.map((text) => html`<p class="upload-none">${text}</p>`);
};

const firstCopies = 5;

type Copies = Preview['copies'];
type CopyPanel = Copies & {
  readonly heading: string;
  readonly advice: string;
  /** The ticket whose texts a copy has. */
  readonly original: (id: string) => unknown;
};

/** Copies that an upload would store all the same, the first unfolded. */
const copyPanel = ({ count, tickets, heading, advice, original }: CopyPanel): TemplateResult | typeof nothing => {
  if (count === 0) return nothing;
  const messages = translated(uploadMessages);
  const row = ({ ticket_id: id, copy_of: of, ...position }: Copies['tickets'][number]) =>
    html`<li>
      <span class="upload-table-position">${positionText(position)}</span>
      <span>${messages.copyOf(id)} ${original(of)}</span>
    </li>`;
  const rest = tickets.slice(firstCopies);
  const unlisted = count - tickets.length;
  return html`<section class="panel">
    <div class="upload-head">
      <h2>${heading}</h2>
      <span class="upload-head-note number">${figure(count)}</span>
    </div>
    <p class="upload-none">${advice}</p>
    <ul class="preview-copies">
      ${tickets.slice(0, firstCopies).map(row)}
    </ul>
    ${
      rest.length === 0
        ? nothing
        : html`<details class="preview-more-copies">
            <summary>${messages.moreTickets(rest.length)}</summary>
            <ul class="preview-copies">
              ${rest.map(row)}
            </ul>
            ${unlisted > 0 ? html`<p class="upload-none">${messages.onlyFirst(tickets.length)}</p>` : nothing}
          </details>`
    }
  </section>`;
};

/** A stored ticket beside the preview, which stays as it is. */
const ticketLink = (collectionId: string, ticketId: string): TemplateResult =>
  html`<a href=${ticketsAddress(collectionId, { filter: noFilter, ticketId })} target="_blank"
    >${translated(commonMessages).number(ticketId)}</a
  >`;

/** The tickets whose texts another one in the file has too, or a stored one. */
export const copiedTickets = ({ copies, stored_copies: ofStored }: Preview, collectionId: string): TemplateResult => {
  const messages = translated(uploadMessages);
  const inFile = copyPanel({
    ...copies,
    heading: messages.copies,
    advice: messages.copiesKept,
    original: translated(commonMessages).number,
  });
  const stored = copyPanel({
    ...ofStored,
    heading: messages.storedCopies,
    advice: messages.storedCopiesKept,
    original: (id) => ticketLink(collectionId, id),
  });
  return html`${stored}${inFile}`;
};

/** As many tickets as a preview names. */
const mostNamed = 20;

/** What is worth a look before a file is sent. */
export const warning = (text: unknown): TemplateResult =>
  html`<div class="preview-replaced">${icon('alert')}<span>${text}</span></div>`;

/** What people have done that the upload would replace, with the first of the tickets. */
export const replacedNote = (
  { replaced: { corrected, flagged, ticket_ids: ids } }: Preview,
  collectionId: string,
): TemplateResult | typeof nothing => {
  if (corrected + flagged === 0) return nothing;
  const links = ids.map((ticketId, at) => html`${at === 0 ? nothing : ', '}${ticketLink(collectionId, ticketId)}`);
  const more = ids.length < mostNamed ? '.' : '…';
  const text = translated(uploadMessages).replaced(corrected, flagged);
  return warning(html`${text} ${ids.length === 0 ? nothing : html`${links}${more}`}`);
};
