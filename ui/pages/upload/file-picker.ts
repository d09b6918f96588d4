import { html, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';

type Choice = { readonly words: string; readonly chosen: (file: File) => void };

/** A native file input that looks like a button. */
const picker = (words: unknown, chosen: Choice['chosen'], look: string): TemplateResult => {
  const choose = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    // The same file may be chosen again after it was changed.
    input.value = '';
    if (file) chosen(file);
  };
  return html`<label class="file-picker ${look}"
    >${words}<input type="file" accept=".json,.csv,.tsv,.txt,.xlsx" @change=${choose}
  /></label>`;
};

/** Asks for the file of an upload that did not finish. */
export const sameFilePicker = (chosen: Choice['chosen']): TemplateResult =>
  picker([icon('file-up'), translated(uploadMessages).chooseAgain], chosen, '');

/** What can be done with a file that was chosen: take another, or none. */
export const fileActions = (chosen: Choice['chosen'], remove: () => void): TemplateResult => {
  const messages = translated(uploadMessages);
  return html`<div class="file-actions">
    ${picker(messages.otherFile, chosen, 'plain')}
    <button class="icon-btn" type="button" aria-label=${messages.removeFile} @click=${remove}>${icon('x')}</button>
  </div>`;
};
