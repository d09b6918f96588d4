import { html, nothing, type TemplateResult } from 'lit';
import type { CreatedKey } from '../../api/keys.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-dialog.ts';
import { assistantMessages } from '../../messages/assistants.ts';
import { keysMessages } from '../../messages/keys.ts';
import { translated } from '../../messages/language.ts';
import { settingsMessages } from '../../messages/settings.ts';
import { assistantScopes, assistantSettings } from './assistants.ts';

type Shown = {
  readonly created: CreatedKey;
  /** It was to be closed before the key was copied. */
  readonly isWarning: boolean;
  readonly copy: (text: string) => void;
  readonly close: () => void;
};

/** The dialog that shows a key, this once; one that an assistant can use also with the assistant's settings to copy. */
export const createdKey = ({ created, isWarning, copy, close }: Shown): TemplateResult => {
  const messages = translated(keysMessages);
  const isForAssistants = assistantScopes.every((scope) => created.scopes.includes(scope));
  const settings = html`<wa-button
    slot="actions"
    appearance="outlined"
    @click=${() => copy(assistantSettings(location.origin, created.key))}
    >${icon('copy', 'start')}${translated(assistantMessages).copySettings}</wa-button
  >`;
  return html`<kb-dialog class="keys-dialog" open heading=${messages.ready(created.name)} @close=${close}>
    <p>${messages.once}</p>
    <div class="settings-key keys-new">
      <code>${created.key}</code>
      <wa-button size="s" appearance="plain" autofocus @click=${() => copy(created.key)}>
        ${icon('copy', 'start')}${translated(settingsMessages).copy}
      </wa-button>
    </div>
    <p class="keys-warning" role="alert">
      ${isWarning ? html`${icon('triangle-alert')}${messages.notCopied}` : nothing}
    </p>
    ${isForAssistants ? settings : nothing}
    <wa-button slot="actions" variant="brand" @click=${close}
      >${isWarning ? messages.closeAnyway : messages.done}</wa-button
    >
  </kb-dialog>`;
};
