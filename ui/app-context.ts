import { createContext } from '@lit/context';
import { answerClient } from './api/answers.ts';
import { type ApiClient, apiClient } from './api/api-client.ts';
import type { Collection, Usage, User } from './api/records.ts';
import { type Budget, createSend, type OnRefusal } from './api/request.ts';
import type { ChangedRow, TicketIdRow } from './api/tickets.ts';
import { forgetTexts } from './browser/kept-texts.ts';
import { saveSetting } from './browser/storage.ts';
import { withEarlySearch } from './early-search.ts';
import { language } from './messages/language.ts';
import { forgetChoicesExcept } from './pages/upload/last-choice.ts';
import type { Source } from './pages/upload/sources.ts';
import { forgetQueriesExcept } from './pages/search/recent-queries.ts';
import { createRouter, type Router } from './router.ts';
import { createSession, ownerOfToken, type Session } from './session.ts';
import { type Loader, loader } from './state/loader.ts';
import { observable, type Observable } from './state/observable.ts';
import { createTicketDrafts, type Drafts } from './ticket-drafts.ts';
import { createVerdicts, type Verdicts } from './verdicts.ts';

/** `percent`: of the bytes sent or of the tickets processed; undefined if the total is unknown. */
export type RunningUpload = {
  readonly collectionId: string;
  readonly percent: number | undefined;
  readonly stored: number;
  readonly total: number | null;
};

/** Where the tickets of a collection come from, and the file that was dropped for it. */
export type PendingUpload = { readonly source: Source; readonly file?: File | undefined };

/** Tickets of a collection that were corrected, hidden or restored, as they were and have become. */
export type ChangedTickets = {
  readonly collectionId: string;
  readonly before: readonly TicketIdRow[];
  readonly rows: readonly ChangedRow[];
};

/** The collections with the counts that a change of tickets has left. */
const recounted = (all: readonly Collection[], change: ChangedTickets): readonly Collection[] => {
  const active = (rows: readonly TicketIdRow[]) => rows.filter(({ state }) => state === 'active').length;
  const added = active(change.rows) - active(change.before);
  return all.map((each) =>
    each.id === change.collectionId ? { ...each, ticket_count: each.ticket_count + added } : each,
  );
};

/** A way on: an address of this application under its name. */
export type Link = { readonly name: string; readonly address: string };

/** Application-wide state and services; `LightElement` exposes it as `this.app`. */
export type AppContext = {
  readonly api: ApiClient;
  readonly session: Session;
  readonly router: Router;
  /** The signed-in account, including its API key; loaded by `needAccount`. */
  readonly account: Loader<User>;
  /** Loads the account if a session has begun: most pages do with the e-mail of the session, which costs no request. */
  readonly needAccount: () => void;
  /** What the user stores, and whether questions are kept; loaded when it is asked for. */
  readonly usage: Loader<Usage>;
  /** All collections, oldest first. */
  readonly collections: Loader<readonly Collection[]>;
  /** Shows a short sentence as a toast, which screen readers read out, with a way on if there is one. */
  readonly announce: (sentence: string, link?: Link) => void;
  /** What the rate limit leaves until its minute ends; undefined if unknown or without limit. */
  readonly requestsLeft: Pick<Observable<number | undefined>, 'get' | 'subscribe'>;
  /** For how many seconds that minute still lasts; 0 if that is not known. */
  readonly secondsOfLimit: () => number;
  /** What was chosen before its collection existed; the upload page takes it. */
  readonly pendingUpload: Observable<PendingUpload | undefined>;
  /** The uploads of this tab that are running. */
  readonly uploads: Observable<readonly RunningUpload[]>;
  /** The address of a collection's tickets in their desk, with `{ticket_id}`; loaded when it is first asked for. */
  readonly ticketUrl: (collectionId: string) => Loader<string | null>;
  /** What was changed last, for pages that show the same tickets. */
  readonly changedTickets: Observable<ChangedTickets | undefined>;
  /** What was typed into tickets and not saved; erased at sign-out. After one in another tab this one keeps it in memory, for the same account. */
  readonly drafts: Observable<Drafts>;
  /** Whether it is being asked if a sign-out may delete the drafts. */
  readonly signingOut: Observable<boolean>;
  /** The verdicts on answers that are given here. */
  readonly verdicts: Verdicts;
  /** The collection whose settings are open. */
  readonly configuring: Observable<Collection | undefined>;
  /** Replaces the page's name in the window title, for example with the progress of an upload. */
  readonly windowTitle: Observable<string | undefined>;
};

export const appContext = createContext<AppContext>('precedent-app');

/** The last change of tickets; the counts of collections follow it. */
const ticketChanges = (collections: AppContext['collections']): AppContext['changedTickets'] => {
  const changed = observable<ChangedTickets | undefined>(undefined);
  changed.subscribe(() => {
    const [all, change] = [collections.value(), changed.get()];
    if (all && change) collections.set(recounted(all, change));
  });
  return changed;
};

