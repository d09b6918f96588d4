import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';
import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { TicketClient, TicketIdRow } from '../../api/tickets.ts';
import { fieldError } from '../../components/field-error.ts';
import { icon, type IconName } from '../../components/icon.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { eraseMessages } from '../../messages/erase-dialog.ts';
import { translated } from '../../messages/language.ts';
import { type TicketUses, ticketAnswersMessages, usesOf } from '../../messages/ticket-answers.ts';

const maxReason = 200;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * Asks before tickets are erased for good: the number of the ticket, or how many they are, has to be typed. Fires `erased` with the id of the erasure, `hide`
 * for the way that can be undone, and `close`.
 */
export class KbEraseDialog extends LightElement {
  static override properties = {
    client: { attribute: false },
    rows: { attribute: false },
    typed: { state: true },
    entered: { state: true },
    busy: { state: true },
    failure: { state: true },
    uses: { state: true },
  };
  declare client: Pick<TicketClient, 'erase' | 'quoting'>;
  declare rows: readonly TicketIdRow[];
  declare typed: string;
  /** Whether the field was left, or Enter pressed, with what is typed. */
  declare entered: boolean;
  declare busy: boolean;
  declare failure: ApiError | undefined;
  /** In how many answers the one ticket was used; undefined until that is known. */
  declare uses: TicketUses | undefined;

  constructor() {
    super();
    Object.assign(this, { typed: '', entered: false, busy: false });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#countAnswers();
  }

  async #countAnswers(): Promise<void> {
    const [only, ...others] = this.rows;
    if (!only || others.length > 0) return;
    // Without their number they are erased all the same.
    this.uses = await this.client.quoting(only.ticket_id, { limit: 1 }).then(usesOf, () => undefined);
  }

  #fire(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** What may be typed: the number as it is stored or shown. */
  get #wanted(): readonly string[] {
    const [first] = this.rows;
    const wanted = this.rows.length === 1 ? (first?.ticket_id ?? '') : String(this.rows.length);
    return [wanted, translated(commonMessages).number(wanted)].map(plain);
  }

  get #isConfirmed(): boolean {
    // Also in other letters: what is confirmed is which ticket it is.
    return this.#wanted.includes(plain(this.typed));
  }

  /** Said as soon as what is typed cannot become what is wanted. */
  get #mistyped(): string | undefined {
    const typed = plain(this.typed);
    if (typed === '' || this.#isConfirmed) return undefined;
    if (!this.entered && this.#wanted.some((each) => each.startsWith(typed))) return undefined;
    return translated(eraseMessages).otherTyped(this.rows.length, this.rows[0]?.ticket_id ?? '');
  }

  async #erase(): Promise<void> {
    this.entered = true;
    if (!this.#isConfirmed || this.busy) return;
    const { rows } = this;
    const reason = this.querySelector<WaInput>('#erase-reason')?.value ?? '';
    Object.assign(this, { busy: true, failure: undefined });
    try {
      const ids = rows.map(({ ticket_id: id }) => id);
      this.#fire('erased', { rows, erasureId: await this.client.erase(ids, reason.trim()) });
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  #consequences(): TemplateResult {
    const messages = translated(eraseMessages);
    const { erased: answersErased } = translated(ticketAnswersMessages);
    const count = this.rows.length;
    const isUnused = this.uses?.cited === 0 && this.uses.similar === 0;
    const line = (symbol: IconName, text: string, stays: boolean) =>
      html`<li class=${stays ? 'erase-stays' : ''}>${icon(symbol)}<span>${text}</span></li>`;
    const [before, hide, after] = messages.askText(count);
    const canHide = this.rows.some(({ state }) => state === 'active');
    const link = html`<button class="link" type="button" @click=${() => this.#fire('hide')}>${hide}</button>`;
    // The sign behind the button stays with it: alone it would begin the next line.
    const sign = after.charAt(0);
    return html`<p>${before}<span class="erase-hide">${canHide ? link : hide}${sign}</span>${after.slice(1)}</p>
      <ul class="erase-goes" role="list">
        ${line('x', messages.goes(count), false)}
        ${line(isUnused ? 'minus' : 'x', answersErased(count, this.uses), isUnused)}
        ${line('upload', messages.skipped(count, this.rows[0]?.ticket_id ?? ''), true)}
        ${line('file-text', messages.stays, true)}
      </ul>`;
  }

  #fields(): TemplateResult {
    const messages = translated(eraseMessages);
    return html`<wa-input id="erase-reason" maxlength=${maxReason} autocomplete="off" with-label with-hint>
        <span class="erase-label" slot="label"
          >${messages.requestedFor}<span class="erase-optional">${messages.optional}</span></span
        >
        <span slot="hint">${messages.requestedForHint}</span>
      </wa-input>
      <wa-input
        id="erase-confirm"
        label=${messages.confirm(this.rows.length)}
        autocomplete="off"
        spellcheck="false"
        autofocus
        with-hint
        @input=${({ target }: Event) => Object.assign(this, { typed: (target as HTMLInputElement).value, entered: false })}
        @change=${() => (this.entered = true)}
        >${fieldError(this.#mistyped)}</wa-input
      >`;
  }

  protected override render() {
    const messages = translated(eraseMessages);
    const { rows, busy, failure } = this;
    const submit = (event?: Event) => {
      event?.preventDefault();
      void this.#erase();
    };
    return html`<kb-dialog
      class="erase-dialog"
      open
      heading=${messages.ask(rows.length, rows[0]?.ticket_id ?? '')}
      @close=${() => this.#fire('close')}
    >
      <form class="erase-form" novalidate @submit=${submit}>
        ${this.#consequences()} ${this.#fields()}
        ${failure ? html`<kb-failure .error=${failure}></kb-failure>` : nothing}
        <button hidden type="submit"></button>
      </form>
      <wa-button slot="actions" appearance="outlined" @click=${() => this.#fire('close')}
        >${translated(commonMessages).cancel}</wa-button
      >
      <wa-button
        slot="actions"
        variant="danger"
        ?disabled=${!this.#isConfirmed}
        ?loading=${busy}
        @click=${() => submit()}
        >${messages.erase}</wa-button
      >
    </kb-dialog>`;
  }
}
customElements.define('kb-erase-dialog', KbEraseDialog);

declare global {
  interface HTMLElementTagNameMap {
    'kb-erase-dialog': KbEraseDialog;
  }
}
