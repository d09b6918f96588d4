import { html, nothing, type TemplateResult } from 'lit';
import { ApiError, asApiError } from '../../api/api-error.ts';
import type { TicketTexts } from '../../api/tickets.ts';
import { randomUuid } from '../../browser/random-uuid.ts';
import { Effect } from '../../components/effect.ts';
import { enterKey } from '../../components/enter-key.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-removed.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { newTicketMessages } from '../../messages/new-ticket.ts';
import type { TextRule } from '../../messages/ticket-edit.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { editFields, editorForm, editorNote, fieldOfRule, formKeys, leaveQuestion } from './edit-fields.ts';
import './kb-gap-trial.ts';
import { type Checked, forecast, type NewTicket, ownTicketId, rowOf, storeTicket } from './new-ticket.ts';
import { numberField, otherDraft, storedTexts, type Taken } from './new-ticket-parts.ts';
import type { AddedDraft } from './ticket-drafts.ts';
import { textsOf } from './ticket-texts.ts';

type Refused = Taken | { readonly rule: TextRule; readonly ticketId: string };

const isTaken = (refused: Refused): refused is Taken => !(refused.rule in fieldOfRule);

/**
 * A ticket that is written by hand: its texts in fields, then as they will be stored. It is saved by an upload of one ticket. Fires `saved` with the
 * row, and `leave`; what is typed stays in `draft` until then.
 */
