import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { commit } from './preview-columns.ts';
import type { Preview, TablePlace } from './upload-records.ts';

type Choice = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly choose: (value: string) => void;
};

/** A choice of how a file is read. */
export const choice = ({ label, value, options, choose }: Choice): TemplateResult => {
  const on = commit(choose);
  return html`<label class="preview-place-choice">
    <span>${label}</span>
    <span class="preview-choice">
      <select
        data-committed=${value}
        .value=${value}
        @keydown=${on.keydown}
        @pointerdown=${on.pointerdown}
        @change=${on.change}
        @blur=${on.blur}
      >
        ${options.map(([option, text]) => html`<option value=${option} ?selected=${option === value}>${text}</option>`)}
      </select>
      ${icon('chevron-down')}
    </span>
  </label>`;
};

const named = (values: readonly string[]) => values.map((value) => [value, value] as const);

/** In which the service looks for the header, and takes it from (docs/api.md, "Preview"). */
const headerRows = 20;
const rows = Array.from({ length: headerRows }, (_, index) => String(index + 1));

/** Where the table is in its file: the sheet of a workbook that has several, and the row of the header. Another sheet has its header looked for. */
export const previewPlace = (
  { sheet, sheets, header_row: row }: Pick<Preview, 'sheet' | 'sheets' | 'header_row'>,
  choose: (place: TablePlace) => void,
): TemplateResult | typeof nothing => {
  const messages = translated(uploadMessages);
  if (row === null) return nothing;
  const options = rows.includes(String(row)) ? rows : [...rows, String(row)];
  const ofSheet = sheet === null ? {} : { sheet };
  return html`<div class="preview-place">
    ${
      sheet === null || sheets.length < 2
        ? nothing
        : choice({
            ...{ label: messages.sheetIs, value: sheet, options: named([...new Set([...sheets, sheet])]) },
            choose: (name) => choose({ sheet: name }),
          })
    }
    ${choice({
      ...{ label: messages.headerRowIs, value: String(row), options: named(options) },
      choose: (number) => choose({ ...ofSheet, headerRow: Number(number) }),
    })}
  </div>`;
};
