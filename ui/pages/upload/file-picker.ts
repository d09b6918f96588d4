import { html, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';

type OnFile = (file: File) => void;

/** A native file input styled as a button. */
const picker = (label: unknown, onFile: OnFile, style: string): TemplateResult => {
  const onChange = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    // Otherwise choosing the same file again would fire no event.
    input.value = '';
    if (file) onFile(file);
  };
  return html`<label class="upload-picker ${style}"
    >${label}<input type="file" accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt,.xlsx" @change=${onChange}
  /></label>`;
};

/** Asks for the file of an unfinished upload. */
export const sameFilePicker = (onFile: OnFile): TemplateResult =>
  picker([icon('file-up'), translated(uploadMessages).chooseAgain], onFile, '');

/** The actions for the chosen file: choose another, or remove it. */
export const fileActions = (onFile: OnFile, remove: () => void): TemplateResult => {
  const messages = translated(uploadMessages);
  return html`<div class="upload-file-actions">
    ${picker(messages.otherFile, onFile, 'is-plain')}
    <button class="icon-button" type="button" aria-label=${messages.removeFile} @click=${remove}>${icon('x')}</button>
  </div>`;
};
