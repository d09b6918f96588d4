import { html, type TemplateResult } from 'lit';
import { icon, type IconName } from '../../components/icon.ts';
import { maskedText } from '../../components/masked-text.ts';
import { templateFormats, templateLink } from '../../components/template-links.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';

const icons = { CSV: 'table', XLSX: 'file-sheet', JSON: 'braces' } as const satisfies Record<string, IconName>;

/** What stands beside every step: files to fill in, what is hidden, what is left out. */
export const uploadHelp = (): TemplateResult => {
  const messages = translated(uploadMessages);
  const template = (format: (typeof templateFormats)[number]) =>
    html`<li>
      ${icon(icons[format])}${templateLink(format, messages.template(format))}<span
        >${messages.templateHints[format]}</span
      >
    </li>`;
  return html`<aside class="side" aria-label=${messages.templates}>
    <section>
      <h2>${messages.templates}</h2>
      <ul class="templates">
        ${templateFormats.map(template)}
      </ul>
    </section>
    <section>
      <h2>${messages.hidden}</h2>
      <p>${messages.hiddenText} ${maskedText('[ИМЯ]')} ${maskedText('[ТЕЛЕФОН]')} ${maskedText('[EMAIL]')}.</p>
    </section>
    <section>
      <h2>${messages.leftOut}</h2>
      <ul class="rules">
        ${messages.rules.map((rule) => html`<li>${rule}</li>`)}
      </ul>
    </section>
  </aside>`;
};
