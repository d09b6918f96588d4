import { randomUUID } from 'node:crypto';
import { assertConforms } from './assert-conforms.ts';

/** A response as a client sees it; `body` is parsed JSON. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export type Call = {
  readonly credential?: string;
  /** Sent as JSON unless it is a string, a buffer or a form, which are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** One request to a running service. Throws if the response does not conform to the OpenAPI document. */
export const call = async (
  url: string,
  endpoint: string,
  { credential, body, headers = {} }: Call = {},
): Promise<Answer> => {
  const [method = 'GET', path = '/'] = endpoint.split(' ');
  const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(credential === undefined ? {} : { Authorization: `Bearer ${credential}` }),
      ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = /\bjson/.test(response.headers.get('content-type') ?? '') ? (JSON.parse(text) as unknown) : text;
  assertConforms({ method, path, status: response.status, body: parsed });
  return { status: response.status, headers: response.headers, body: parsed };
};

/** The operator's token of every service that `startService` starts. */
export const opsToken = 'only-the-operator-knows-this-token';

/** GET /api/ready with its details, which only the operator gets. */
export const readinessOf = (url: string): Promise<Answer> => call(url, 'GET /api/ready', { credential: opsToken });

export type User = { readonly email: string; readonly token: string; readonly key: string; readonly id: string };

/** The password of every user that `newUser` registers. */
export const userPassword = 'long enough by far';

/** Registers a user; returns the account with its token and API key. */
export const newUser = async (url: string, plan = 'free'): Promise<User> => {
  const email = `${randomUUID()}@example.com`;
  const registered = await call(url, 'POST /api/register', { body: { email, password: userPassword, plan } });
  const { access_token: token } = registered.body as { access_token: string };
  const me = await call(url, 'GET /api/me', { credential: token });
  const { api_key: key, id } = me.body as { api_key: string; id: string };
  return { email, token, key, id };
};

/** Creates a collection; returns its id. */
export const newCollection = async (
  url: string,
  { token }: Pick<User, 'token'>,
  name = 'Поддержка',
): Promise<string> => {
  const { body } = await call(url, 'POST /api/collections', { credential: token, body: { name } });
  return (body as { id: string }).id;
};

/** A ticket that passes every rule; `about` is in its problem and solution. */
export const goodTicket = (ticketId: string | number, about = 'оплата заказа картой') => ({
  ticket_id: ticketId,
  category: 'Оплата',
  description: `Не работает ${about}, номер случая ${ticketId}`,
  client: 'ООО Ромашка',
  messages: [
    { role: 'client', text: `Здравствуйте, не получается ${about}, появляется ошибка.` },
    {
      role: 'operator',
      text: `Откройте настройки, выберите раздел про то, что касается «${about}», отключите старый способ и включите новый. После этого перезапустите программу и повторите действие ещё раз.`,
    },
  ],
});
