import { html } from 'lit';
import { acceptFiles } from '../browser/file-drag.ts';
import { dropZoneMessages } from '../messages/drop-zone.ts';
import { translated } from '../messages/language.ts';
import { icon } from './icon.ts';
import { LightElement } from './light-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'kb-drop-zone': KbDropZone;
  }
}

/** A drop zone and file input; `words` in the place of its own say what is dropped. Fires `file` (`detail`: the File). */
export class KbDropZone extends LightElement {
  static override properties = { over: { state: true }, words: { attribute: false } };
  declare over: boolean;
  declare words: { readonly drop: string; readonly formats: string } | undefined;

  constructor() {
    super();
    this.over = false;
  }

  #take(file: File | undefined): void {
    this.over = false;
    if (file) this.dispatchEvent(new CustomEvent<File>('file', { detail: file }));
  }

  #choose(event: Event): void {
    const input = event.target as HTMLInputElement;
    this.#take(input.files?.[0]);
    // Otherwise choosing the same file again would fire no event.
    input.value = '';
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    this.#take(event.dataTransfer?.files[0]);
  }

  #drag(event: DragEvent): void {
    this.over = acceptFiles(event);
  }

  protected override render() {
    const messages = { ...translated(dropZoneMessages), ...this.words };
    return html`<label
      class="drop-zone ${this.over ? 'is-over' : ''}"
      @dragover=${this.#drag}
      @dragleave=${() => (this.over = false)}
      @drop=${this.#drop}
    >
      ${icon('file-up')}
      <span
        >${this.over ? html`<b>${messages.release}</b>` : html`<b>${messages.drop}</b>${messages.or}<u>${messages.choose}</u>`}</span
      >
      <small>${messages.formats}</small>
      <input type="file" accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt,.xlsx,.gz" @change=${this.#choose} />
    </label>`;
  }
}
customElements.define('kb-drop-zone', KbDropZone);
