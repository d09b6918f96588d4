import { html, type TemplateResult } from 'lit';
import { retriable } from './browser/retriable-import.ts';
import { loadMenus } from './components/load-menus.ts';
import { collectionMessages } from './messages/collection.ts';
import { commonMessages } from './messages/common.ts';
import { translated } from './messages/language.ts';
import { shellMessages } from './messages/shell.ts';
import { collectionTabs } from './pages/collection/collection-tabs.ts';
import { ticketIdOf } from './pages/tickets/ticket-address.ts';

/** The captured groups of a path's pattern; an optional group may be undefined. */
type Parameters = readonly (string | undefined)[];

export type Route = {
  readonly pattern: RegExp;
  /** `guest`: signed-out users only; `member`: signed-in users only. */
  readonly access: 'guest' | 'member' | 'anyone';
  /** Imports the page's elements. */
  readonly load: () => Promise<unknown>;
  readonly page: (parameters: Parameters) => TemplateResult;
  readonly title: (parameters: Parameters) => string;
  /** A page of its own below a collection, without the collection's tabs. */
  readonly isBelowCollection?: boolean;
};

const guestPages = retriable(() => import('./pages/guest-pages.ts'));
const memberPages = retriable(() => import('./pages/member-pages.ts'));

/** The tab that a collection's path names. */
const tabOf = ([, upload, tickets, , questions, gaps]: Parameters): keyof typeof collectionTabs => {
  if (upload !== undefined) return 'upload';
  if (tickets !== undefined) return 'tickets';
  if (gaps !== undefined) return 'gaps';
  return questions === undefined ? 'search' : 'questions';
};

/** The pages by path; `src/http/ui.ts` lists the same paths. */
export const routes: readonly Route[] = [
  {
    pattern: /^\/login$/,
    access: 'guest',
    load: guestPages,
    page: () => html`<kb-sign-in-page></kb-sign-in-page>`,
    title: () => translated(shellMessages).signIn,
  },
  {
    pattern: /^\/register$/,
    access: 'guest',
    load: guestPages,
    page: () => html`<kb-register-page></kb-register-page>`,
    title: () => translated(shellMessages).register,
  },
  {
    pattern: /^\/account-erasure$/,
    access: 'anyone',
    load: () => Promise.all([memberPages(), collectionTabs.tickets()]),
    page: () => html`<kb-account-erasure-page></kb-account-erasure-page>`,
    title: () => translated(shellMessages).accountErasure,
  },
  {
    pattern: /^\/$/,
    access: 'member',
    load: memberPages,
    page: () => html`<kb-dashboard-page></kb-dashboard-page>`,
    title: () => translated(shellMessages).collections,
  },
  {
    // One page for all tabs, so that a search or an upload continues while another tab is shown.
    pattern: /^\/collections\/([^/]+)(?:\/(upload)|\/(tickets)(?:\/([^/]+))?|\/(questions)(?:\/[\w-]+)?|\/(gaps))?$/,
    access: 'member',
    load: memberPages,
    page: (parameters) =>
      html`<kb-collection-page .collectionId=${parameters[0]} .tab=${tabOf(parameters)}></kb-collection-page>`,
    title: (parameters) => {
      const ticketId = ticketIdOf(parameters[3]);
      if (ticketId !== undefined) return translated(commonMessages).number(ticketId);
      return translated(collectionMessages)[tabOf(parameters)];
    },
  },
  {
    pattern: /^\/collections\/([^/]+)\/erasures\/([^/]+)$/,
    access: 'member',
    load: () => Promise.all([memberPages(), collectionTabs.tickets()]),
    page: ([id, erasure]) => html`<kb-erasure-page .collectionId=${id} .erasureId=${erasure}></kb-erasure-page>`,
    title: () => translated(shellMessages).erasure,
    isBelowCollection: true,
  },
  {
    pattern: /^\/erasures$/,
    access: 'member',
    load: () => Promise.all([memberPages(), collectionTabs.tickets()]),
    page: () => html`<kb-erasures-page></kb-erasures-page>`,
    title: () => translated(shellMessages).erasures,
  },
  {
    pattern: /^\/search$/,
    access: 'member',
    load: () => Promise.all([memberPages(), collectionTabs.tickets()]),
    page: () => html`<kb-search-all-page></kb-search-all-page>`,
    title: () => translated(shellMessages).searchAll,
  },
  {
    pattern: /^\/settings$/,
    access: 'member',
    load: () => Promise.all([memberPages(), collectionTabs.tickets()]),
    page: () => html`<kb-settings-page></kb-settings-page>`,
    title: () => translated(shellMessages).settings,
  },
];

/** Loads the files of all pages of members, so that those still work after the connection is lost; what does not load now is loaded when it is opened. */
export const preloadPages = async (): Promise<void> => {
  const files = [loadMenus, memberPages, ...Object.values(collectionTabs)];
  await Promise.allSettled(files.map((load) => load()));
};

/** The route of a path with its parameters; undefined for an unknown path. */
export const routeOf = (path: string): { readonly route: Route; readonly parameters: Parameters } | undefined => {
  for (const route of routes) {
    const match = route.pattern.exec(path);
    if (match) return { route, parameters: match.slice(1) };
  }
  return undefined;
};
