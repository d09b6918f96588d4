import { ticketClient, type TicketClient } from '../../api/tickets.ts';
import type { AppContext } from '../../app-context.ts';
import type { Loader } from '../../state/loader.ts';
import { beginWithState } from './beginning-state.ts';
import { followList } from './list-following.ts';
import { createTicketActions, type TicketActions } from './ticket-actions.ts';
import { createTicketList, type TicketList } from './ticket-list.ts';
import { followTicketsLocation, type TicketsLocation } from './tickets-location.ts';

/** What the page of a collection's tickets works with while it is connected. */
export type TicketsParts = {
  readonly client: TicketClient;
  readonly list: TicketList;
  readonly actions: TicketActions;
  readonly location: TicketsLocation;
  /** The address of the tickets in their desk. */
  readonly ticketUrl: Loader<string | null>;
  readonly close: () => void;
};

type Options = {
  readonly app: AppContext;
  readonly collectionId: string;
  readonly onChange: Parameters<typeof createTicketActions>[0]['onChange'];
  /** Called when the ticket that the address names is to be edited. */
  readonly edit: () => void;
  /** Called when something is to be rendered. */
  readonly update: () => void;
};

/** Opens the list at the page that the address names. */
export const openTicketsParts = ({ app, collectionId, onChange, edit, update }: Options): TicketsParts => {
  const client = ticketClient(app.api.send, collectionId);
  const list = createTicketList(client);
  const follow = followTicketsLocation({ router: app.router, collectionId, edit });
  const beginning = beginWithState({ app, collectionId, list, location: follow });
  const location = { ...follow, setFilter: beginning.setFilter };
  const actions = createTicketActions({
    setState: client.setState,
    onChange: (...changes) => {
      beginning.end();
      onChange(...changes);
    },
  });
  const ticketUrl = app.ticketUrl(collectionId);
  const sources = [list.state, list.counts.state, actions.state, location.route, ticketUrl.state, app.drafts];
  const ends = [
    ...sources.map((each) => each.subscribe(update)),
    followList({ list, location, actions }),
    beginning.stop,
    list.stop,
    location.stop,
  ];
  const close = () => {
    for (const end of ends) end();
  };
  return { client, list, actions, location, ticketUrl, close };
};
