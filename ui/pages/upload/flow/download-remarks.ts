import { byteOrderMark, csvLine, withoutFormula } from '../../../../src/domain/csv-line.ts';
import type { Outcome, TicketOfUpload, Unreadable } from '../upload-records.ts';
import { asApiError, isAborted } from '../../../api/api-error.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { errorDetailText } from '../../../messages/error-details.ts';
import { translated } from '../../../messages/language.ts';
import { requestErrorText } from '../../../messages/request-errors.ts';
import { uploadMessages } from '../../../messages/upload.ts';
import type { FlowContext } from './flow-context.ts';

type Remark = TicketOfUpload | Unreadable;

/** The columns of `skipped.csv`; `row` is the position in a file without rows. */
const header = ['ticket_id', 'row', 'rule', 'sentence'];

const repairOf = (outcome: Outcome): string => (outcome === 'stored' ? '' : translated(uploadMessages).repair[outcome]);

const lineOf = (remark: Remark): string => {
  const row = remark.row ?? (remark.index === null ? '' : remark.index + 1);
  const cells =
    'detail' in remark
      ? ['', String(row), 'unreadable', errorDetailText(remark.detail)]
      : [withoutFormula(remark.ticket_id), String(row), remark.outcome, repairOf(remark.outcome)];
  return csvLine(cells);
};

/** What concerns more than one ticket comes last. */
const placeOf = ({ row, index }: Remark): number => row ?? index ?? Infinity;

/** The CSV of remarks that come as lines of JSON, in the order of the file and the document's language. */
const remarksCsv = (lines: string): string => {
  const remarks = lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Remark]));
  const ordered = remarks.toSorted((one, other) => placeOf(one) - placeOf(other) || 0);
  return byteOrderMark + csvLine(header) + ordered.map(lineOf).join('');
};

/** Downloads all remarks of the previewed file, of which the preview has the first; a failure is said in a toast. */
export const downloadRemarks = async ({ app, collectionId, state }: FlowContext): Promise<void> => {
  const ready = state.get();
  if (ready.step !== 'ready') return;
  const { file, columns } = ready;
  const messages = translated(uploadMessages);
  const form = new FormData();
  form.set('columns', JSON.stringify(columns));
  form.set('file', file);
  try {
    const reply = await app.api.send(`POST /api/collections/${collectionId}/tickets/preview`, {
      body: form,
      headers: { Accept: 'application/x-ndjson' },
    });
    const csv = new Blob([remarksCsv(await reply.text())], { type: 'text/csv' });
    saveFile(csv, messages.remarksName(file.name.replace(/\.[^.]+$/, '')));
  } catch (error) {
    if (!isAborted(error)) app.announce(`${messages.remarksFailed}. ${requestErrorText(asApiError(error))}`);
  }
};
