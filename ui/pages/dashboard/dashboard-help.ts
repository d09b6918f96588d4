import { html, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { templateFormats, templateLink } from '../../components/template-links.ts';
import { dashboardMessages } from '../../messages/dashboard.ts';
import { translated } from '../../messages/language.ts';

/** Help below the table: how to prepare a file, how to search through the API. */
export const dashboardHelp = (): TemplateResult => {
  const messages = translated(dashboardMessages);
  return html`<div class="dashboard-help">
    <section class="dashboard-help-card">
      <h2>${icon('file-down')}${messages.prepare}</h2>
      <p>${messages.prepareText}</p>
      <p class="link-row">${templateFormats.map((format) => templateLink(format, messages.template(format)))}</p>
    </section>
    <section class="dashboard-help-card">
      <h2>${icon('terminal')}${messages.fromYourSystem}</h2>
      <p>${messages.fromYourSystemText}</p>
      <p class="link-row"><a href="/settings">${messages.keyAndExample}</a></p>
    </section>
  </div>`;
};

/** Help below the form for the first collection. */
export const firstSteps = (): TemplateResult => {
  const messages = translated(dashboardMessages);
  return html`
    <ol class="first-visit-steps">
      ${messages.steps.map(([title, text]) => html`<li><b>${title}</b>${text}</li>`)}
    </ol>
    <p class="link-row first-visit-templates">
      <span class="quiet">${messages.templates}</span>${templateFormats.map((format) => templateLink(format, format))}
    </p>
  `;
};