/** The drafts of the account that is signed in, or was until its session expired or ended in another tab. */
const sessionDrafts = ({ token, expired, endedElsewhere }: Session): AppContext['drafts'] => {
  const drafts = createTicketDrafts(() => !endedElsewhere());
  const eraseOthers = () => {
    const current = token.get();
    if (current === undefined && expired()) return;
    const isOwn = ({ owner }: Drafts[number]) =>
      current === undefined ? endedElsewhere() : owner === ownerOfToken(current);
    // Set anew: where they may be stored has changed with the session.
    if (drafts.get().length > 0) drafts.set(drafts.get().filter(isOwn));
  };
  token.subscribe(eraseOthers);
  eraseOthers();
  return drafts;
};

/** The requests that are left, forgotten when their minute has ended. */
const requestBudget = () => {
  const value = observable<number | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endsAt = 0;
  return {
    value,
    seconds: () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)),
    set: ({ remaining, seconds }: Budget) => {
      clearTimeout(timer);
      endsAt = Date.now() + seconds * 1_000;
      timer = setTimeout(() => value.set(undefined), seconds * 1_000);
      value.set(remaining);
    },
  };
};

/** The account and what it stores, loaded on request; its e-mail is kept, so that the next visit need not ask for it. */
const signedInAccount = (api: Pick<ApiClient, 'me' | 'usage'>, { token }: Session) => {
  const account = loader(api.me);
  account.state.subscribe(() => {
    const user = account.value();
    if (user) saveSetting('email', user.email);
  });
  const needAccount = () => {
    if (token.get() !== undefined) account.ensure();
  };
  return { account, needAccount, usage: loader(api.usage) };
};

/** Loaders by a key, each begun when it is first asked for. */
export const loadersOf = <Value>(fetch: (key: string) => Promise<Value>) => {
  const loaders = new Map<string, Loader<Value>>();
  return {
    of: (key: string): Loader<Value> => {
      const known = loaders.get(key);
      if (known) return known;
      const created = loader(() => fetch(key));
      loaders.set(key, created);
      void created.load();
      return created;
    },
    clear: () => {
      for (const each of loaders.values()) each.clear();
      loaders.clear();
    },
  };
};

/** Forgets what was searched for and how files were read: at a sign-out and for another account all, of a collection that is gone what it has. */
const forgetQueries = ({ token, expired }: Session, { state, value }: AppContext['collections']): void => {
  let owner = ownerOfToken(token.get() ?? '');
  token.subscribe(() => {
    const current = token.get();
    if (current === undefined && expired()) return;
    const next = ownerOfToken(current ?? '');
    if (owner !== undefined && next !== owner) {
      forgetTexts();
      forgetQueriesExcept();
      forgetChoicesExcept([]);
    }
    owner = next;
  });
  state.subscribe(() => {
    const all = value();
    if (!all || typeof owner !== 'string') return;
    const ids = all.map(({ id }) => id);
    forgetQueriesExcept(owner, ids);
    forgetChoicesExcept(ids);
  });
};

/** Signs out, unless drafts of this tab would be deleted: that is asked first. */
export const signOut = ({
  session,
  drafts,
  signingOut,
}: Pick<AppContext, 'session' | 'drafts' | 'signingOut'>): void => {
  if (drafts.get().length > 0) signingOut.set(true);
  else session.end('signed out');
};

/** What the pages of a window know of one another. */
const windowState = () => ({
  pendingUpload: observable<PendingUpload | undefined>(undefined),
  uploads: observable<readonly RunningUpload[]>([]),
  configuring: observable<Collection | undefined>(undefined),
  signingOut: observable(false),
  windowTitle: observable<string | undefined>(undefined),
});

type Announce = AppContext['announce'];

const nothingToPrepare: OnRefusal = () => Promise.resolve();

/** Creates the application's state and services; collections are loaded at sign-in, and all that is loaded is cleared at sign-out. */
export const createAppContext = (announce: Announce, onRefusal: OnRefusal = nothingToPrepare): AppContext => {
  const session = createSession();
  const requestsLeft = requestBudget();
  const api = apiClient(
    createSend({
      token: session.token.get,
      onExpired: () => session.end('expired'),
      onCollectionGone: () => void collections.load(),
      language,
      onRefusal,
      onBudget: requestsLeft.set,
    }),
  );
  const signedIn = signedInAccount(api, session);
  const collections = loader(api.collections);
  const ticketUrls = loadersOf(api.ticketUrl);
  const reload = () => {
    for (const each of [signedIn.account, signedIn.usage, collections, ticketUrls]) each.clear();
    if (session.token.get() !== undefined) void collections.load();
  };
  const router = createRouter();
  forgetQueries(session, collections);
  session.token.subscribe(reload);
  reload();
  return {
    api: session.token.get() === undefined ? api : withEarlySearch(api, router.location.get()),
    session,
    router,
    ...signedIn,
    collections,
    announce,
    requestsLeft: requestsLeft.value,
    secondsOfLimit: requestsLeft.seconds,
    ticketUrl: ticketUrls.of,
    changedTickets: ticketChanges(collections),
    drafts: sessionDrafts(session),
    verdicts: createVerdicts({ judge: answerClient(api.send).judge, token: session.token, announce }),
    ...windowState(),
  };
};
