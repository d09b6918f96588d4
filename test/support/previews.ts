import { noOutcomes } from '../../src/ports/uploads.ts';
import { call, newCollection, newUser } from './api.ts';

/** A support message that is a solution by its length. */
export const longAnswer =
  'Откройте настройки и включите новый способ, затем перезапустите программу и повторите действие ещё раз, это помогает.';

/** Counts by outcome, all of them 0 but those named. */
export const outcomeCounts = (more: Readonly<Record<string, number>>) => ({
  ...noOutcomes,
  ...more,
});

/** A form with one file; `columns` is sent unchanged if it is a text. */
export const formOf = (
  content: string | Uint8Array<ArrayBuffer>,
  name = 'tickets.csv',
  columns?: unknown,
): FormData => {
  const form = new FormData();
  if (columns !== undefined) form.append('columns', typeof columns === 'string' ? columns : JSON.stringify(columns));
  form.append('file', new Blob([content]), name);
  return form;
};

/** A CSV table with so many tickets that would be stored. */
export const manyRows = (count: number) =>
  [
    'Номер;Проблема;Решение',
    ...Array.from({ length: count }, (_, row) => `${row};Не входит в личный кабинет ${row};${longAnswer}`),
  ].join('\n');

/** The response of a preview. */
export type Preview = Readonly<
  Record<'tickets' | 'skipped' | 'unreadable', readonly Readonly<Record<string, unknown>>[]>
> & {
  readonly total: number;
  readonly repeated: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly columns: readonly unknown[];
};

/** A new user's new collection, and how to send to it. */
export const startPreviews = async (url: string) => {
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const path = `/api/collections/${collection}`;
  const post = (to: string) => (body: unknown) => call(url, `POST ${path}/${to}`, { credential: user.token, body });
  const preview = post('tickets/preview');
  return {
    ...{ user, collection, path, preview, upload: post('tickets'), uploadFile: post('tickets/upload') },
    get: async (from: string) => (await call(url, `GET ${from}`, { credential: user.token })).body,
    previewed: async (body: unknown) => {
      const answer = await preview(body);
      if (answer.status !== 200) throw new Error(`The preview was refused: ${JSON.stringify(answer.body)}`);
      return answer.body as Preview;
    },
  };
};
