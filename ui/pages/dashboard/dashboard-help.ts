import { html, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { templateFormats, templateLink } from '../../components/template-links.ts';
import { dashboardMessages } from '../../messages/dashboard.ts';
import { translated } from '../../messages/language.ts';

/** Help below the table: how to prepare a file, how to search through the API. */
export const dashboardHelp = (): TemplateResult => {
  const messages = translated(dashboardMessages);
  return html`<div class="help-cards">
    <section class="help-card">
      <h2>${icon('file-down')}${messages.prepare}</h2>
      <p>${messages.prepareText}</p>
      <p class="links">${templateFormats.map((format) => templateLink(format, messages.template(format)))}</p>
    </section>
    <section class="help-card">
      <h2>${icon('terminal')}${messages.fromYourSystem}</h2>
      <p>${messages.fromYourSystemText}</p>
      <p class="links"><a href="/settings">${messages.keyAndExample}</a></p>
    </section>
  </div>`;
};

/** Help below the form for the first collection. */
export const firstSteps = (): TemplateResult => {
  const messages = translated(dashboardMessages);
  return html`
    <ol class="steps">
      ${messages.steps.map(([title, text]) => html`<li><b>${title}</b>${text}</li>`)}
    </ol>
    <p class="links first-templates">
      <span class="q">${messages.templates}</span>${templateFormats.map((format) => templateLink(format, format))}
    </p>
  `;
};
