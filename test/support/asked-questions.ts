import { call } from './api.ts';
import { filledCollection, requireOk } from './stored-tickets.ts';

/** What is asked unless another question is given. */
export const query = 'Не работает оплата заказа картой, номер случая 2';

export type Shown = {
  readonly id: string;
  readonly outcome: string;
  readonly answer: string | null;
  readonly question: string;
  readonly sources: readonly { readonly ticket_id: string; readonly revision: number }[];
  readonly verdict: {
    readonly helped: boolean;
    readonly ticket_id: string | null;
    readonly comment: string | null;
  } | null;
};

/** A collection, and requests about its questions on a surface. */
export const questionsHome = async (url: string, v1 = false) => {
  const filled = await filledCollection(url);
  const { user, collection } = filled;
  const [base, credential] = v1 ? ['/api/v1', user.key] : ['/api', user.token];
  const ask = async (body: object = {}, headers: Record<string, string> = {}) => {
    const sent = { collection_id: collection, query, ...body };
    const found = await call(url, `POST ${base}/search`, { credential, body: sent, headers });
    requireOk(found);
    return { ...found, id: found.headers.get('Answer-Id') ?? '' };
  };
  const answer = (endpoint: string, body?: unknown) => {
    const [method, path] = endpoint.split(' ');
    return call(url, `${method} ${base}/answers/${path}`, { credential, ...(body !== undefined && { body }) });
  };
  const shown = async (id: string) => {
    const found = await answer(`GET ${id}`);
    requireOk(found);
    return found.body as Shown;
  };
  const below = async (path: string) => {
    const found = await filled.ask(`GET ${path}`, { v1 });
    requireOk(found);
    return found.body as { readonly [name: string]: unknown };
  };
  const listed = async (filter = '') =>
    ((await below(`/questions${filter}`))['questions'] as Shown[]).map(({ id }) => id);
  return { ...filled, ask, answer, shown, below, listed, base, credential };
};
