import { html, type TemplateResult } from 'lit';
import { translated } from '../messages/language.ts';
import { words } from '../messages/words.ts';

const masks = /\[(ИМЯ|ТЕЛЕФОН|EMAIL)\]/u;

type Shown = string | TemplateResult;

/** Ticket text with its masks as chips; the brackets stay in the text, so that a copy is exact. `show` shows what stands between them. */
export const maskedText = (text: string, show: (part: string) => Shown | readonly Shown[] = (part) => part) =>
  text.split(masks).map((part, index) => {
    if (index % 2 === 0) return show(part);
    return html`<span class="mask" title=${translated(words).masked}><i>[</i>${part}<i>]</i></span>`;
  });
