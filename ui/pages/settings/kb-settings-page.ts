import { html, type TemplateResult } from 'lit';
import type { User } from '../../api/records.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-waiting.ts';
import { LightElement } from '../../components/light-element.ts';
import { planName } from '../../components/plan-name.ts';
import { copyText } from '../../copy-text.ts';
import { icon } from '../../icons.ts';
import { day } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { settingsMessages } from '../../messages/settings.ts';
import { asCommand, curlExample } from './curl-example.ts';
import { hiddenKey } from './kb-api-key.ts';
import { preferences } from './preferences.ts';

const section = (title: string, text: string, content: unknown): TemplateResult =>
  html`<section class="set-s">
    <div>
      <h2>${title}</h2>
      <p class="d">${text}</p>
    </div>
    <div>${content}</div>
  </section>`;

/** Profile, API key, an example request with the real address and a real collection, language and theme. */
export class KbSettingsPage extends LightElement {
  protected override watched() {
    return [this.app.account.now, this.app.collections.now];
  }

  #profile({ email, plan, created_at: created }: User): TemplateResult {
    const say = translated(settingsMessages);
    return html`<dl class="kv">
      <dt>${say.email}</dt>
      <dd>${email}</dd>
      <dt>${say.plan}</dt>
      <dd><span class="badge">${planName(plan)}</span></dd>
      <dt>${say.since}</dt>
      <dd>${say.sinceDay(day(created))}</dd>
    </dl>`;
  }

  /** The lines with a key in them, in the clear for the clipboard only. */
  #lines(key: string): ReturnType<typeof curlExample> | undefined {
    const all = this.app.collections.value() ?? [];
    const collection = all.find(({ ticket_count: count }) => count > 0) ?? all[0];
    if (!collection) return undefined;
    const query = translated(settingsMessages).exampleQuery;
    return curlExample({ origin: location.origin, key, collectionId: collection.id, query });
  }

  async #copy(user: User): Promise<void> {
    const say = translated(settingsMessages);
    const lines = this.#lines(user.api_key);
    if (lines) this.app.announce((await copyText(asCommand(lines))) ? say.copied : say.copyFailed);
  }

  #example(user: User): TemplateResult {
    const say = translated(settingsMessages);
    const lines = this.#lines(hiddenKey(user.api_key));
    if (!lines) return html`<p class="q">${say.noCollection}</p>`;
    const code = lines.map(([plain, string]) => html`${plain}<span class="s">${string}</span>${'\n'}`);
    return html`<div class="code">
      <div class="code-h">
        curl
        <button class="icon-btn" type="button" aria-label=${say.copyExample} @click=${() => void this.#copy(user)}>
          ${icon('copy')}
        </button>
      </div>
      <pre tabindex="0" role="region" aria-label=${say.example}>${code}</pre>
    </div>`;
  }

  #sections(user: User): TemplateResult {
    const say = translated(settingsMessages);
    return html`
      ${section(say.profile, say.profileText, this.#profile(user))}
      ${section(say.key, say.keyText, html`<kb-api-key .user=${user}></kb-api-key>`)}
      ${section(say.example, say.exampleText, this.#example(user))}
    `;
  }

  protected override render() {
    const say = translated(settingsMessages);
    const loaded = this.app.account.now.get();
    const failed = () =>
      loaded.state === 'failed'
        ? html`<kb-failure
            heading=${say.failed}
            .error=${loaded.error}
            retriable
            @retry=${() => void this.app.account.load()}
          ></kb-failure>`
        : html`<kb-waiting></kb-waiting>`;
    return html`<div class="frame set">
      <h1 tabindex="-1">${say.title}</h1>
      ${loaded.state === 'ready' ? this.#sections(loaded.value) : failed()}
      ${section(
        say.languageAndTheme,
        say.kept,
        preferences(() => this.requestUpdate()),
      )}
    </div>`;
  }
}
customElements.define('kb-settings-page', KbSettingsPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-settings-page': KbSettingsPage;
  }
}
