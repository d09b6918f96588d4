import { apiClient } from './api/api-client.ts';
import { sender } from './api/request.ts';
import type { AppContext } from './app-context.ts';
import { loader } from './loaded.ts';
import { language } from './messages/language.ts';
import { observable } from './observable.ts';
import { openRouter } from './router.ts';
import { openSession } from './session.ts';

/** Puts the parts of the application together; `announce` comes from the element that shows notices. */
export const openApp = (announce: AppContext['announce']): AppContext => {
  const session = openSession();
  const api = apiClient(sender({ token: session.token.get, expired: () => session.end('expired'), language }));
  const account = loader(api.me);
  const collections = loader(api.collections);
  const begin = () => {
    account.clear();
    collections.clear();
    if (session.token.get() === undefined) return;
    void account.load();
    void collections.load();
  };
  session.token.subscribe(begin);
  begin();
  return {
    api,
    session,
    router: openRouter(),
    account,
    collections,
    announce,
    handedOver: observable<File | undefined>(undefined),
    windowTitle: observable<string | undefined>(undefined),
  };
};
