import { html, type TemplateResult } from 'lit';
import { asApiError } from '../../api/api-error.ts';
import { type Erasure, erasureClient } from '../../api/erasures.ts';
import { lookingAgain } from '../../browser/online-or-after.ts';
import { saveFile } from '../../browser/save-file.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { refreshNotice } from '../../components/refresh-notice.ts';
import { erasureMessages } from '../../messages/erasure.ts';
import { timeOfDay } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { shellMessages } from '../../messages/shell.ts';
import { type Loader, loader } from '../../state/loader.ts';
import { erasureSheet, type Marks } from './erasure-sheet.ts';

/** What was loaded, and when (ISO 8601). */
type Shown = {
  readonly erasure: Erasure;
  /** Of the receipt; undefined while it would change with the next step. */
  readonly marks: Marks | undefined;
  readonly at: string;
};

/** The receipt of an erasure, while it runs too: a sheet that prints on one page. */
export class KbErasurePage extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    erasureId: { attribute: false },
    said: { state: true },
  };
  declare collectionId: string;
  declare erasureId: string;
  /** What has ended, for screen readers. */
  declare said: string;
  #shown: Loader<Shown> | undefined;
  #unsubscribe: () => void = () => undefined;
  readonly #again = lookingAgain(() => void this.#shown?.load());

  constructor() {
    super();
    this.said = '';
    new Effect(
      this,
      () => [this.collectionId, this.erasureId],
      () => this.#open(),
    );
  }

  protected override watched() {
    return [this.app.collections.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#follow);
    this.#unsubscribe();
    this.#again.pause();
    this.#shown?.clear();
  }

  #open(): void {
    const { show, receipt } = erasureClient(this.app.api.send);
    this.#unsubscribe();
    this.#shown?.clear();
    this.#again.restart();
    const shown = loader(async (): Promise<Shown> => {
      const erasure = await show(this.erasureId);
      const text = erasure.state === 'running' ? undefined : await receipt(this.erasureId);
      const marks = text === undefined ? undefined : (JSON.parse(text) as Marks);
      return { erasure, marks, at: new Date().toISOString() };
    });
    this.#shown = shown;
    let before: Erasure | undefined;
    this.#unsubscribe = shown.state.subscribe(() => {
      const now = shown.value()?.erasure;
      if (before && before.state !== 'proven' && now?.state === 'proven') this.said = translated(erasureMessages).ended;
      if (now && now !== before) this.#follow();
      before = now;
      this.requestUpdate();
    });
    void shown.load();
  }

  /** Looks again while the erasure runs and the window is seen. */
  readonly #follow = (): void => {
    this.#again.pause();
    const loaded = this.#shown?.value();
    if (!loaded || loaded.erasure.state === 'proven' || document.hidden) return;
    this.#again.later();
  };

  async #download(): Promise<void> {
    const { receipt } = erasureClient(this.app.api.send);
    try {
      const text = await receipt(this.erasureId);
      saveFile(new Blob([text], { type: 'application/json' }), `receipt-${this.erasureId}.json`);
    } catch (error) {
      this.app.announce(requestErrorText(asApiError(error)));
    }
  }

  /** The way back: of a deleted collection only the receipts are left. */
  get #back(): readonly [address: string, name: string] {
    const messages = translated(erasureMessages);
    const all = this.app.collections.value();
    const isGone = all?.every(({ id }) => id !== this.collectionId) ?? false;
    return isGone
      ? ['/erasures', messages.toReceipts]
      : [`/collections/${this.collectionId}/tickets`, messages.toTickets];
  }

  #tools(): TemplateResult {
    const messages = translated(erasureMessages);
    const [back, toWhere] = this.#back;
    return html`<div class="erasure-tools">
      <a href=${back}>${icon('chevron-left')}<span>${toWhere}</span></a>
      <wa-button appearance="outlined" @click=${() => void this.#download()}
        >${icon('download', 'start')}${messages.download}</wa-button
      >
      <wa-button appearance="outlined" @click=${() => print()}>${icon('printer', 'start')}${messages.print}</wa-button>
    </div>`;
  }

  protected override render() {
    const messages = translated(erasureMessages);
    const loaded = this.#shown?.state.get() ?? { state: 'loading' };
    const retry = () => void this.#shown?.load();
    const status = html`<p class="visually-hidden" role="status">${this.said}</p>`;
    if (loaded.state === 'ready') {
      const notice = refreshNotice(loaded, retry, messages.asOf(timeOfDay(loaded.value.at)));
      return html`<div class="frame">
        <div class="erasure">${this.#tools()} ${notice} ${erasureSheet(loaded.value)} ${status}</div>
      </div>`;
    }
    if (loaded.state === 'loading') return html`<kb-spinner></kb-spinner>`;
    const heading = loaded.error.status === 404 ? messages.missing : messages.failed;
    return html`<div class="frame">
      <div class="erasure">
        <h1 class="visually-hidden" tabindex="-1">${translated(shellMessages).erasure}</h1>
        <kb-failure heading=${heading} .error=${loaded.error} retriable @retry=${retry}></kb-failure>
      </div>
    </div>`;
  }
}
customElements.define('kb-erasure-page', KbErasurePage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-erasure-page': KbErasurePage;
  }
}
