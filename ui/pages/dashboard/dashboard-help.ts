import { html, type TemplateResult } from 'lit';
import { templateFormats, templateLink } from '../../components/template-links.ts';
import { icon } from '../../icons.ts';
import { dashboardMessages } from '../../messages/dashboard.ts';
import { translated } from '../../messages/language.ts';

/** The two strips below the table: how to prepare a file, how to search from elsewhere. */
export const dashboardHelp = (): TemplateResult => {
  const say = translated(dashboardMessages);
  return html`<div class="tips">
    <section class="tip">
      <h2>${icon('file-down')}${say.prepare}</h2>
      <p>${say.prepareText}</p>
      <p class="links">${templateFormats.map((format) => templateLink(format, say.template(format)))}</p>
    </section>
    <section class="tip">
      <h2>${icon('terminal')}${say.fromYourSystem}</h2>
      <p>${say.fromYourSystemText}</p>
      <p class="links"><a href="/settings">${say.keyAndExample}</a></p>
    </section>
  </div>`;
};

/** What stands below the panel of a first visit. */
export const firstSteps = (): TemplateResult => {
  const say = translated(dashboardMessages);
  return html`
    <ol class="steps">
      ${say.steps.map(([title, text]) => html`<li><b>${title}</b>${text}</li>`)}
    </ol>
    <p class="links first-templates">
      <span class="q">${say.templates}</span>${templateFormats.map((format) => templateLink(format, format))}
    </p>
  `;
};
