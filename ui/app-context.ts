import { createContext } from '@lit/context';
import type { ApiClient } from './api/api-client.ts';
import type { Collection, User } from './api/records.ts';
import type { Loader } from './loaded.ts';
import type { Observable } from './observable.ts';
import type { Router } from './router.ts';
import type { Session } from './session.ts';

/** What every page may use; `LightElement` has it as `this.app`. */
export type AppContext = {
  readonly api: ApiClient;
  readonly session: Session;
  readonly router: Router;
  /** The account that is signed in, with its API key. */
  readonly account: Loader<User>;
  /** All collections, oldest first. */
  readonly collections: Loader<readonly Collection[]>;
  /** Says a short sentence in the corner and to screen readers. */
  readonly announce: (sentence: string) => void;
  /** A file that was dropped before its collection existed, for the upload page to take. */
  readonly handedOver: Observable<File | undefined>;
  /** Stands in the window's title instead of the page's name, such as how far an upload has come. */
  readonly windowTitle: Observable<string | undefined>;
};

export const appContext = createContext<AppContext>('precedent-app');
