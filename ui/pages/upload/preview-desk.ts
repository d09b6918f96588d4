import { html, nothing, type TemplateResult } from 'lit';
import { type DeskName, deskRemarks, type ReadAs, readAsNames } from '../../../src/domain/desks.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { deskMessages } from '../../messages/upload-desk.ts';
import { deskTitle } from '../../messages/upload-source.ts';
import { missingIn } from './preview-columns.ts';
import { choice } from './preview-place.ts';
import type { DeskFindings, Preview, TablePlace } from './upload-records.ts';

/** The desk that a file was recognised as; of JSON also what was left out of it, and the choice of another reading. */
export const previewDesk = (
  { desk, format, columns }: Pick<Preview, 'desk' | 'format' | 'columns'>,
  choose: (place: TablePlace) => void,
): TemplateResult | typeof nothing => {
  const recognised = desk ? found(desk, missingIn(columns).includes('solution')) : nothing;
  if (format !== 'json') return recognised;
  return html`<div class="preview-place">${readAsChoice(desk?.name, choose)}</div>
    ${recognised}`;
};

/** The choice of the desk whose export a file is read as. */
export const readAsChoice = (
  readAs: DeskName | ReadAs | undefined,
  choose: (place: TablePlace) => void,
): TemplateResult => {
  const messages = translated(deskMessages);
  const options = readAsNames.map((name) => [name, name === 'own' ? messages.own : deskTitle(name)] as const);
  return choice({
    ...{ label: messages.readAs, value: readAs ?? 'own', options },
    choose: (name) => choose({ readAs: name as ReadAs }),
  });
};

/** Tickets that are named. */
const maxNamed = 10;

const found = ({ name, chosen, remarks, tickets }: DeskFindings, lacksReplies: boolean): TemplateResult => {
  const messages = translated(deskMessages);
  const counted = deskRemarks.filter((remark) => remarks[remark] > 0);
  const ids = tickets.flatMap(({ ticket_id: id }) => (id === null ? [] : [`№${id}`]));
  const named = [...new Set(ids)].slice(0, maxNamed);
  return html`<div class="upload-none preview-desk">
    <p>${chosen ? messages.chosen(deskTitle(name)) : messages.recognised(deskTitle(name))}</p>
    ${lacksReplies ? html`<p>${messages.lacksReplies}</p>` : nothing}
    ${
      counted.length === 0
        ? nothing
        : html`<p>
            ${messages.leftOut}
            ${counted.map((remark) => `${messages.remarks[remark]} ${figure(remarks[remark])}`).join(', ')}.
          </p>`
    }
    ${named.length === 0 ? nothing : html`<p>${messages.look} ${named.join(', ')}</p>`}
  </div>`;
};
