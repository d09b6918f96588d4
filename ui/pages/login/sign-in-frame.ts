import { html, type TemplateResult } from 'lit';
import { logo } from '../../components/logo.ts';
import { chooseLanguage, language, languages, translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import { commonMessages } from '../../messages/common.ts';

const names = { ru: 'Русский', en: 'English' };

/** The form on one half, a piece of the product on the other, which is decoration. */
export const signInFrame = (form: TemplateResult, specimen: TemplateResult): TemplateResult => html`
  <div class="auth">
    <div class="auth-left">
      <a class="brand keep" href="/">${logo()}<span>${translated(commonMessages).product}</span></a>
      ${form}
      <div class="auth-foot" role="group" aria-label=${translated(signInMessages).language}>
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
      </div>
    </div>
    <div class="auth-right" aria-hidden="true">${specimen}</div>
  </div>
`;
