import { html, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { fileSize } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { Preview } from './upload-records.ts';

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
