import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { TextName } from '../../../src/domain/ticket-fields.ts';
import type { ChangedTicket, ForetoldTicket, Ticket, TicketClient, TicketRow, TicketTexts } from '../../api/tickets.ts';
import { Effect } from '../../components/effect.ts';
import { enterKey } from '../../components/enter-key.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { editMessages } from '../../messages/ticket-edit.ts';
import {
  conflictNotice,
  editFields,
  editNotes,
  editorForm,
  fieldOfRule,
  formKeys,
  leaveQuestion,
  ruleOf,
} from './edit-fields.ts';
import type { TicketUses } from '../../messages/ticket-answers.ts';
import { newTicketMessages } from '../../messages/new-ticket.ts';
import { foretoldTexts, isStoredOtherwise } from './foretold-texts.ts';
import { draftStrip, versionStrip } from './draft-strips.ts';
import type { TicketDrafts } from './ticket-drafts.ts';
import { differing, maskedNow, textsOf } from './ticket-texts.ts';

/** The texts of a ticket in fields. Fires `saved` and `leave`; what is typed stays in `drafts` until then. */
export class KbTicketEditor extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    client: { attribute: false },
    ticket: { attribute: false },
    drafts: { attribute: false },
    categories: { attribute: false },
    uses: { attribute: false },
    version: { attribute: false },
    base: { state: true },
    texts: { state: true },
    busy: { state: true },
    failure: { state: true },
    conflict: { state: true },
    asking: { state: true },
    hasDraft: { state: true },
    foretold: { state: true },
  };
  declare collectionId: string;
  declare client: TicketClient;
  declare ticket: TicketRow;
  declare drafts: TicketDrafts;
  /** Those of the collection, as suggestions. */
  declare categories: readonly string[];
  /** In how many answers the ticket was used; undefined if that is not known. */
  declare uses: TicketUses | undefined;
  /** When the ticket had the texts that the edit begins with, if they are those of an earlier version. */
  declare version: string | undefined;
  /** The ticket as it was read: what is saved is compared with it. */
  declare base: TicketRow;
  declare texts: TicketTexts;
  declare busy: boolean;
  declare failure: ApiError | undefined;
  /** What somebody else has saved meanwhile. */
  declare conflict: Ticket | undefined;
  declare asking: boolean;
  /** What would be stored, while it is shown: where it is something else than what was typed. */
  declare foretold: ForetoldTicket | undefined;
  /** Whether the edit goes on from a draft. */
  declare hasDraft: boolean;

  constructor() {
    super();
    new Effect(
      this,
      () => [this.ticket.ticket_id, this.ticket.revision],
      () => this.#compare(),
    );
  }

  /** Shows what somebody else has saved since the edit was begun, as soon as that is known. */
  #compare(): void {
    const isIdle = !this.busy && this.conflict === undefined;
    if (isIdle && this.ticket.revision > this.base.revision && this.#changed.length > 0) void this.#findConflict();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (this.hasUpdated && (!changed.has('ticket') || this.ticket.ticket_id === this.base.ticket_id)) return;
    const draft = this.drafts.get(this.ticket.ticket_id);
    const { base = this.ticket, texts = textsOf(base) } = draft ?? {};
    const hasDraft = draft !== undefined && this.version === undefined;
    const nothingYet = { busy: false, failure: undefined, conflict: undefined, asking: false, foretold: undefined };
    Object.assign(this, { base, texts, hasDraft, ...nothingYet });
  }

  protected override firstUpdated(): void {
    this.#focus('#edit-solution');
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(selector)?.focus());
  }

  get #changed(): readonly TextName[] {
    return differing(this.base, this.texts);
  }

  /** Leaves the edit mode; asks first if something was changed. */
  leave(): void {
    if (this.foretold) {
      Object.assign(this, { foretold: undefined, failure: undefined });
      this.#focus('#edit-solution');
    } else if (this.#changed.length > 0) this.asking = true;
    else this.#close();
  }

  #close(): void {
    this.drafts.delete(this.base.ticket_id);
    this.asking = false;
    this.dispatchEvent(new CustomEvent('leave'));
  }

  #set(texts: TicketTexts): void {
    this.texts = texts;
    if (this.#changed.length === 0) this.drafts.delete(this.base.ticket_id);
    else this.drafts.set(this.base.ticket_id, { base: this.base, texts });
  }

  /** Saves the texts; before, they are shown as they will be stored if that is something else, or without being saved if `mayStore` is false. */
  async #save(mayStore = true): Promise<void> {
    const { base, texts, busy, conflict } = this;
    const changed = differing(base, texts);
    if (busy || conflict) return;
    if (changed.length === 0) {
      this.#close();
      return;
    }
    Object.assign(this, { busy: true, failure: undefined });
    const sent = Object.fromEntries(changed.map((name) => [name, texts[name]]));
    try {
      const isSeen = mayStore && this.foretold !== undefined;
      const foretold = isSeen ? undefined : await this.client.foretell(base.ticket_id, sent);
      if (foretold && (!mayStore || isStoredOtherwise(sent, foretold))) {
        this.foretold = foretold;
        this.#focus('h2');
      } else this.#onSaved(await this.client.correct(base.ticket_id, base.revision, sent));
    } catch (error) {
      await this.#onRefused(asApiError(error));
    } finally {
      this.busy = false;
    }
  }

  #onSaved(ticket: ChangedTicket): void {
    const masked = maskedNow(this.texts, ticket);
    this.drafts.delete(ticket.ticket_id);
    this.dispatchEvent(new CustomEvent('saved', { detail: { ticket, masked } }));
  }

  async #onRefused(error: ApiError): Promise<void> {
    if (error.status === 412) return this.#findConflict();
    const rule = ruleOf(error);
    Object.assign(this, { failure: error, foretold: rule ? undefined : this.foretold });
    if (rule) this.#focus(`#edit-${fieldOfRule[rule]}`);
  }

  /** Shows what somebody else has saved, unless the texts are the same: as before, or as they are now. */
  async #findConflict(): Promise<void> {
    const { ticket_id: id } = this.base;
    try {
      const saved = await this.client.show(id);
      if (id !== this.base.ticket_id) return;
      if (differing(saved, this.texts).length === 0) this.#onSaved(saved);
      else if (differing(saved, this.base).length > 0) Object.assign(this, { conflict: saved, foretold: undefined });
      else {
        this.base = saved;
        this.#set(this.texts);
      }
    } catch (error) {
      this.failure = asApiError(error);
    }
    this.#focus('.editor-conflict');
  }

  /** Ends a conflict: with one's own texts, which are saved over those shown, or with the others, to go on from. */
  #choose(saved: Ticket, isMine: boolean): void {
    Object.assign(this, { base: saved, conflict: undefined });
    this.#set(isMine ? this.texts : textsOf(saved));
    if (isMine) void this.#save();
    else this.#focus('#edit-solution');
  }

  readonly #onKeydown = formKeys({
    save: () => void this.#save(),
    leave: () => this.leave(),
    isAsking: () => this.asking,
  });

  #foot(): TemplateResult {
    const { busy, conflict, failure, hasDraft, foretold } = this;
    const messages = translated(editMessages);
    const { cancel, retry } = translated(commonMessages);
    const shown = translated(newTicketMessages);
    const [name, back] = foretold ? [shown.save, shown.change] : [messages.save, cancel];
    const what = this.#changed.length === 0 ? '' : messages.changed(this.#changed);
    const said = conflict ? messages.chooseFirst : hasDraft && what !== '' ? messages.draft(what) : what;
    return html`<div class="drawer-foot">
      <wa-button variant="brand" ?loading=${busy} ?disabled=${conflict !== undefined} @click=${() => void this.#save()}>
        ${failure?.status === 0 ? retry : name}${conflict ? nothing : enterKey()}
      </wa-button>
      <wa-button appearance="plain" ?disabled=${busy} @click=${() => this.leave()}>${back}</wa-button>
      <span class="editor-changed">${said}</span>
    </div>`;
  }

  /** That the edit goes on from a draft, or from the texts of an earlier version. */
  #begunWith(): TemplateResult | typeof nothing {
    if (this.hasDraft) return draftStrip(() => this.#close());
    return this.version === undefined ? nothing : versionStrip(this.version);
  }

  protected override render() {
    const { base, texts, busy, categories, conflict, failure } = this;
    const messages = translated(editMessages);
    const rule = failure && ruleOf(failure);
    const fields = editFields({
      ...{ texts, categories, busy, below: editNotes(this.uses) },
      refused: rule,
      onInput: (typed) => this.#set(typed),
    });
    const failed = html`<kb-failure heading=${messages.notSaved} .error=${failure}></kb-failure>`;
    const choice =
      conflict && conflictNotice({ base, saved: conflict, choose: (isMine) => this.#choose(conflict, isMine) });
    const head = { heading: messages.heading(base.ticket_id), onKeydown: this.#onKeydown, leave: () => this.leave() };
    if (this.foretold) {
      const { collectionId, foretold } = this;
      const shown = { collectionId, base, typed: texts, foretold, onFreed: () => void this.#save(false) };
      const content = html`${foretoldTexts(shown, failure ? failed : nothing)} ${this.#foot()}`;
      return editorForm({ ...head, heading: translated(newTicketMessages).shown }, content);
    }
    const body = html`<div class="drawer-body">
        ${conflict ? choice : this.#begunWith()} ${failure && !rule ? failed : nothing} ${fields}
      </div>
      ${this.#foot()}`;
    return html`${editorForm(head, body)}
    ${this.asking ? leaveQuestion(messages.lost(this.#changed), { stay: () => (this.asking = false), leave: () => this.#close() }) : nothing}`;
  }
}
customElements.define('kb-ticket-editor', KbTicketEditor);

declare global {
  interface HTMLElementTagNameMap {
    'kb-ticket-editor': KbTicketEditor;
  }
}
