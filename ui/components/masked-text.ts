import { html, type TemplateResult } from 'lit';
import { commonMessages } from '../messages/common.ts';
import { translated } from '../messages/language.ts';
import { markedPieces, type QueryWords } from '../pages/search/query-words.ts';

const masks = /\[(ИМЯ|ТЕЛЕФОН|EMAIL)\]/u;

type Content = string | TemplateResult;

/** Ticket text with its masks as chips; the brackets remain in the text, so that a copy is exact. `render` renders the text between the masks. */
export const maskedText = (text: string, render: (part: string) => Content | readonly Content[] = (part) => part) =>
  text.split(masks).map((part, index) => {
    if (index % 2 === 0) return render(part);
    return html`<span class="ticket-mask" title=${translated(commonMessages).masked}><i>[</i>${part}<i>]</i></span>`;
  });

/** Ticket text with its masks as chips and the words of a query marked. */
export const markedText = (text: string, words: QueryWords) =>
  maskedText(text, (part) =>
    markedPieces(part, words).map((piece) => (piece.marked ? html`<mark>${piece.text}</mark>` : piece.text)),
  );
