import { html } from 'lit';
import { takesFiles } from '../dragged-files.ts';
import { icon } from '../icons.ts';
import { dropMessages } from '../messages/drop.ts';
import { translated } from '../messages/language.ts';
import { LightElement } from './light-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'kb-drop': KbDrop;
  }
}

/** Takes a file that is dropped or chosen and tells of it with a `file` event (`detail`: the File). */
export class KbDrop extends LightElement {
  static override properties = { over: { state: true } };
  declare over: boolean;

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
    // The same file may be chosen again after it was changed.
    input.value = '';
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    this.#take(event.dataTransfer?.files[0]);
  }

  #drag(event: DragEvent): void {
    this.over = takesFiles(event);
  }

  protected override render() {
    const say = translated(dropMessages);
    return html`<label
      class="drop ${this.over ? 'over' : ''}"
      @dragover=${this.#drag}
      @dragleave=${() => (this.over = false)}
      @drop=${this.#drop}
    >
      ${icon('file-up')}
      <span>${this.over ? html`<b>${say.release}</b>` : html`<b>${say.drop}</b>${say.or}<u>${say.choose}</u>`}</span>
      <small>${say.formats}</small>
      <input type="file" accept=".json,.csv,.tsv,.txt,.xlsx" @change=${this.#choose} />
    </label>`;
  }
}
customElements.define('kb-drop', KbDrop);
