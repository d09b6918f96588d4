import type { Collection } from '../api/records.ts';
import { type AppContext, signOut } from '../app-context.ts';
import { chooseTheme } from '../browser/theme.ts';
import { collectionMessages } from '../messages/collection.ts';
import { commonMessages } from '../messages/common.ts';
import { chooseLanguage, language, translated } from '../messages/language.ts';
import { paletteMessages } from '../messages/palette.ts';
import { recentQueries } from '../pages/search/recent-queries.ts';
import { searchAddress, searchAllAddress } from '../pages/search/search-address.ts';
import { noFilter, ticketsAddress } from '../pages/tickets/ticket-address.ts';
import type { IconName } from './icon.ts';
import { matchesTyped } from './matches-typed.ts';

type Group = keyof (typeof paletteMessages)['ru']['groups'];

/** Something that the palette offers; `more` names the collection. */
export type PaletteEntry = {
  readonly group: Group;
  readonly icon: IconName;
  readonly label: string;
  readonly more?: string;
  readonly run: () => void;
};

/** Of the collections, and of the recent queries. */
const maxPerGroup = 6;

const currentCollectionId = ({ router }: AppContext): string | undefined =>
  /^\/collections\/([^/]+)/.exec(router.location.get().path)?.[1];

const collectionEntries = ({ collections, router }: AppContext): readonly PaletteEntry[] =>
  (collections.value() ?? []).map(({ id, name, ticket_count: count }) => ({
    group: 'collections',
    icon: 'list',
    label: name,
    run: () => router.navigate(count === 0 ? `/collections/${id}/upload` : `/collections/${id}`),
  }));

/** Recent queries of this browser, those of the current collection first. */
const recentEntries = (app: AppContext): readonly PaletteEntry[] => {
  const { collections, router } = app;
  const current = currentCollectionId(app);
  const ordered = (collections.value() ?? []).toSorted((one, other) =>
    one.id === current ? -1 : other.id === current ? 1 : 0,
  );
  return ordered.flatMap(({ id, name, user_id: userId }) =>
    recentQueries(userId, id)
      .all()
      .map((query) => ({
        group: 'recent',
        icon: 'history',
        label: query,
        more: name,
        run: () => router.navigate(searchAddress(id, query)),
      })),
  );
};

const filledCollections = ({ collections }: AppContext): readonly Collection[] =>
  (collections.value() ?? []).filter(({ ticket_count: count }) => count > 0);

const actionEntries = (app: AppContext, showKeys: () => void): readonly PaletteEntry[] => {
  const { actions } = translated(paletteMessages);
  const { router } = app;
  const id = currentCollectionId(app);
  const theme = document.documentElement.classList.contains('wa-dark') ? 'light' : 'dark';
  const action = (icon: IconName, label: string, run: () => void): PaletteEntry => ({
    group: 'actions',
    icon,
    label,
    run,
  });
  const ofCollection = (current: string) => [
    action('list', actions.tickets, () => router.navigate(`/collections/${current}/tickets`)),
    action('message-question', actions.questions, () => router.navigate(`/collections/${current}/questions`)),
    action('upload', actions.upload, () => router.navigate(`/collections/${current}/upload`)),
    action('settings', translated(collectionMessages).settings, () =>
      app.configuring.set(app.collections.value()?.find((each) => each.id === current)),
    ),
  ];
  return [
    ...(id === undefined ? [] : ofCollection(id)),
    ...(filledCollections(app).length > 1
      ? [action('search', actions.searchAll, () => router.navigate('/search'))]
      : []),
    action('plus', actions.create, () => router.navigate('/#new')),
    action('settings', actions.settings, () => router.navigate('/settings')),
    action('keyboard', actions.keys, showKeys),
    action('eye', actions.theme[theme], () => chooseTheme(theme)),
    action('pencil', actions.language, () => chooseLanguage(language() === 'ru' ? 'en' : 'ru')),
    action('log-out', actions.signOut, () => signOut(app)),
  ];
};

/** A ticket's number as people write it: it has a digit and no blanks. */
const typedNumber = /^(?:№|#|no\.?)?\s*((?=\S*\d)[^\s№#]+)$/iu;

/** The ticket with the number that was typed, of the current collection. */
const ticketEntries = ({ router }: AppContext, query: string, current: Collection): readonly PaletteEntry[] => {
  const [, ticketId] = typedNumber.exec(query) ?? [];
  if (ticketId === undefined) return [];
  const address = ticketsAddress(current.id, { filter: noFilter, ticketId });
  const label = translated(paletteMessages).openTicket(translated(commonMessages).number(ticketId));
  return [{ group: 'tickets', icon: 'file-text', label, more: current.name, run: () => router.navigate(address) }];
};

/** What the palette offers for what was typed: a ticket of the current collection, a search in it (elsewhere in the only one with tickets) and in all, collections, recent queries, actions. */
export const paletteEntries = (app: AppContext, typed: string, showKeys: () => void): readonly PaletteEntry[] => {
  const query = typed.trim();
  const current = app.collections.value()?.find(({ id }) => id === currentCollectionId(app));
  const messages = translated(paletteMessages);
  const filled = filledCollections(app);
  // On pages of no collection: in the only one that has tickets.
  const home = current ?? (filled.length === 1 ? filled[0] : undefined);
  const searchHere = home && {
    label: messages.searchHere(query),
    more: home.name,
    run: () => app.router.navigate(searchAddress(home.id, query)),
  };
  const searchAll = filled.length > 1 && {
    label: messages.searchAll(query),
    more: messages.inCollections(filled.length),
    run: () => app.router.navigate(searchAllAddress(query)),
  };
  const search = [searchHere, searchAll].flatMap((each): readonly PaletteEntry[] =>
    each && query !== '' ? [{ ...each, group: 'search', icon: 'search' }] : [],
  );
  const matching = (entries: readonly PaletteEntry[]) => entries.filter(({ label }) => matchesTyped(label, query));
  return [
    ...(current ? ticketEntries(app, query, current) : []),
    ...matching(collectionEntries(app)).slice(0, maxPerGroup),
    ...matching(recentEntries(app)).slice(0, maxPerGroup),
    ...search,
    ...matching(actionEntries(app, showKeys)),
  ];
};
