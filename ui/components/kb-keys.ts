import { html } from 'lit';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';
import { singleKeysWork, switchSingleKeys } from '../shortcuts.ts';
import './kb-dialog.ts';
import { LightElement } from './light-element.ts';

const rows = (say: (typeof shellMessages)['ru']['keyList']): readonly (readonly [readonly string[], string])[] => [
  [['/'], say.query],
  [['Enter'], say.search],
  [['Shift', 'Enter'], say.line],
  [['Ctrl', 'Enter'], say.searchAnywhere],
  [['Esc'], say.leave],
  [['↑'], say.recent],
  [['j', 'k'], say.sources],
  [['c'], say.copy],
  [['g', 'd'], say.dashboard],
  [['g', 's'], say.settings],
  [['?'], say.list],
];

/** The list of keys, in which single keys can be switched off. */
export class KbKeys extends LightElement {
  static override properties = { open: { state: true } };
  declare open: boolean;

  constructor() {
    super();
    this.open = false;
  }

  show(): void {
    this.open = true;
  }

  protected override render() {
    const say = translated(shellMessages).keyList;
    return html`<kb-dialog heading=${say.title} ?open=${this.open} @close=${() => (this.open = false)}>
      <dl class="keys-list">
        ${rows(say).map(
          ([keys, meaning]) =>
            html`<dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt>
              <dd>${meaning}</dd>`,
        )}
      </dl>
      <label class="keys-switch">
        <input
          type="checkbox"
          autofocus
          .checked=${singleKeysWork()}
          @change=${(event: Event) => switchSingleKeys((event.target as HTMLInputElement).checked)}
        />
        ${say.single}
      </label>
    </kb-dialog>`;
  }
}
customElements.define('kb-keys', KbKeys);

declare global {
  interface HTMLElementTagNameMap {
    'kb-keys': KbKeys;
  }
}
