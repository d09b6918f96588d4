import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { onlineOrAfter } from '../browser/online-or-after.ts';
import { commonMessages } from '../messages/common.ts';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';

/** The service cannot be reached, a newer release has replaced the files of the running one, or they are still missing after a reload for that reason. */
type Reason = 'offline' | 'outdated' | 'missing';

/** The `sessionStorage` key of the page that was reloaded because its files were missing, and when. */
const reloadedKey = 'precedent.reloaded';

/** What is missing later may be of a newer release. */
const reloadCountsMs = 10 * 60_000;

const wasReloaded = (): boolean => {
  const [path, time] = (sessionStorage.getItem(reloadedKey) ?? '').split(' ');
  return path === location.pathname && Date.now() - Number(time) < reloadCountsMs;
};

const retryMs = 5_000;

const isReachable = async (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Returns why an import has failed; undefined if it succeeded. It is tried twice, since the connection may have come back after the first failure: only what
 * fails while the service can be reached is missing.
 */
const failureOf = async (fetchElements: () => Promise<unknown>): Promise<Reason | undefined> => {
  for (let attempts = 0; attempts < 2; attempts += 1) {
    const isLoaded = await fetchElements().then(
      () => true,
      () => false,
    );
    if (isLoaded) return undefined;
    if (!(await isReachable())) return 'offline';
  }
  return wasReloaded() ? 'missing' : 'outdated';
};

const reloadPage = (): void => {
  sessionStorage.setItem(reloadedKey, `${location.pathname} ${Date.now()}`);
  location.reload();
};

/** Imports elements for its host when they are needed. A failure concerns its key alone, so that what is loaded stays usable; without connection the import is repeated by itself. */
export class ElementLoader<Key> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #attempt: (() => Promise<void>) | undefined;
  #failed: { readonly key: Key; readonly reason: Reason } | undefined;
  #endWait: () => void = () => undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Calls `loaded` after the import, unless another one was begun since. */
  load(key: Key, fetchElements: () => Promise<unknown>, loaded: () => void): void {
    this.#endWait();
    const attempt = async (): Promise<void> => {
      const failure = await failureOf(fetchElements);
      if (this.#attempt !== attempt) return;
      this.#failed = failure && { key, reason: failure };
      if (failure === 'offline') this.#endWait = onlineOrAfter(retryMs, () => void attempt());
      if (failure === undefined) loaded();
      this.#host.requestUpdate();
    };
    this.#attempt = attempt;
    void attempt();
  }

  hostDisconnected(): void {
    this.#endWait();
    this.#attempt = undefined;
  }

  /** What to show in place of the elements if they did not load. */
  failure(key: Key): TemplateResult | undefined {
    if (this.#failed?.key !== key) return undefined;
    const messages = translated(shellMessages);
    const { reason } = this.#failed;
    const reload = html`<wa-button variant="brand" @click=${reloadPage}>${messages.reload}</wa-button>`;
    const retry = html`<wa-button variant="brand" @click=${() => void this.#attempt?.()}
      >${translated(commonMessages).retry}</wa-button
    >`;
    return html`<div class="not-found">
      <h2>${messages[reason]}</h2>
      <p role="alert">${messages[`${reason}Text`]}</p>
      ${reason === 'offline' ? retry : reload}
    </div>`;
  }
}
