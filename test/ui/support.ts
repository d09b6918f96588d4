import 'axe-core/axe.min.js';
import { emulateMedia } from '@web/test-runner-commands';
import { config } from 'chai';
import { ContextProvider } from '@lit/context';
import { html, LitElement, render, type TemplateResult } from 'lit';
import { answerClient } from '../../ui/api/answers.ts';
import { type ApiClient, apiClient } from '../../ui/api/api-client.ts';
import type { Collection, Usage, User } from '../../ui/api/records.ts';
import {
  appContext,
  type AppContext,
  type ChangedTickets,
  loadersOf,
  type RunningUpload,
} from '../../ui/app-context.ts';
import '../../ui/components/menus.ts';
import '../../ui/components/web-awesome.ts';
import { loader } from '../../ui/state/loader.ts';
import { observable, type Observable } from '../../ui/state/observable.ts';
import { createTicketDrafts } from '../../ui/ticket-drafts.ts';
import { createVerdicts } from '../../ui/verdicts.ts';
import { axeOptions, axeOptionsOfColours } from '../support/browser/axe-options.ts';

// Colours and places that are still moving would be measured half-way.
await emulateMedia({ reducedMotion: 'reduce' });

/** A storage in the page's memory. */
const ownStorage = (): Storage => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
};

// The pages of tests run side by side and would find what others remember: a running upload, a language.
Object.defineProperty(window, 'localStorage', { value: ownStorage() });

// What axe found is shown whole.
config.truncateThreshold = 0;

type AxeResults = {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
};
declare const axe: { readonly run: (node: Element, options: object) => Promise<AxeResults> };

export const someUser: User = {
  id: '5d8c6b0e-8f0a-4a53-9b5e-3f0a6f8d1c11',
  email: 'lead@alfa-service.example',
  api_key: 'aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zZ',
  plan: 'starter',
  created_at: '2026-03-12T09:00:00.000Z',
};

export const someCollection = (more: Partial<Collection> = {}): Collection => ({
  id: '0d3f0a52-6a3e-4f9c-8a54-1f2f6b6f0001',
  user_id: someUser.id,
  name: 'Техподдержка',
  ticket_count: 4218,
  created_at: '2026-03-12T09:00:00.000Z',
  ...more,
});

export const someUsage = (questions: Usage['questions'] = { recording: 'on', keep_days: 90 }): Usage => ({
  ...{ plan: 'free', tickets: 1, bytes: 1, collections: 1, questions },
  limits: { tickets: null, bytes: null, collections: null },
});

const unexpected = (name: string) => () => Promise.reject(new Error(`${name} was not expected`));

const noApi: ApiClient = {
  send: unexpected('send'),
  register: unexpected('register'),
  logIn: unexpected('logIn'),
  me: unexpected('me'),
  usage: () => Promise.resolve(someUsage({ recording: 'off', keep_days: 0 })),
  rotateKey: unexpected('rotateKey'),
  collections: unexpected('collections'),
  collection: unexpected('collection'),
  createCollection: unexpected('createCollection'),
  deleteCollection: unexpected('deleteCollection'),
  ...{ ticketUrl: () => Promise.resolve(null), notNames: () => Promise.resolve([]) },
  configureCollection: unexpected('configureCollection'),
  search: unexpected('search'),
};

export type AppUnderTest = AppContext & {
  readonly said: string[];
  readonly visited: string[];
  readonly requestsLeft: Observable<number | undefined>;
};

/** An application around an API of a test's own; what is announced and where it leads is written down. */
export const appWith = (api: Partial<ApiClient> = {}): AppUnderTest => {
  const said: string[] = [];
  const visited: string[] = [];
  const whole = { ...noApi, ...(api.send && { usage: apiClient(api.send).usage }), ...api };
  const token = observable<string | undefined>(undefined);
  const account = loader(whole.me);
  return {
    said,
    visited,
    api: whole,
    session: {
      ...{ token, expired: () => false, endedElsewhere: () => false, email: () => undefined },
      begin: token.set,
      end: () => token.set(undefined),
    },
    router: {
      location: observable({ path: '/', fragment: '' }),
      navigate: (address) => visited.push(address),
      stop: () => undefined,
    },
    account,
    needAccount: account.ensure,
    usage: loader(whole.usage),
    collections: loader(whole.collections),
    announce: (sentence, link) => said.push(link ? `${sentence} ${link.name}: ${link.address}` : sentence),
    requestsLeft: observable<number | undefined>(undefined),
    secondsOfLimit: () => 24,
    pendingUpload: observable<ReturnType<AppContext['pendingUpload']['get']>>(undefined),
    uploads: observable<readonly RunningUpload[]>([]),
    ticketUrl: loadersOf(whole.ticketUrl).of,
    changedTickets: observable<ChangedTickets | undefined>(undefined),
    drafts: createTicketDrafts(),
    verdicts: createVerdicts({
      judge: answerClient(whole.send).judge,
      token,
      announce: (sentence) => said.push(sentence),
    }),
    configuring: observable<Collection | undefined>(undefined),
    signingOut: observable(false),
    windowTitle: observable<string | undefined>(undefined),
  };
};

class AppUnderTestElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
customElements.define('app-under-test', AppUnderTestElement);

/** Lets every element below render, and what their replies bring. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((done) => setTimeout(done));
    const elements = [...document.querySelectorAll('*')].filter((each) => each instanceof LitElement);
    await Promise.all(elements.map((each) => each.updateComplete));
  }
};

// What a test left in the fields of a ticket is no draft of the next.
beforeEach(() => sessionStorage.clear());

let letTimeGo: () => void = () => undefined;
afterEach(() => letTimeGo());

/**
 * Stops the time of countdowns and of waits of a second (`fromMs`) or more until the test has ended, so that a machine under load misses nothing that is shown for
 * seconds. Returns the function that lets seconds pass.
 */
export const stoppedTime = (fromMs = 1_000): ((seconds: number) => void) => {
  const real = { now: Date.now, setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };
  const waits = new Map<number, { readonly at: number; readonly run: () => void }>();
  let now = Date.now();
  let lastId = 0;
  Date.now = () => now;
  window.setTimeout = ((run: () => void, milliseconds = 0): number => {
    if (milliseconds < fromMs) return Number(real.setTimeout.call(window, run, milliseconds));
    // Below those of the browser.
    lastId -= 1;
    waits.set(lastId, { at: now + milliseconds, run });
    return lastId;
  }) as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    if (!waits.delete(Number(id))) real.clearTimeout.call(window, id);
  };
  letTimeGo = () => {
    Date.now = real.now;
    window.setTimeout = real.setTimeout;
    window.clearTimeout = real.clearTimeout;
  };
  return (seconds) => {
    now += seconds * 1_000;
    for (const [id, { at, run }] of waits) if (at <= now && waits.delete(id)) run();
  };
};

/** Waits until something holds, two minutes at most, which a loaded machine may need. */
export const until = async (holds: () => boolean): Promise<void> => {
  const end = Date.now() + 120_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`It never came to hold: ${holds.toString()}`);
    await new Promise((done) => setTimeout(done, 5));
  }
  await settled();
};

/** Shows a part of the interface in the page, in place of what was shown before; returns its first element. */
export const shown = async <Shown extends Element>(
  part: TemplateResult,
  app: AppContext = appWith(),
): Promise<Shown> => {
  for (const before of document.querySelectorAll('app-under-test')) before.remove();
  const host = new AppUnderTestElement();
  new ContextProvider(host, { context: appContext, initialValue: app });
  document.body.append(host);
  const main = document.createElement('main');
  host.append(main);
  render(html`${part}`, main);
  await settled();
  const { firstElementChild } = main;
  if (!firstElementChild) throw new Error('Nothing was shown');
  return firstElementChild as Shown;
};

/** The violations that axe finds below an element, in the light and in the dark theme; empty if there are none. */
export const violations = async (element: Element): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const [theme, options] of [
    ['light', axeOptions],
    ['dark', axeOptionsOfColours],
  ] as const) {
    document.documentElement.classList.toggle('wa-dark', theme === 'dark');
    const { violations: all } = await axe.run(element, options);
    for (const { id, nodes } of all)
      for (const { html: where, failureSummary } of nodes) found.push(`${theme}: ${id}: ${where}: ${failureSummary}`);
  }
  document.documentElement.classList.remove('wa-dark');
  return found;
};

/** Types into a field of Web Awesome as a user would. */
export const fill = (root: ParentNode, selector: string, value: string): void => {
  const field = root.querySelector<HTMLElement & { value: string | null }>(selector);
  if (!field) throw new Error(`There is no ${selector}`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Clicks the button whose text or name holds the words. */
export const press = async (root: ParentNode, words: string): Promise<void> => {
  const buttons = [...root.querySelectorAll<HTMLElement>('button, wa-button, a')];
  const isNamed = (each: HTMLElement) => (each.getAttribute('aria-label') ?? '').includes(words);
  const button = buttons.find((each) => each.textContent.includes(words) || isNamed(each));
  if (!button) throw new Error(`There is no button "${words}"`);
  button.click();
  await settled();
};
