import { html, nothing, type TemplateResult } from 'lit';
import type { ApiError } from '../../api/api-error.ts';
import type { User } from '../../api/records.ts';
import { signOut } from '../../app-context.ts';
import { copyText } from '../../browser/copy-text.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { planName } from '../../components/plan-name.ts';
import { accountDeletionMessages } from '../../messages/account-deletion.ts';
import { assistantMessages } from '../../messages/assistants.ts';
import { day, moment } from '../../messages/format.ts';
import { keysMessages } from '../../messages/keys.ts';
import { translated } from '../../messages/language.ts';
import { passwordMessages } from '../../messages/password.ts';
import { settingsMessages } from '../../messages/settings.ts';
import { shellMessages } from '../../messages/shell.ts';
import { endOfToken } from '../../session.ts';
import { assistants, assistantScopes } from './assistants.ts';
import { hiddenKey } from './kb-api-key.ts';
import './kb-keys.ts';
import './kb-delete-account.ts';
import './kb-password.ts';
import './kb-sign-out-everywhere.ts';
import './kb-usage.ts';
import { preferences } from './preferences.ts';

type CurlExample = {
  readonly origin: string;
  readonly key: string;
  readonly collectionId: string;
  readonly query: string;
};

/** Escapes text inside a shell's single quotes. */
const shellEscaped = (text: string) => text.replaceAll("'", String.raw`'\''`);

/** A search request as a curl command, by line: the plain part, then the shell string, which is highlighted. */
export const curlExample = ({
  origin,
  key,
  collectionId,
  query,
}: CurlExample): readonly (readonly [string, string])[] => {
  const body = [
    `{"collection_id": "${collectionId}",`,
    `      "query": ${shellEscaped(JSON.stringify(query))}, "generate_answer": true}`,
  ];
  return [
    [`curl -X POST ${origin}/api/v1/search \\`, ''],
    ['  -H ', `"Authorization: Bearer ${key}" \\`],
    ['  -H ', '"Content-Type: application/json" \\'],
    ['  -d ', `'${body[0] ?? ''}`],
    ['', `${body[1] ?? ''}'`],
  ];
};

export const asCommand = (lines: ReturnType<typeof curlExample>): string =>
  lines.map(([plain, string]) => plain + string).join('\n');

const section = (title: string, text: string, content: unknown): TemplateResult =>
  html`<section class="settings-section">
    <div>
      <h2>${title}</h2>
      <p class="settings-hint">${text}</p>
    </div>
    <div>${content}</div>
  </section>`;

/** The settings: profile, used space, password, keys, assistants, an example request, language and theme. */
export class KbSettingsPage extends LightElement {
  protected override watched() {
    return [this.app.account.state, this.app.collections.state];
  }

  #profile({ email, plan, created_at: created }: User): TemplateResult {
    const messages = translated(settingsMessages);
    return html`<dl class="settings-facts">
      <dt>${messages.email}</dt>
      <dd>${email}</dd>
      <dt>${messages.plan}</dt>
      <dd><span class="badge">${planName(plan)}</span></dd>
      <dt>${messages.since}</dt>
      <dd>${messages.sinceDay(day(created))}</dd>
    </dl>`;
  }

  /** The example request with `key`, for a collection of the user; undefined without collections. */
  #exampleLines(key: string): ReturnType<typeof curlExample> | undefined {
    const { collections } = this.app;
    const all = collections.value() ?? [];
    const collection = all.find(({ ticket_count: count }) => count > 0) ?? all[0];
    // Most users have one: its place is kept.
    const collectionId = collection?.id ?? (collections.state.get().state === 'loading' ? '…' : undefined);
    if (collectionId === undefined) return undefined;
    const query = translated(settingsMessages).exampleQuery;
    return curlExample({ origin: location.origin, key, collectionId, query });
  }

  async #copy(user: User): Promise<void> {
    const messages = translated(settingsMessages);
    const lines = this.#exampleLines(user.api_key);
    if (lines) this.app.announce((await copyText(asCommand(lines))) ? messages.copied : messages.copyFailed);
  }

  #example(user: User): TemplateResult {
    const messages = translated(settingsMessages);
    const lines = this.#exampleLines(hiddenKey(user.api_key));
    if (!lines) return html`<p class="quiet">${messages.noCollection}</p>`;
    const code = lines.map(
      ([plain, string]) => html`${plain}<span class="settings-code-string">${string}</span>${'\n'}`,
    );
    return html`<div class="settings-code">
      <div class="settings-code-head">
        curl
        <button
          class="icon-button"
          type="button"
          aria-label=${messages.copyExample}
          @click=${() => void this.#copy(user)}
        >
          ${icon('copy')}
        </button>
      </div>
      <pre tabindex="0" role="region" aria-label=${messages.example}>${code}</pre>
    </div>`;
  }

  readonly #createForAssistant = (): void => this.querySelector('kb-keys')?.create(assistantScopes);

  #account(): TemplateResult {
    const messages = translated(settingsMessages);
    const { session } = this.app;
    const end = endOfToken(session.token.get() ?? '');
    return html`<dl class="settings-facts">
      <dt>${messages.session}</dt>
      <dd>
        ${end === undefined ? nothing : html`${messages.until(moment(end))} · `}<button
          class="link"
          type="button"
          @click=${() => signOut(this.app)}
        >
          ${translated(shellMessages).signOut}
        </button>
        · <kb-sign-out-everywhere></kb-sign-out-everywhere>
      </dd>
      <dt>${messages.deleted}</dt>
      <dd><a class="link" href="/erasures">${messages.receipts}</a></dd>
    </dl>`;
  }

  #deletion({ email }: User): TemplateResult {
    const { title, text } = translated(accountDeletionMessages);
    return section(title, text, html`<kb-delete-account email=${email}></kb-delete-account>`);
  }

  #sections(user: User): TemplateResult {
    const messages = translated(settingsMessages);
    const [password, keys] = [translated(passwordMessages), translated(keysMessages)];
    const helpers = translated(assistantMessages);
    return html`
      ${section(messages.profile, messages.profileText, this.#profile(user))}
      ${section(messages.usage, messages.usageText, html`<kb-usage></kb-usage>`)}
      ${section(password.title, password.text, html`<kb-password></kb-password>`)}
      ${section(
        keys.title,
        keys.text,
        html`<p class="settings-hint keys-main">${keys.main}</p>
          <kb-api-key .user=${user}></kb-api-key><kb-keys></kb-keys>`,
      )}
      ${section(helpers.title, helpers.text, assistants(this.#createForAssistant))}
      ${section(messages.example, messages.exampleText, this.#example(user))}
    `;
  }

  protected override render() {
    const messages = translated(settingsMessages);
    // Also after another session has begun in another tab.
    this.app.needAccount();
    const loaded = this.app.account.state.get();
    // All sections come together, so that none moves the others.
    if (loaded.state === 'loading')
      return html`<div class="frame settings">
        <h1 tabindex="-1">${messages.title}</h1>
        <kb-spinner></kb-spinner>
      </div>`;
    const failed = (error: ApiError) =>
      html`<kb-failure
        heading=${messages.failed}
        .error=${error}
        retriable
        @retry=${() => void this.app.account.load()}
      ></kb-failure>`;
    return html`<div class="frame settings">
      <h1 tabindex="-1">${messages.title}</h1>
      ${loaded.state === 'ready' ? this.#sections(loaded.value) : failed(loaded.error)}
      ${section(messages.account, messages.accountText, this.#account())}
      ${loaded.state === 'ready' ? this.#deletion(loaded.value) : nothing}
      ${section(
        messages.languageAndTheme,
        messages.kept,
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
