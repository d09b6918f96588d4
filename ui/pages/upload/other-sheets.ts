import { html, nothing, type TemplateResult } from 'lit';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { warning } from './preview-notes.ts';
import type { Preview } from './upload-records.ts';

type Sheets = Preview['other_sheets'];

/** The sheets of each file that were sent while the page is open. */
const sent = new WeakMap<File, Set<string>>();

export const noteSentSheet = (file: File, { sheet }: Pick<Preview, 'sheet'>): void => {
  if (sheet !== null) sent.set(file, (sent.get(file) ?? new Set()).add(sheet));
};

/** The sheets of a file that have tickets too, without those that were sent. */
export const sheetsLeft = (file: File, { other_sheets: sheets }: Pick<Preview, 'other_sheets'>): Sheets =>
  sheets.filter(({ sheet }) => !sent.get(file)?.has(sheet));

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
