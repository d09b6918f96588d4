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
  /** The address of the tickets in their desk; undefined until it is needed and has come. */
  readonly ticketUrl: () => string | null | undefined;
  /** Asks for that address: as a ticket is opened or a row has the focus, not for the list, which shows without this request of the user's limit. */
  readonly needTicketUrl: () => void;
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
  const sources = [list.state, list.counts.state, actions.state, location.route, app.drafts];
  const url = lazyUrl(() => app.ticketUrl(collectionId), update);
  const needUrlOfOpen = () => {
    if (location.route.get().ticketId !== undefined) url.need();
  };
  needUrlOfOpen();
  const ends = [
    ...sources.map((each) => each.subscribe(update)),
    location.route.subscribe(needUrlOfOpen),
    url.stop,
    followList({ list, location, actions }),
    beginning.stop,
    list.stop,
    location.stop,
  ];
  const close = () => {
    for (const end of ends) end();
  };
  return { client, list, actions, location, ticketUrl: url.value, needTicketUrl: url.need, close };
};

/** What begins to load when it is needed first. */
const lazyUrl = (begin: () => Loader<string | null>, update: () => void) => {
  let loader: Loader<string | null> | undefined;
  let stop: () => void = () => undefined;
  return {
    value: () => loader?.value(),
    need: () => {
      if (loader) return;
      loader = begin();
      stop = loader.state.subscribe(update);
    },
    stop: () => stop(),
  };
};
