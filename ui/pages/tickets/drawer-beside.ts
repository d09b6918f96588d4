import { html, type TemplateResult } from 'lit';
import type { TicketClient, TicketRow } from '../../api/tickets.ts';
import { rowInList } from '../../components/list-with-drawer.ts';
import './kb-ticket-drawer.ts';
import type { TicketDrafts } from './ticket-drafts.ts';

export type Saved = { readonly before: TicketRow; readonly row: TicketRow; readonly said: string };

type Beside = {
  readonly client: TicketClient;
  readonly collectionId: string;
  readonly rows: readonly TicketRow[];
  readonly openId: string;
  readonly drafts: TicketDrafts;
  /** Of the collection's tickets. */
  readonly categories: readonly string[];
  /** The words that are looked for. */
  readonly query: string;
  /** Where the ticket is in the desk it came from. */
  readonly source: string | undefined;
  readonly close: () => void;
  readonly step: (step: 1 | -1) => void;
  readonly toggleState: (row: TicketRow) => void;
  readonly erase: (row: TicketRow) => void;
  readonly saved: (saved: Saved) => void;
};

/** The ticket that is open beside the list, between the rows before and after it. */
export const drawerBeside = (beside: Beside): TemplateResult => {
  const { rows, openId } = beside;
  const { row, neighbours } = rowInList(rows, ({ ticket_id: id }) => id === openId);
  return html`<kb-ticket-drawer
    .client=${beside.client}
    .collectionId=${beside.collectionId}
    .ticketId=${openId}
    .row=${row}
    .neighbours=${neighbours}
    .drafts=${beside.drafts}
    .categories=${beside.categories}
    .query=${beside.query}
    .source=${beside.source}
    @close=${beside.close}
    @step=${({ detail }: CustomEvent<1 | -1>) => beside.step(detail)}
    @toggle-state=${({ detail }: CustomEvent<TicketRow>) => beside.toggleState(detail)}
    @erase=${({ detail }: CustomEvent<TicketRow>) => beside.erase(detail)}
    @saved=${({ detail }: CustomEvent<Saved>) => beside.saved(detail)}
  ></kb-ticket-drawer>`;
};
