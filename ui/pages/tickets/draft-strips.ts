import { html, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import type { AppContext } from '../../app-context.ts';
import { icon } from '../../components/icon.ts';
import { draftMessages } from '../../messages/drafts.ts';
import { shortMoment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { editMessages } from '../../messages/ticket-edit.ts';
import { draftAddress, type Drafts, ticketOfDraft } from '../../ticket-drafts.ts';
import type { TicketsRoute } from './ticket-address.ts';

/** Above the list: each draft of its collection that is not open, with the way to it and its end. */
export const draftStrips = (
  { drafts, announce }: Pick<AppContext, 'drafts' | 'announce'>,
  { id }: Pick<Collection, 'id'>,
  { ticketId: openId, adding }: TicketsRoute,
): readonly TemplateResult[] => {
  const isOpen = (draft: Drafts[number]) => ('base' in draft ? draft.base.ticket_id === openId : adding !== undefined);
  const closed = drafts.get().filter((draft) => draft.collectionId === id && !isOpen(draft));
  const messages = translated(draftMessages);
  const remove = (draft: Drafts[number]) => () => {
    drafts.set(drafts.get().filter((each) => each !== draft));
    announce(messages.removed);
  };
  return closed.map((draft) => {
    const ticketId = ticketOfDraft(draft);
    return html`<div class="tickets-strip tickets-unsaved">
      ${icon('pencil')}<span>${messages.unsaved(ticketId)}</span>
      <a class="link" href=${draftAddress(draft)} aria-label=${messages.open(ticketId)}>${messages.goOn}</a>
      <button class="link" type="button" @click=${remove(draft)}>${messages.remove}</button>
    </div>`;
  });
};

/** In the drawer: that its texts are a draft, which can be removed. */
export const draftStrip = (remove: () => void): TemplateResult => {
  const messages = translated(draftMessages);
  return html`<div class="tickets-strip tickets-unsaved">
    ${icon('pencil')}<span>${messages.begun}</span>
    <button class="link" type="button" @click=${remove}>${messages.remove}</button>
  </div>`;
};

/** In the drawer: that its texts are those of an earlier version. */
export const versionStrip = (at: string): TemplateResult =>
  html`<div class="tickets-strip tickets-unsaved" role="status">
    ${icon('undo')}<span>${translated(editMessages).version(shortMoment(at))}</span>
  </div>`;
