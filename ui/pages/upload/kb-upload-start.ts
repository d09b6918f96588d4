import { html, nothing, type TemplateResult } from 'lit';
import { asApiError } from '../../api/api-error.ts';
import '../../components/kb-drop-zone.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { sourceMessages } from '../../messages/upload-source.ts';
import { exampleTickets } from './example-tickets.ts';
import {
  deskRequests,
  firstSources,
  importGuide,
  otherSources,
  type Source,
  syncCommand,
  uploadRequest,
} from './sources.ts';

/** The start of an upload: where the tickets come from, and the drop zone, whose words follow the choice. Fires `source` (`detail`: the Source), `file` (`detail`: the File) and, for a way that needs a collection, `create`. */
export class KbUploadStart extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    source: { attribute: false },
    isEmpty: { attribute: false },
    all: { state: true },
  };
  /** Undefined before there is a collection. */
  declare collectionId: string | undefined;
  declare source: Source;
  /** Nothing is stored yet: example tickets are offered. */
  declare isEmpty: boolean;
  declare all: boolean;

  constructor() {
    super();
    this.source = 'file';
    this.isEmpty = false;
    this.all = false;
  }

  #choose(source: Source): void {
    this.dispatchEvent(new CustomEvent<Source>('source', { detail: source }));
  }

  #card(source: Source): TemplateResult {
    const [name, hint] = translated(sourceMessages).sources[source];
    return html`<label class=${source === 'file' ? 'is-whole' : ''}>
      <b id=${`source-${source}`}>${name}</b>
      <small id=${`source-hint-${source}`}>${hint}</small>
      <input
        type="radio"
        name="source"
        value=${source}
        .checked=${source === this.source}
        aria-labelledby=${`source-${source}`}
        aria-describedby=${`source-hint-${source}`}
        @change=${() => this.#choose(source)}
      />
    </label>`;
  }

  #choice(): TemplateResult {
    const messages = translated(sourceMessages);
    // A choice stays in sight when the list is shortened.
    const others = otherSources.filter((source) => this.all || source === this.source);
    return html`<fieldset class="upload-source">
        <legend><h2 tabindex="-1" data-lead>${messages.question}</h2></legend>
        ${[...firstSources, ...others].map((source) => this.#card(source))}
      </fieldset>
      <p class="upload-source-more">
        <button
          class="link"
          type="button"
          aria-expanded=${this.all ? 'true' : 'false'}
          @click=${() => (this.all = !this.all)}
        >
          ${this.all ? messages.fewer : messages.others}
        </button>
      </p>`;
  }

  /** The words of the drop zone; undefined: its own. */
  get #dropWords(): { readonly drop: string; readonly formats: string } | undefined {
    const { source } = this;
    const messages = translated(sourceMessages);
    if (source === 'file') return undefined;
    if (source === 'osticket') return { drop: messages.dropTable, formats: messages.tableFormats };
    return { drop: messages.dropExport(messages.sources[source][0]), formats: messages.exportFormats };
  }

  /** How the file is made, with the requests that give it. */
  #howTo(): TemplateResult | typeof nothing {
    const messages = translated(sourceMessages);
    const { source } = this;
    if (source === 'file') return nothing;
    const { tickets = [], messages: ofEach } = deskRequests[source] ?? {};
    return html`<div class="upload-source-way">
      ${tickets.length === 0 ? nothing : html`<p>${messages.tickets} ${tickets.map((each) => html`<code>${each}</code> `)}</p>`}
      ${ofEach ? html`<p>${messages.messages(ofEach.name)} <code>${ofEach.request}</code></p>` : nothing}
      <p><a href=${importGuide} target="_blank">${messages.guide}</a></p>
    </div>`;
  }

  /** A way without a file: what to run for a collection, and what that needs. */
  #command(text: string, command: (collectionId: string) => string, more: unknown): TemplateResult {
    const messages = translated(sourceMessages);
    const { collectionId } = this;
    const create = () => this.dispatchEvent(new CustomEvent('create'));
    return html`<div class="panel upload-source-way is-command">
      <p>${text}</p>
      ${
        collectionId === undefined
          ? html`<p><wa-button variant="brand" @click=${create}>${messages.createAndShow}</wa-button></p>`
          : html`<code tabindex="0">${command(collectionId)}</code>`
      }
      <p><a href="/settings">${messages.keys}</a> ${more}</p>
    </div>`;
  }

  #take(file: File): void {
    this.dispatchEvent(new CustomEvent('file', { detail: file }));
  }

  async #takeExamples(): Promise<void> {
    try {
      const file = await exampleTickets(translated(sourceMessages).examplesFile);
      // They are no export of a desk that was chosen before.
      this.#choose('file');
      this.#take(file);
    } catch (error) {
      this.app.announce(requestErrorText(asApiError(error)));
    }
  }

  #examples(): TemplateResult | typeof nothing {
    if (!this.isEmpty) return nothing;
    const { noFile, tryExamples } = translated(sourceMessages);
    return html`<p class="upload-source-more">
      ${noFile}
      <button class="link" type="button" @click=${() => void this.#takeExamples()}>${tryExamples}</button>
    </p>`;
  }

  protected override render() {
    const messages = translated(sourceMessages);
    const { source } = this;
    if (source === 'sync') return [this.#choice(), this.#command(messages.syncText, syncCommand, nothing)];
    if (source === 'api') {
      const reference = html`<a href="/api/docs" target="_blank">${messages.reference}</a>`;
      return [this.#choice(), this.#command(messages.apiText, uploadRequest, reference)];
    }
    const take = ({ detail }: CustomEvent<File>) => this.#take(detail);
    const dropZone = html`<kb-drop-zone .words=${this.#dropWords} @file=${take}></kb-drop-zone>`;
    return [this.#choice(), dropZone, this.#examples(), this.#howTo()];
  }
}
customElements.define('kb-upload-start', KbUploadStart);

declare global {
  interface HTMLElementTagNameMap {
    'kb-upload-start': KbUploadStart;
  }
}
