import { html, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import type { TicketClient, TicketIdRow } from '../../api/tickets.ts';
import type { AppContext } from '../../app-context.ts';
import './kb-erase-dialog.ts';
import type { TicketActions } from './ticket-actions.ts';

type Erasing = {
  readonly client: TicketClient;
  readonly actions: TicketActions;
  readonly rows: readonly TicketIdRow[];
  readonly app: Pick<AppContext, 'router'>;
  readonly collection: Pick<Collection, 'id'>;
};

type Erased = CustomEvent<{ readonly rows: readonly TicketIdRow[]; readonly erasureId: string }>;

/** The question before tickets of the list are erased. They leave it at once, and their receipt is shown. */
export const eraseDialog = ({ client, actions, rows, app, collection }: Erasing): TemplateResult => {
  const cancel = () => actions.askErase([]);
  const erased = ({ detail }: Erased) => {
    actions.erased(detail.rows);
    app.router.navigate(`/collections/${collection.id}/erasures/${detail.erasureId}`);
  };
  const hide = () => {
    cancel();
    const active = rows.filter(({ state }) => state === 'active');
    void actions.setState(active, 'withdrawn');
  };
  return html`<kb-erase-dialog
    .client=${client}
    .rows=${rows}
    @erased=${erased}
    @hide=${hide}
    @close=${cancel}
  ></kb-erase-dialog>`;
};
