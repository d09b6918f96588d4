import { html, type TemplateResult } from 'lit';
import { languageSwitch } from '../../components/language-switch.ts';
import { logo } from '../../components/logo.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';

/** The layout of the sign-in pages: the form left, a decorative example of the product right. */
export const signInFrame = (form: TemplateResult, example: TemplateResult): TemplateResult => html`
  <div class="sign-in">
    <div class="sign-in-left">
      <a class="logo is-named" href="/">${logo()}<span>${translated(commonMessages).product}</span></a>
      ${form} ${languageSwitch()}
    </div>
    <div class="sign-in-right" aria-hidden="true">${example}</div>
  </div>
`;
