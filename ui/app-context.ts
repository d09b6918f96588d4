import { createContext } from '@lit/context';
import { type ApiClient, apiClient } from './api/api-client.ts';
import type { Collection, User } from './api/records.ts';
import { type Budget, createSend } from './api/request.ts';
import { language } from './messages/language.ts';
import { createRouter, type Router } from './router.ts';
import { createSession, type Session } from './session.ts';
import { type Loader, loader } from './state/loader.ts';
import { observable, type Observable } from './state/observable.ts';

/** `percent`: of the bytes sent or of the tickets processed; undefined if the total is unknown. */
export type RunningUpload = {
  readonly collectionId: string;
  readonly percent: number | undefined;
  readonly stored: number;
  readonly total: number | null;
};

/** Application-wide state and services; `LightElement` exposes it as `this.app`. */
export type AppContext = {
  readonly api: ApiClient;
  readonly session: Session;
  readonly router: Router;
  /** The signed-in account, including its API key. */
  readonly account: Loader<User>;
  /** All collections, oldest first. */
  readonly collections: Loader<readonly Collection[]>;
  /** Shows a short sentence as a toast, which screen readers read out. */
  readonly announce: (sentence: string) => void;
  /** What the rate limit leaves until its minute ends; undefined if unknown or without limit. */
  readonly requestsLeft: Pick<Observable<number | undefined>, 'get' | 'subscribe'>;
  /** A file dropped before its collection existed; the upload page takes it. */
  readonly pendingFile: Observable<File | undefined>;
  /** The uploads of this tab that are running. */
  readonly uploads: Observable<readonly RunningUpload[]>;
  /** Replaces the page's name in the window title, for example with the progress of an upload. */
  readonly windowTitle: Observable<string | undefined>;
};

export const appContext = createContext<AppContext>('precedent-app');

/** The requests that are left, forgotten when their minute has ended. */
const requestBudget = () => {
  const value = observable<number | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    value,
    set: ({ remaining, seconds }: Budget) => {
      clearTimeout(timer);
      timer = setTimeout(() => value.set(undefined), seconds * 1_000);
      value.set(remaining);
    },
  };
};

/** Creates the application's state and services; account and collections are loaded at sign-in and cleared at sign-out. */
export const createAppContext = (announce: AppContext['announce']): AppContext => {
  const session = createSession();
  const requestsLeft = requestBudget();
  const api = apiClient(
    createSend({
      token: session.token.get,
      onExpired: () => session.end('expired'),
      onCollectionGone: () => void collections.load(),
      language,
      onBudget: (left) => requestsLeft.set(left),
    }),
  );
  const account = loader(api.me);
  const collections = loader(api.collections);
  const reload = () => {
    account.clear();
    collections.clear();
    if (session.token.get() === undefined) return;
    void account.load();
    void collections.load();
  };
  session.token.subscribe(reload);
  reload();
  return {
    api,
    session,
    router: createRouter(),
    account,
    collections,
    announce,
    requestsLeft: requestsLeft.value,
    pendingFile: observable<File | undefined>(undefined),
    uploads: observable<readonly RunningUpload[]>([]),
    windowTitle: observable<string | undefined>(undefined),
  };
};
