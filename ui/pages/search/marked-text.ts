import { html } from 'lit';
import { maskedText } from '../../components/masked-text.ts';
import { markedPieces, type QueryWords } from './query-words.ts';

/** Ticket text with its masks as chips and the words of the query marked. */
export const markedText = (text: string, words: QueryWords) =>
  maskedText(text, (part) =>
    markedPieces(part, words).map((piece) => (piece.marked ? html`<mark>${piece.text}</mark>` : piece.text)),
  );
