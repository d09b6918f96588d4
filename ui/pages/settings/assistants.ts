import { html, type TemplateResult } from 'lit';
import type { Scope } from '../../api/keys.ts';
import { assistantMessages } from '../../messages/assistants.ts';
import { translated } from '../../messages/language.ts';

/** What the key of an assistant has to allow: its tools search, and read tickets. */
export const assistantScopes: readonly Scope[] = ['search', 'read'];

const tools = ['search_tickets', 'get_ticket', 'list_collections'];

/** What an assistant's `mcp.json` has for this service: docs/mcp.md, "What connects". */
export const assistantSettings = (origin: string, key: string): string => {
  const precedent = { url: `${origin}/api/v1/mcp`, headers: { Authorization: `Bearer ${key}` } };
  return JSON.stringify({ mcpServers: { precedent } }, undefined, 2);
};

/** The settings of an assistant without a key, and a button to create one. */
export const assistants = (createKey: () => void): TemplateResult => {
  const messages = translated(assistantMessages);
  // Every second piece is the text of a field.
  const pieces = assistantSettings(location.origin, messages.yourKey).split(/(?<=: )("[^"]*")/);
  return html`<div class="settings-code">
      <div class="settings-code-head">mcp.json</div>
      <pre tabindex="0" role="region" aria-label=${messages.settings}>
${pieces.map((piece, index) =>
          index % 2 === 0 ? piece : html`<span class="settings-code-string">${piece}</span>`,
        )}</pre>
    </div>
    <p class="settings-code-foot">
      ${messages.readOnly} ${tools.map((tool) => html`<code>${tool}</code> `)}
      <button class="link" type="button" @click=${createKey}>${messages.createKey}</button>
    </p>`;
};
