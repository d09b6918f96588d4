import { html, nothing, type TemplateResult } from 'lit';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { warning } from './preview-notes.ts';
import type { Preview } from './upload-records.ts';

type Sheets = Preview['other_sheets'];

/** The sheets that were sent while the window is open, by collection and file: one that is chosen again is the same. */
const sent = new Map<string, Set<string>>();

/** A file that is sent to a collection. */
export type SentFile = { readonly collectionId: string; readonly file: File };

const keyOf = ({ collectionId, file: { name, size, lastModified } }: SentFile): string =>
  JSON.stringify([collectionId, name, size, lastModified]);

export const noteSentSheet = (file: SentFile, { sheet }: Pick<Preview, 'sheet'>): void => {
  const key = keyOf(file);
  if (sheet !== null) sent.set(key, (sent.get(key) ?? new Set()).add(sheet));
};

/** The sheets of a file that have tickets too, without those that were sent. */
export const sheetsLeft = (file: SentFile, { other_sheets: sheets }: Pick<Preview, 'other_sheets'>): Sheets =>
  sheets.filter(({ sheet }) => !sent.get(keyOf(file))?.has(sheet));

/** That there are tickets on other sheets too, with the way to the one that has the most. */
export const otherSheetsNote = (
  sheets: Sheets,
  { isSent, choose }: { readonly isSent: boolean; readonly choose: (sheet: string) => void },
): TemplateResult | typeof nothing => {
  const [most] = sheets.toSorted((one, other) => other.rows - one.rows);
  if (!most) return nothing;
  const messages = translated(uploadMessages);
  const [text, label] = isSent
    ? [messages.sheetsUnsent, messages.loadSheet]
    : [messages.sheetsNotTaken, messages.takeSheet];
  return warning(
    html`${text(sheets)}
      <button class="link" type="button" @click=${() => choose(most.sheet)}>${label(most.sheet)}</button>`,
  );
};
