import { html, type TemplateResult } from 'lit';
import { commonMessages } from '../messages/common.ts';
import { language, translated } from '../messages/language.ts';
import { markedPieces, type QueryWords } from '../pages/search/query-words.ts';
import { closedGaps } from './closed-gaps.ts';

/** Masks are stored in Russian; this is how they are shown in English. */
const inEnglish: Readonly<Record<string, string>> = { ИМЯ: 'NAME', ТЕЛЕФОН: 'PHONE' };

const masks = /\[(ИМЯ|ТЕЛЕФОН|EMAIL)\]/u;

type Content = string | TemplateResult;

/** Ticket text without the gaps of removed links, with its masks as chips; their brackets remain in the text, so that a copy has them. `render` renders the text between the masks. */
export const maskedText = (text: string, render: (part: string) => Content | readonly Content[] = (part) => part) =>
  closedGaps(text)
    .split(masks)
    .map((part, index) => {
      if (index % 2 === 0) return render(part);
      const shown = language() === 'en' ? (inEnglish[part] ?? part) : part;
      return html`<span class="ticket-mask" title=${translated(commonMessages).masked}><i>[</i>${shown}<i>]</i></span>`;
    });

/** Ticket text with its masks as chips and the words of a query marked. */
export const markedText = (text: string, words: QueryWords) =>
  maskedText(text, (part) =>
    markedPieces(part, words).map((piece) => (piece.marked ? html`<mark>${piece.text}</mark>` : piece.text)),
  );
