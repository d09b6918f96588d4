import { html, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import type { TicketRow } from '../../api/tickets.ts';
import type { AppContext } from '../../app-context.ts';
import { translated } from '../../messages/language.ts';
import { newTicketMessages } from '../../messages/new-ticket.ts';
import { searchAddress } from '../search/search-address.ts';
import './kb-new-ticket.ts';
import { addedDraftOf } from './ticket-drafts.ts';

/** Of a problem, in code points: as much as a query needs. */
const maxQuery = 300;

type Form = {
  readonly app: Pick<AppContext, 'drafts' | 'announce'>;
  readonly collection: Collection;
  /** Of the collection's tickets. */
  readonly categories: readonly string[];
  /** What the problem begins with; empty if it does not. */
  readonly question: string;
  /** The gap whose questions the ticket is to answer. */
  readonly gapId: string | undefined;
  readonly left: () => void;
  readonly added: (row: TicketRow) => void;
};

/** The form for another ticket in the place of one that is open. What was saved is announced, with the way to see that a search finds it. */
export const formBeside = ({ app, collection, categories, question, gapId, left, added }: Form): TemplateResult => {
  const onSaved = ({ detail: row }: CustomEvent<TicketRow>) => {
    const { saved, findIt } = translated(newTicketMessages);
    const query = question || Array.from(row.problem).slice(0, maxQuery).join('');
    added(row);
    app.announce(saved(row.ticket_id), { name: findIt, address: searchAddress(collection.id, query) });
  };
  return html`<kb-new-ticket
    .collectionId=${collection.id}
    .categories=${categories}
    .question=${question}
    .gapId=${gapId}
    .draft=${addedDraftOf(app.drafts, collection)}
    @leave=${left}
    @saved=${onSaved}
  ></kb-new-ticket>`;
};