export class KbNewTicket extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    question: { attribute: false },
    gapId: { attribute: false },
    draft: { attribute: false },
    categories: { attribute: false },
    ticketId: { state: true },
    texts: { state: true },
    checked: { state: true },
    refused: { state: true },
    failure: { state: true },
    busy: { state: true },
    asking: { state: true },
  };
  declare collectionId: string;
  /** What the problem begins with; empty if it does not. */
  declare question: string;
  /** The gap whose questions the ticket is to answer, if any. */
  declare gapId: string | undefined;
  declare draft: AddedDraft;
  declare categories: readonly string[];
  /** As it is typed. */
  declare ticketId: string;
  declare texts: TicketTexts;
  declare checked: Checked | undefined;
  declare refused: Refused | undefined;
  declare failure: ApiError | undefined;
  declare busy: boolean;
  declare asking: boolean;

  constructor() {
    super();
    new Effect(
      this,
      () => [this.question],
      ([question]) => this.#begin(this.draft.get() ?? this.#blank(question)),
    );
  }

  #blank(problem: string): NewTicket {
    return { ticketId: '', texts: textsOf({ problem }) };
  }

  #begin({ ticketId, texts }: NewTicket): void {
    const nothingYet = { checked: undefined, refused: undefined, failure: undefined, busy: false, asking: false };
    Object.assign(this, { ticketId, texts, ...nothingYet });
  }

  protected override firstUpdated(): void {
    this.#focus('[autofocus]');
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(selector)?.focus());
  }

  /** The question that the draft was begun with; the one asked for if there is no draft. */
  get #begunWith(): string {
    return this.draft.get()?.question ?? this.question;
  }

  #set(change: Partial<NewTicket>): void {
    const question = this.#begunWith;
    const { ticketId, texts } = Object.assign(this, change);
    const typed = { ticketId: ticketId.trim(), texts };
    const isBlank = JSON.stringify(typed) === JSON.stringify(this.#blank(question));
    this.draft.set(isBlank ? undefined : { ...typed, question });
  }

  /** Back from what will be stored to the fields, or out of the form; asks first if something was typed. */
  leave(): void {
    if (this.busy) return;
    if (this.checked) {
      this.checked = undefined;
      this.#focus('#edit-solution');
    } else if (this.draft.get()) this.asking = true;
    else this.#close();
  }

  #close(): void {
    this.draft.set(undefined);
    this.dispatchEvent(new CustomEvent('leave'));
  }

  /** Runs one request at a time; its failure is shown. */
  async #request(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    Object.assign(this, { busy: true, failure: undefined });
    try {
      await work();
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  /** Asks what an upload would store, or why it would not. */
  async #check(sent: NewTicket): Promise<void> {
    Object.assign(this, { checked: undefined, refused: undefined });
    const found = await forecast(this.app.api.send, this.collectionId, sent);
    if ('ticket' in found) this.checked = { sent, ...found, uploadId: randomUuid() };
    else if ('rule' in found) this.refused = { rule: found.rule, ticketId: sent.ticketId };
    else throw new ApiError(400, found.refused ?? '');
    this.#focus(this.checked ? 'h2' : '[aria-invalid]');
  }

  #save(checked: Checked): Promise<void> {
    return this.#request(async () => {
      const { sent, uploadId } = checked;
      const isStored = await storeTicket(this.app.api.send, this.collectionId, { ...sent, uploadId });
      // Somebody else has stored a ticket with this id since it was looked at.
      if (!isStored) return this.#check(sent);
      this.draft.set(undefined);
      this.dispatchEvent(new CustomEvent('saved', { detail: rowOf(checked) }));
    });
  }

  readonly #forward = (): void => {
    const { checked, ticketId, texts } = this;
    const check = () => this.#check({ ticketId: ticketId.trim() || ownTicketId(), texts });
    void (checked ? this.#save(checked) : this.#request(check));
  };

  readonly #onKeydown = formKeys({
    save: () => this.#forward(),
    leave: () => this.leave(),
    isAsking: () => this.asking,
  });

  /** Begins with the question that was asked, in place of a draft of another one. */
  readonly #takeQuestion = (): void => {
    this.draft.set(undefined);
    this.#begin(this.#blank(this.question));
    this.#focus('#edit-solution');
  };

  #fields(): TemplateResult {
    const { texts, categories, busy, refused, ticketId, collectionId, question } = this;
    const taken = refused && isTaken(refused) ? refused : undefined;
    const rule = refused && !isTaken(refused) ? refused.rule : undefined;
    const number = { ticketId, collectionId, busy, taken, onInput: (typed: string) => this.#set({ ticketId: typed }) };
    const below = html`${numberField(number)} ${editorNote(translated(newTicketMessages).note)}`;
    const isOther = question !== '' && question !== this.#begunWith;
    return html`${isOther ? otherDraft(question, this.#takeQuestion) : nothing}
    ${editFields({
      ...{ texts, categories, busy, below },
      first: texts.problem === '' ? 'problem' : 'solution',
      refused: rule,
      onInput: (typed) => this.#set({ texts: typed }),
    })}`;
  }

  #failed(): TemplateResult | typeof nothing {
    if (!this.failure) return nothing;
    const { notShown, notSaved } = translated(newTicketMessages);
    return html`<kb-failure heading=${this.checked ? notSaved : notShown} .error=${this.failure}></kb-failure>`;
  }

  #removed({ removed, sent }: Checked): TemplateResult {
    return html`<kb-removed
      .collectionId=${this.collectionId}
      .removed=${removed}
      @freed=${() => void this.#request(() => this.#check(sent))}
    ></kb-removed>`;
  }

  #trial({ sent }: Checked): TemplateResult | typeof nothing {
    const { gapId, collectionId } = this;
    return gapId === undefined
      ? nothing
      : html`<kb-gap-trial .collectionId=${collectionId} .gapId=${gapId} .texts=${sent.texts}></kb-gap-trial>`;
  }

  #foot(): TemplateResult {
    const { busy, checked } = this;
    const messages = translated(newTicketMessages);
    const { cancel } = translated(commonMessages);
    const isDraft = !checked && this.draft.get() !== undefined;
    return html`<div class="drawer-foot">
      <wa-button variant="brand" ?loading=${busy} @click=${this.#forward}>
        ${checked ? messages.save : messages.preview}${enterKey()}
      </wa-button>
      <wa-button appearance="plain" ?disabled=${busy} @click=${() => this.leave()}
        >${checked ? messages.change : cancel}</wa-button
      >
      ${isDraft ? html`<span class="editor-changed">${translated(ticketsMessages).draft}</span>` : nothing}
    </div>`;
  }

  protected override render() {
    const messages = translated(newTicketMessages);
    const { checked } = this;
    const choice = { stay: () => (this.asking = false), leave: () => this.#close() };
    const heading = checked ? messages.shown : messages.heading;
    const body = checked
      ? storedTexts(
          rowOf(checked),
          checked.sent.texts,
          html`${this.#trial(checked)}${this.#removed(checked)}${this.#failed()}`,
        )
      : html`<div class="drawer-body">${this.#failed()} ${this.#fields()}</div>`;
    return html`<aside class="drawer" aria-labelledby="drawer-heading">
        ${editorForm({ heading, onKeydown: this.#onKeydown, leave: () => this.leave() }, html`${body} ${this.#foot()}`)}
      </aside>
      ${this.asking ? leaveQuestion(messages.lost, choice) : nothing}`;
  }
}
customElements.define('kb-new-ticket', KbNewTicket);

declare global {
  interface HTMLElementTagNameMap {
    'kb-new-ticket': KbNewTicket;
  }
}
