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

const failureReason = async (): Promise<Reason> => {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok) return 'offline';
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
      const failure = await fetchElements().then(() => undefined, failureReason);
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
