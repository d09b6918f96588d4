import '@awesome.me/webawesome/dist/components/progress-bar/progress-bar.js';
import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError, isAborted } from '../../api/api-error.ts';
import { Countdown } from '../../components/countdown.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { wait } from './flow/wait.ts';
import type { RestoredTickets, UploadRecord, UploadUndo } from './upload-records.ts';

/** Brings back all that the undo of `upload` has hidden, a thousand tickets at a time; says so if nothing can be brought back. Asks before. Fires `returned` once all that can be is back, and `left` if it is not to be. */
export class KbRestoreUndone extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    upload: { attribute: false },
    atOnce: { type: Boolean, attribute: 'at-once' },
    offered: { state: true },
    restored: { state: true },
    done: { state: true },
    busy: { state: true },
    asking: { state: true },
    failure: { state: true },
  };
  declare collectionId: string;
  /** An upload whose undo is over. */
  declare upload: UploadRecord;
  /** Whether it asks at once, as the button has been pressed elsewhere. */
  declare atOnce: boolean;
  /** Whether the undo hides tickets that can be restored; undefined before that is known. */
  declare offered: boolean | undefined;
  /** Tickets that came back, once there are any. */
  declare restored: number | undefined;
  declare done: number;
  declare busy: boolean;
  /** Whether it is asked if that is meant: there is no way back at once. */
  declare asking: boolean;
  declare failure: ApiError | undefined;
  #controller = new AbortController();
  readonly #countdown = new Countdown(this);

  constructor() {
    super();
    Object.assign(this, { done: 0, busy: false, asking: false, atOnce: false });
    new Effect(
      this,
      () => [this.upload.id],
      () => void this.#load(),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#controller.abort();
  }

  get #path(): string {
    return `/api/collections/${this.collectionId}/uploads/${this.upload.id}`;
  }

  async #load(): Promise<void> {
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    Object.assign(this, { offered: undefined, restored: undefined, done: 0, failure: undefined, busy: false });
    try {
      const reply = await this.app.api.send(`GET ${this.#path}/undo`, { signal });
      const { active, kept, restorable } = (await reply.json()) as UploadUndo;
      const returned = (active ?? 0) - kept;
      this.offered = restorable ?? true;
      if (!this.offered && returned > 0) this.dispatchEvent(new CustomEvent('returned', { detail: returned }));
      else if (!this.offered) this.restored = 0;
    } catch (error) {
      // Without an answer the button is offered all the same: a repeat restores what is left.
      if (!isAborted(error)) this.offered = true;
    }
    this.asking = this.offered === true && this.atOnce && !signal.aborted;
  }

  async #restore(): Promise<void> {
    if (this.busy) return;
    const { signal } = this.#controller;
    Object.assign(this, { busy: true, asking: false, failure: undefined, done: 0 });
    let restored = this.restored ?? 0;
    try {
      for (let after = ''; ;) {
        const page = await this.#page(after, signal);
        restored += page.restored;
        this.done += page.restored + page.left;
        if (page.next === null) break;
        after = `?after=${page.next}`;
      }
      this.offered = false;
      this.app.announce(translated(uploadMessages).restoredAway(restored));
      if (restored > 0) this.dispatchEvent(new CustomEvent('returned', { detail: restored }));
    } catch (error) {
      if (isAborted(error)) return;
      this.failure = asApiError(error);
    } finally {
      if (!signal.aborted) Object.assign(this, { busy: false, restored });
    }
    void this.app.collections.load();
    await this.updateComplete;
    if (!this.failure) this.querySelector<HTMLElement>('[tabindex]')?.focus();
  }

  /** The next tickets; a rate limit is waited for. */
  async #page(after: string, signal: AbortSignal): Promise<RestoredTickets> {
    for (;;) {
      try {
        const reply = await this.app.api.send(`POST ${this.#path}/restorations${after}`, { signal });
        return (await reply.json()) as RestoredTickets;
      } catch (error) {
        const { status, code, retryAfter = 60 } = asApiError(error);
        // The changes of a day are too long to wait for.
        if (status !== 429 || code === 'too-many-attempts' || isAborted(error)) throw error;
        this.#countdown.start(retryAfter);
        await wait(retryAfter, signal);
      }
    }
  }

  /** Whether the undo has taken texts back, which stay as they are. */
  get #hasTexts(): boolean {
    return (this.upload.undo?.taken_back ?? 0) > 0;
  }

  #question(): TemplateResult {
    const messages = translated(uploadMessages);
    const leave = () => {
      this.asking = false;
      this.dispatchEvent(new CustomEvent('left'));
    };
    return html`<kb-dialog open heading=${messages.askRestore} @close=${leave}>
      <p>${messages.askRestoreText}</p>
      ${this.#hasTexts ? html`<p class="undo-updates">${messages.restoreKeepsTexts}</p>` : nothing}
      <wa-button slot="actions" appearance="outlined" autofocus @click=${leave}
        >${translated(commonMessages).cancel}</wa-button
      >
      <wa-button slot="actions" variant="brand" @click=${() => void this.#restore()}>${messages.restore}</wa-button>
    </kb-dialog>`;
  }

  #running(): TemplateResult {
    const messages = translated(uploadMessages);
    const percent = Math.min(100, Math.floor((this.done / Math.max(1, this.upload.outcomes.stored)) * 100));
    const { secondsLeft } = this.#countdown;
    return html`<div class="undo-state">
      <span class="history-state is-running number">${messages.restoring(percent)}</span>
      <wa-progress-bar label=${messages.restoringNow} .value=${percent}></wa-progress-bar>
      ${secondsLeft > 0 ? html`<span class="number">${messages.restoringGoesOn(secondsLeft)}</span>` : nothing}
    </div>`;
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const { busy, failure, offered, restored, asking } = this;
    if (busy) return this.#running();
    if (failure)
      return html`<kb-failure
        heading=${messages.restoreFailed(restored ?? 0)}
        .error=${failure}
        retriable
        @retry=${() => void this.#restore()}
      ></kb-failure>`;
    if (offered)
      return html`<div class="undo-state">
          <wa-button size="s" appearance="outlined" @click=${() => (this.asking = true)}
            >${icon('refresh', 'start')}${messages.restoreAll(this.#hasTexts)}</wa-button
          >
          <span>${messages.restoreHint}</span>
        </div>
        ${asking ? this.#question() : nothing}`;
    return restored === undefined
      ? nothing
      : html`<div class="undo-state" tabindex="-1">${messages.restoredLine(restored, this.#hasTexts)}</div>`;
  }
}
customElements.define('kb-restore-undone', KbRestoreUndone);

declare global {
  interface HTMLElementTagNameMap {
    'kb-restore-undone': KbRestoreUndone;
  }
}
