import { html, type TemplateResult } from 'lit';
import { logo } from '../../components/logo.ts';
import { commonMessages } from '../../messages/common.ts';
import { chooseLanguage, language, languages, translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';

const names = { ru: 'Русский', en: 'English' };

/** The layout of the sign-in pages: the form left, a decorative example of the product right. */
export const signInFrame = (form: TemplateResult, example: TemplateResult): TemplateResult => html`
  <div class="sign-in">
    <div class="sign-in-left">
      <a class="logo is-named" href="/">${logo()}<span>${translated(commonMessages).product}</span></a>
      ${form}
      <div class="sign-in-foot" role="group" aria-label=${translated(signInMessages).language}>
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
    <div class="sign-in-right" aria-hidden="true">${example}</div>
  </div>
`;
