import { html, nothing, type TemplateResult } from 'lit';
import type { ApiError } from '../../api/api-error.ts';
import type { Collection } from '../../api/records.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import { commonMessages } from '../../messages/common.ts';
import { dashboardMessages } from '../../messages/dashboard.ts';
import { translated } from '../../messages/language.ts';

type Deletion = {
  readonly collection: Collection;
  readonly busy: boolean;
  readonly error?: ApiError | undefined;
  readonly confirm: () => void;
  readonly cancel: () => void;
};

/** Asks for confirmation before a collection is deleted with its tickets. */
export const deleteDialog = ({ collection, busy, error, confirm, cancel }: Deletion): TemplateResult => {
  const messages = translated(dashboardMessages);
  const count = collection.ticket_count;
  const [before = '', tickets = '', after = ''] = messages.withIt(count);
  return html`<kb-dialog open heading=${messages.askRemove(collection.name)} @close=${cancel}>
    <p>${count === 0 ? messages.withNothing : html`${before}<b>${tickets}</b>${after}`} ${messages.receiptsStay}</p>
    ${error ? html`<kb-failure .error=${error}></kb-failure>` : nothing}
    <wa-button slot="actions" appearance="outlined" autofocus @click=${cancel}
      >${translated(commonMessages).cancel}</wa-button
    >
    <wa-button slot="actions" variant="danger" ?loading=${busy} @click=${confirm}>
      ${count === 0 ? messages.confirmRemoveEmpty : messages.confirmRemove(count)}
    </wa-button>
  </kb-dialog>`;
};
