import { html, type TemplateResult } from 'lit';
import type { TicketClient, TicketRow } from '../../api/tickets.ts';
import './kb-erase-dialog.ts';
import type { TicketActions } from './ticket-actions.ts';

type Erasing = {
  readonly client: TicketClient;
  readonly actions: TicketActions;
  readonly rows: readonly TicketRow[];
  /** Opens the receipt of an erasure. */
  readonly open: (erasureId: string) => void;
};

type Erased = CustomEvent<{ readonly rows: readonly TicketRow[]; readonly erasureId: string }>;

/** The question before tickets of the list are erased. They leave it at once, and their receipt is shown. */
export const eraseDialog = ({ client, actions, rows, open }: Erasing): TemplateResult => {
  const cancel = () => actions.askErase([]);
  const erased = ({ detail }: Erased) => {
    actions.erased(detail.rows);
    open(detail.erasureId);
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
