import { html, nothing, type TemplateResult } from 'lit';
import { translated } from '../../messages/language.ts';
import { sheetMessages } from '../../messages/upload-sheets.ts';
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

/** The sheets of a file that have tickets too, or may have some, without those that were sent. */
export const sheetsLeft = (file: SentFile, { other_sheets: sheets }: Pick<Preview, 'other_sheets'>): Sheets =>
  sheets.filter(({ sheet }) => !sent.get(keyOf(file))?.has(sheet));

type Note = { readonly isSent: boolean; readonly choose: (sheet: string) => void };

/** So many sheets whose columns are not recognised are named, those with the most rows. */
const maxUnknown = 3;

/** That there are tickets on other sheets too, with the way to the one that has the most, and that there may be some on others, with the way to each. */
export const otherSheetsNote = (sheets: Sheets, { isSent, choose }: Note): TemplateResult | typeof nothing => {
  const byRows = sheets.toSorted((one, other) => other.rows - one.rows);
  const known = byRows.filter(({ titles }) => titles.length === 0);
  const unknown = byRows.filter(({ titles }) => titles.length > 0).slice(0, maxUnknown);
  const [most] = known;
  const messages = translated(sheetMessages);
  const [ofKnown, take, ofUnknown] = isSent
    ? [messages.sheetsUnsent, messages.loadSheet, messages.unknownUnsent]
    : [messages.sheetsNotTaken, messages.takeSheet, messages.sheetUnknown];
  const note = (text: string, { sheet }: Sheets[number], label: string) =>
    warning(html`${text} <button class="link" type="button" @click=${() => choose(sheet)}>${label}</button>`);
  if (byRows.length === 0) return nothing;
  // In the order of the file, as it is known there.
  const listed = sheets.filter(({ titles }) => titles.length === 0);
  return html`${most ? note(ofKnown(listed), most, take(most.sheet)) : nothing}
  ${unknown.map((each) => note(ofUnknown(each), each, messages.openSheet(each.sheet)))}`;
};
