import { html, nothing, type TemplateResult } from 'lit';
import { asApiError } from '../../api/api-error.ts';
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
import { type Marks, type ReceiptSheet, receiptSheet } from './receipt-sheet.ts';

/** An erasure, of tickets or of an account. */
type Running = { readonly state: 'running' | 'waiting' | 'held_back' | 'proven' };

/** Where the receipt of an erasure comes from, and what it says. */
export type Receipt<Erasure extends Running> = {
  readonly id: string;
  readonly show: () => Promise<Erasure>;
  /** The text of the receipt as it is downloaded. */
  readonly text: () => Promise<string>;
  readonly sheet: (erasure: Erasure) => ReceiptSheet;
  /** What stands above the sheet. */
  readonly note?: (erasure: Erasure) => TemplateResult;
  /** Whether it is downloaded only once all is verified. */
  readonly isFinalOnly?: boolean;
  readonly onMissing?: () => void;
};

/** What was loaded, and when (ISO 8601). */
type Shown = {
  readonly erasure: Running;
  /** Of the receipt; undefined while it would change with the next step. */
  readonly marks: Marks | undefined;
  readonly at: string;
};

/** The receipt of an erasure, while it runs too: a sheet that prints on one page, with what can be done with it. */
export class KbReceipt extends LightElement {
  static override properties = {
    receipt: { attribute: false },
    back: { attribute: false },
    missing: { attribute: false },
    said: { state: true },
  };
  /** Another one only with another id. */
  declare receipt: Receipt<Running>;
  /** The way back. */
  declare back: readonly [address: string, name: string];
  /** The heading where there is no such receipt. */
  declare missing: string;
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
      () => [this.receipt.id],
      () => this.#open(),
    );
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
    const { show, text, onMissing } = this.receipt;
    this.#unsubscribe();
    this.#shown?.clear();
    this.#again.restart();
    const shown = loader(async (): Promise<Shown> => {
      const erasure = await show();
      const marks = erasure.state === 'running' ? undefined : (JSON.parse(await text()) as Marks);
      return { erasure, marks, at: new Date().toISOString() };
    });
    this.#shown = shown;
    let before: Running | undefined;
    this.#unsubscribe = shown.state.subscribe(() => {
      const now = shown.value()?.erasure;
      if (before && before.state !== 'proven' && now?.state === 'proven') this.said = translated(erasureMessages).ended;
      if (now && now !== before) this.#follow();
      before = now;
      const loaded = shown.state.get();
      if (loaded.state === 'failed' && loaded.error.status === 404) onMissing?.();
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
    const { id, text } = this.receipt;
    try {
      saveFile(new Blob([await text()], { type: 'application/json' }), `receipt-${id}.json`);
    } catch (error) {
      this.app.announce(requestErrorText(asApiError(error)));
    }
  }

  #tools({ state }: Running): TemplateResult {
    const messages = translated(erasureMessages);
    const [address, name] = this.back;
    const download = html`<wa-button appearance="outlined" @click=${() => void this.#download()}
      >${icon('download', 'start')}${messages.download}</wa-button
    >`;
    return html`<div class="erasure-tools">
      <a href=${address}>${icon('chevron-left')}<span>${name}</span></a>
      ${this.receipt.isFinalOnly && state !== 'proven' ? nothing : download}
      <wa-button appearance="outlined" @click=${() => print()}>${icon('printer', 'start')}${messages.print}</wa-button>
    </div>`;
  }

  protected override render() {
    const messages = translated(erasureMessages);
    const { sheet, note } = this.receipt;
    const loaded = this.#shown?.state.get() ?? { state: 'loading' };
    const retry = () => void this.#shown?.load();
    const status = html`<p class="visually-hidden" role="status">${this.said}</p>`;
    if (loaded.state === 'ready') {
      const { erasure, marks, at } = loaded.value;
      const notice = refreshNotice(loaded, retry, messages.asOf(timeOfDay(at)));
      return html`<div class="frame">
        <div class="erasure">
          ${this.#tools(erasure)} ${notice} ${note?.(erasure)} ${receiptSheet(sheet(erasure), marks)} ${status}
        </div>
      </div>`;
    }
    if (loaded.state === 'loading') return html`<kb-spinner></kb-spinner>`;
    const heading = loaded.error.status === 404 ? this.missing : messages.failed;
    return html`<div class="frame">
      <div class="erasure">
        <h1 class="visually-hidden" tabindex="-1">${translated(shellMessages).erasure}</h1>
        <kb-failure heading=${heading} .error=${loaded.error} retriable @retry=${retry}></kb-failure>
      </div>
    </div>`;
  }
}
customElements.define('kb-receipt', KbReceipt);

declare global {
  interface HTMLElementTagNameMap {
    'kb-receipt': KbReceipt;
  }
}
