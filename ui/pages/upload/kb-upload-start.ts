import { html, nothing, type TemplateResult } from 'lit';
import '../../components/kb-drop-zone.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { sourceMessages } from '../../messages/upload-source.ts';
import {
  deskRequests,
  firstSources,
  importGuide,
  otherSources,
  type Source,
  syncCommand,
  uploadRequest,
} from './sources.ts';

/** The start of an upload: where the tickets come from, and the drop zone, whose words follow the choice. Fires `source` (`detail`: the Source) and `file` (`detail`: the File). */
export class KbUploadStart extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    source: { attribute: false },
    all: { state: true },
  };
  declare collectionId: string;
  declare source: Source;
  declare all: boolean;

  constructor() {
    super();
    this.source = 'file';
    this.all = false;
  }

  #card(source: Source): TemplateResult {
    const [name, hint] = translated(sourceMessages).sources[source];
    const choose = () => this.dispatchEvent(new CustomEvent<Source>('source', { detail: source }));
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
        @change=${choose}
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

  /** A way without a file: what to run, and what that needs. */
  #command(text: string, command: string, more: unknown): TemplateResult {
    const messages = translated(sourceMessages);
    return html`<div class="panel upload-source-way is-command">
      <p>${text}</p>
      <code tabindex="0">${command}</code>
      <p><a href="/settings">${messages.keys}</a> ${more}</p>
    </div>`;
  }

  protected override render() {
    const messages = translated(sourceMessages);
    const { source, collectionId } = this;
    if (source === 'sync')
      return [this.#choice(), this.#command(messages.syncText, syncCommand(collectionId), nothing)];
    if (source === 'api') {
      const reference = html`<a href="/api/docs" target="_blank">${messages.reference}</a>`;
      return [this.#choice(), this.#command(messages.apiText, uploadRequest(collectionId), reference)];
    }
    const take = ({ detail }: CustomEvent<File>) => this.dispatchEvent(new CustomEvent('file', { detail }));
    return [this.#choice(), html`<kb-drop-zone .words=${this.#dropWords} @file=${take}></kb-drop-zone>`, this.#howTo()];
  }
}
customElements.define('kb-upload-start', KbUploadStart);

declare global {
  interface HTMLElementTagNameMap {
    'kb-upload-start': KbUploadStart;
  }
}
