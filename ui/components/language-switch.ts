import { html, type TemplateResult } from 'lit';
import { chooseLanguage, language, languages, translated } from '../messages/language.ts';
import { signInMessages } from '../messages/sign-in.ts';

const names = { ru: 'Русский', en: 'English' };

/** The choice of the language on pages that need no session, which have no settings. */
export const languageSwitch = (): TemplateResult =>
  html`<div class="sign-in-foot" role="group" aria-label=${translated(signInMessages).language}>
    ${languages.map(
      (each) =>
        html`<button
          type="button"
          lang=${each}
          aria-pressed=${language() === each ? 'true' : 'false'}
          @click=${() => chooseLanguage(each)}
        >
          ${names[each]}
        </button>`,
    )}
  </div>`;
