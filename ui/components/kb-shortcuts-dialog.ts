import { html } from 'lit';
import { commandKey } from '../browser/command-key.ts';
import { shortcutsEnabled, enableShortcuts } from '../browser/shortcuts.ts';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';
import './kb-dialog.ts';
import { LightElement } from './light-element.ts';

const rows = (messages: (typeof shellMessages)['ru']['keyList']): readonly (readonly [readonly string[], string])[] => [
  [['/'], messages.query],
  [['Enter'], messages.search],
  [['Shift', 'Enter'], messages.line],
  [['Ctrl', 'Enter'], messages.searchAnywhere],
  [[commandKey, 'K'], messages.palette],
  [['Esc'], messages.leave],
  [['↑'], messages.recent],
  [['j', 'k'], messages.sources],
  [['c'], messages.copy],
  [['m'], messages.menu],
  [['u'], messages.helped],
  [['d'], messages.notHelped],
  [['1–5', '0'], messages.fitted],
  [['a'], messages.add],
  [['e'], messages.edit],
  [[commandKey, 'Enter'], messages.save],
  [['h'], messages.hide],
  [['o'], messages.source],
  [['x'], messages.select],
  [['Shift', 'x'], messages.selectTo],
  [['1', '2'], messages.segments],
  [['g', 't'], messages.tickets],
  [['g', 'q'], messages.questions],
  [['g', 'd'], messages.dashboard],
  [['g', 's'], messages.settings],
  [['?'], messages.list],
];

/** The list of keyboard shortcuts, with the switch that disables single keys. */
export class KbShortcutsDialog extends LightElement {
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
    const messages = translated(shellMessages).keyList;
    return html`<kb-dialog heading=${messages.title} ?open=${this.open} @close=${() => (this.open = false)}>
      <label class="shortcuts-switch">
        <input
          type="checkbox"
          autofocus
          .checked=${shortcutsEnabled()}
          @change=${(event: Event) => enableShortcuts((event.target as HTMLInputElement).checked)}
        />
        ${messages.single}
      </label>
      <dl class="shortcuts-list">
        ${rows(messages).map(
          ([keys, meaning]) =>
            html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
              <dd>${meaning}</dd>`,
        )}
      </dl>
    </kb-dialog>`;
  }
}
customElements.define('kb-shortcuts-dialog', KbShortcutsDialog);

declare global {
  interface HTMLElementTagNameMap {
    'kb-shortcuts-dialog': KbShortcutsDialog;
  }
}
