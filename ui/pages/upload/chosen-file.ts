import { html, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { fileSize } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { fileEndings } from './flow/file-transfer.ts';
import type { FlowState } from './flow/flow-state.ts';
import type { UploadFlow } from './flow/upload-flow.ts';
import type { Source } from './sources.ts';
import type { Preview, UploadRecord } from './upload-records.ts';

export type Step<Name extends FlowState['step']> = Extract<FlowState, { readonly step: Name }>;

/** What the views of all steps need. */
export type StepContext = {
  readonly flow: UploadFlow;
  readonly collection: Collection;
  readonly takeFile: (file: File) => void;
  /** Asks for the file of an upload once more. */
  readonly uploadAgain: (upload: UploadRecord) => void;
  /** Where the tickets are said to come from. */
  readonly source: Source;
  readonly onSource: (source: Source) => void;
  /** The upload that was undone last, here or in the history. */
  readonly undone: UploadRecord | undefined;
  /** Called when it was undone, and when what that had hidden was taken back. */
  readonly onUndone: (upload: UploadRecord) => void;
};

/** A file's name and facts, with its actions. */
export const fileHead = (name: string, facts: readonly string[], actions: unknown): TemplateResult => html`
  <div class="upload-file">
    <span class="upload-file-icon" aria-hidden="true">${icon('file-sheet')}</span>
    <div class="upload-file-texts">
      <h2 class="upload-file-name" tabindex="-1" data-lead>${name}</h2>
      <p class="upload-file-facts">
        ${facts.map((fact, index) => html`<span class="unbroken">${fact}${index < facts.length - 1 ? ',' : ''}</span> `)}
      </p>
    </div>
    ${actions}
  </div>
`;

/** 1,4 МБ, CSV, windows-1251, разделитель «;». */
export const fileFacts = (file: File, preview?: Preview): readonly string[] => {
  const messages = translated(uploadMessages);
  const { format, encoding, delimiter, sheet } = preview ?? {
    ...{ format: null, encoding: null, delimiter: null, sheet: null },
  };
  return [
    fileSize(file.size),
    ...(format === null ? [] : [format.toUpperCase()]),
    ...(encoding === null ? [] : [encoding.toUpperCase()]),
    ...(delimiter === null ? [] : [messages.delimiter(delimiter)]),
    ...(sheet === null ? [] : [messages.sheet(sheet)]),
  ];
};

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
  return html`<label class="upload-file-picker ${style}"
    >${label}<input type="file" accept=${fileEndings.map((ending) => `.${ending}`).join(',')} @change=${onChange}
  /></label>`;
};

/** Asks for the file of an unfinished upload. */
export const sameFilePicker = (onFile: OnFile): TemplateResult =>
  picker([icon('file-up'), translated(uploadMessages).chooseAgain], onFile, '');

/** The actions for the chosen file: choose another, or remove it. */
export const fileActions = ({ flow, takeFile }: StepContext): TemplateResult => {
  const messages = translated(uploadMessages);
  return html`<div class="upload-file-actions">
    ${picker(messages.otherFile, takeFile, 'is-plain')}
    <button class="icon-button" type="button" aria-label=${messages.removeFile} @click=${() => flow.reset()}>
      ${icon('x')}
    </button>
  </div>`;
};

/** A file with a failure that may be temporary. */
export const failedFile = (
  { file, failure }: Pick<Step<'failed'>, 'file' | 'failure'>,
  context: StepContext,
  { heading, retry }: { readonly heading: string; readonly retry: () => void },
): TemplateResult =>
  html`<div class="panel">
    ${fileHead(file.name, fileFacts(file), fileActions(context))}
    <div class="upload-inset">
      <kb-failure heading=${heading} .error=${failure} retriable @retry=${retry}></kb-failure>
    </div>
  </div>`;
