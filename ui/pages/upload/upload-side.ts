import { html, type TemplateResult } from 'lit';
import { maskedText } from '../../components/masked-text.ts';
import { templateFormats, templateLink } from '../../components/template-links.ts';
import { icon, type IconName } from '../../icons.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';

const icons = { CSV: 'table', XLSX: 'file-sheet', JSON: 'braces' } as const satisfies Record<string, IconName>;

/** What stands beside every step: files to fill in, what is hidden, what is left out. */
export const uploadSide = (): TemplateResult => {
  const say = translated(uploadMessages);
  const template = (format: (typeof templateFormats)[number]) =>
    html`<li>
      ${icon(icons[format])}${templateLink(format, say.template(format))}<span>${say.templateHints[format]}</span>
    </li>`;
  return html`<aside class="side" aria-label=${say.templates}>
    <section>
      <h2>${say.templates}</h2>
      <ul class="tpl">
        ${templateFormats.map(template)}
      </ul>
    </section>
    <section>
      <h2>${say.hidden}</h2>
      <p>${say.hiddenText} ${maskedText('[ИМЯ]')} ${maskedText('[ТЕЛЕФОН]')} ${maskedText('[EMAIL]')}.</p>
    </section>
    <section>
      <h2>${say.leftOut}</h2>
      <ul class="rules">
        ${say.rules.map((rule) => html`<li>${rule}</li>`)}
      </ul>
    </section>
  </aside>`;
};
