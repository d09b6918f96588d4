import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { shortDay } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { UploadRecord } from './upload-records.ts';

const added = ({ outcomes: { stored, updated } }: UploadRecord): string => {
  const messages = translated(uploadMessages);
  if (stored > 0) return `${messages.added(stored)}${updated > 0 ? messages.andUpdated(updated) : ''}`;
  return updated > 0 ? messages.updated(updated) : messages.addedNothing;
};

/** What an upload has come to, in a heading. One that was undone or stopped is not headed by what it has added alone; `isReturned`: the undo was taken back. */
export const outcomeHeading = (upload: UploadRecord, isReturned: boolean): string => {
  const messages = translated(uploadMessages);
  const { state, total, undo } = upload;
  if (state === 'failed' && total === null) return messages.refusedUpload;
  if (undo?.finished_at) return isReturned ? messages.returnedHeading(undo.taken_back > 0) : messages.undoneHeading;
  return state === 'stopped' ? messages.andStopped(added(upload)) : added(upload);
};

/** Of what it was, how much it added if the heading does not say that, and how long it took. */
export const outcomeSummary = (upload: UploadRecord): string => {
  const messages = translated(uploadMessages);
  const { file_name: name, total, started_at: started, finished_at: finished, undo } = upload;
  const from = name === null ? messages.fromApi(total) : messages.fromFile(name, total);
  const before = undo?.finished_at ? `${messages.wasAdded(added(upload))} ` : '';
  if (finished === null) return before + from;
  return `${before}${from} ${messages.took((Date.parse(finished) - Date.parse(started)) / 1000)}`;
};

/** The way back to the texts that an undo has taken back. */
export const textsAgain = (again: () => void): TemplateResult => {
  const messages = translated(uploadMessages);
  return html`<div class="undo-state">
    <wa-button size="s" appearance="outlined" @click=${again}
      >${icon('upload', 'start')}${messages.textsAgain}</wa-button
    >
    <span>${messages.textsAgainHint}</span>
  </div>`;
};

/** What is worth a remark in what it has stored. */
export const outcomeNotes = ({ removed_links: links, copies }: UploadRecord): TemplateResult | typeof nothing => {
  const messages = translated(uploadMessages);
  const notes = [
    ...(links > 0 ? [messages.removedLinks(links)] : []),
    ...(copies > 0 ? [messages.copiesStored(copies)] : []),
  ];
  return notes.length === 0 ? nothing : html`<p class="outcome-summary">${notes.join(' ')}</p>`;
};

/** What a finished undo has done, and how many of the hidden tickets are back since. */
export const undoneState = (undo: NonNullable<UploadRecord['undo']>, returned: number | undefined): TemplateResult => {
  const messages = translated(uploadMessages);
  const { withdrawn, taken_back: texts, left, kept, finished_at: at } = undo;
  const line = returned === undefined ? messages.undoneLine : messages.wasUndoneLine;
  return html`<div class="undo-state">
    <span class="history-state">${returned === undefined ? messages.undone : messages.returned(returned)}</span>
    <span class="number">${line(withdrawn, texts, shortDay(at ?? ''))}</span>
    ${left > 0 ? html`<span class="number">${messages.undoneLeft(left)}</span>` : nothing}
    ${kept > 0 ? html`<span class="number">${messages.undoneKept(kept)}</span>` : nothing}
  </div>`;
};
