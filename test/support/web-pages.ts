import { rmSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import type { Browser } from 'playwright-core';
import type { User } from './api.ts';
import { builtUi } from './browser/built-ui.ts';
import { openBrowser, openPage, type Look, type OpenPage } from './browser/open-browser.ts';
import { type Service, sharedUrl, startService } from './service.ts';

type Hooks = {
  readonly before: (run: () => Promise<void>) => void;
  readonly after: { readonly always: (run: () => Promise<void>) => void };
};

/** The web interface of a running service. */
type Web = {
  readonly url: () => string;
  readonly browser: () => Browser;
  /** A page of a new visitor; errors in it fail the test. */
  readonly visit: (t: ExecutionContext, look?: Look) => Promise<OpenPage>;
  /** A page of a signed-in user. */
  readonly visitAs: (t: ExecutionContext, user: Pick<User, 'token'>, look?: Look) => Promise<OpenPage>;
};

let ofWorker: Promise<Browser> | undefined;
let users = 0;
/** One for all test files of a worker; the last one that closes it ends it. */
const sharedBrowser = {
  open: (): Promise<Browser> => {
    users += 1;
    return (ofWorker ??= openBrowser());
  },
  close: async (): Promise<void> => {
    users -= 1;
    if (users > 0) return;
    await (await ofWorker)?.close();
    ofWorker = undefined;
  },
};

/**
 * Starts a browser for a test file, and the service, unless files share one. With `environment` the service is the file's own; it is called first and
 * may start what the service needs.
 */
export const webFor = (test: Hooks, environment?: () => Promise<Readonly<Record<string, string>>>): Web => {
  let service: Service | undefined;
  let browser: Browser | undefined;
  const shared = environment ? undefined : sharedUrl;
  const startOwn = async () => {
    if (shared === undefined) service = await startService(await environment?.());
  };
  test.before(async () => {
    await builtUi();
    // All settled, so that both are stopped even if one failed to start.
    const started = await Promise.allSettled([startOwn(), sharedBrowser.open().then((opened) => (browser = opened))]);
    for (const each of started) if (each.status === 'rejected') throw each.reason;
  });
  test.after.always(async () => {
    if (browser) await sharedBrowser.close();
    await service?.stop();
    if (service) rmSync(service.folder, { recursive: true, force: true });
  });
  const url = () => shared ?? service?.url ?? '';
  const running = () => {
    if (!browser) throw new Error('The browser was not started');
    return browser;
  };
  const visit: Web['visit'] = async (t, look = {}) => {
    const opened = await openPage(running(), url(), look);
    t.teardown(async () => {
      await opened.context.close();
      if (opened.errors.length > 0) throw new Error(opened.errors.join('\n'));
    });
    return opened;
  };
  return {
    url,
    browser: running,
    visit,
    visitAs: async (t, { token }, look) => {
      const opened = await visit(t, look);
      // Only in an empty storage: an ended session must stay ended.
      await opened.context.addInitScript(
        `if (localStorage.length === 0) localStorage.setItem('precedent.token', ${JSON.stringify(token)})`,
      );
      return opened;
    },
  };
};
