import type { ColumnName } from '../../../src/domain/ticket-fields.ts';
import type { Preview } from '../../../ui/pages/upload/upload-records.ts';
import { settled } from '../support.ts';
import { somePreview, textOf } from './service.ts';

/** Titles of their own: files of tests run in parallel and share the browser's storage. */
export const titled = (columns: Readonly<Record<string, ColumnName | null>>, more: Partial<Preview> = {}): Preview =>
  somePreview({
    columns: Object.entries(columns).map(([title, column]) => ({ title, column, assigned: false, samples: [] })),
    ...more,
  });

/** What the preview says of the last choice. */
export const shownAs = (element: Element) => textOf(element.querySelector('.preview-last'));
export const columnsOf = ({ form }: { readonly form: FormData }): unknown => {
  const columns = form.get('columns');
  return typeof columns === 'string' ? JSON.parse(columns) : null;
};

export const assign = async (element: Element, title: string, column: string): Promise<void> => {
  const row = [...element.querySelectorAll('.preview-columns li')].find((each) => textOf(each).includes(title));
  const select = row?.querySelector('select');
  if (!select) throw new Error(`There is no column ${title}`);
  select.value = column;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await settled();
};
