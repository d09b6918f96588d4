import { html, type TemplateResult } from 'lit';
import type { Usage } from '../../api/records.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure, fileSize } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { settingsMessages } from '../../messages/settings.ts';

type Unit = keyof Usage['limits'];

const units = ['tickets', 'bytes', 'collections'] as const satisfies readonly Unit[];

/** What the user stores, of what the plan allows. */
export class KbUsage extends LightElement {
  protected override watched() {
    return [this.app.usage.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.app.usage.load();
  }

  /** Before it is known the rows have their places already, so that nothing moves. */
  #row(unit: Unit, usage: Usage | undefined): TemplateResult {
    const { usageOf, usedOf } = translated(settingsMessages);
    const text = (amount: number) => (unit === 'bytes' ? fileSize(amount) : figure(amount));
    const most = usage?.limits[unit] ?? null;
    const amount = usage ? text(usage[unit]) : '—';
    return html`<dt>${usageOf[unit]}</dt>
      <dd class="number">${most === null ? amount : usedOf(amount, text(most))}</dd>`;
  }

  protected override render() {
    const loaded = this.app.usage.state.get();
    if (loaded.state === 'failed') {
      const { usageFailed } = translated(settingsMessages);
      const retry = () => void this.app.usage.load();
      return html`<kb-failure heading=${usageFailed} .error=${loaded.error} retriable @retry=${retry}></kb-failure>`;
    }
    const usage = this.app.usage.value();
    return html`<dl class="settings-facts" aria-busy=${usage ? 'false' : 'true'}>
      ${units.map((unit) => this.#row(unit, usage))}
    </dl>`;
  }
}
customElements.define('kb-usage', KbUsage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-usage': KbUsage;
  }
}
