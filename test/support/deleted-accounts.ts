import { setTimeout } from 'node:timers/promises';
import { type Answer, call, userPassword } from './api.ts';

/** The erasure of an account, as its token shows it. */
export type AccountErasure = {
  readonly id: string;
  readonly state: 'running' | 'waiting' | 'proven';
  readonly proven_at: string | null;
  readonly steps: readonly {
    readonly step: string;
    readonly state: string;
    readonly found: Readonly<Record<string, number>>;
    readonly reason: string | null;
  }[];
};

/** Deletes the account of a token, with its password. */
export const deleteAccount = (
  url: string,
  { token }: { readonly token: string },
  { password = userPassword, headers = {} } = {},
) => call(url, 'DELETE /api/me', { credential: token, body: { password }, headers });

/** The same; tries again while the queue of passwords, which all tests of a service share, is full. */
export const deleteInTurn = async (url: string, user: { readonly token: string }): Promise<Answer> => {
  for (;;) {
    const answer = await deleteAccount(url, user);
    if (answer.status !== 429) return answer;
    await setTimeout(200);
  }
};

/** Its erasure and the token for it. */
export const deletedAccount = async (url: string, user: { readonly token: string }) => {
  const { status, body } = await deleteInTurn(url, user);
  if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as AccountErasure & { readonly token: string };
};

/** The erasure of an account once it is proven, or waits for a scavenge of the log's server; `onWaiting`: whether to go on then. */
export const provenAccountErasure = async (
  url: string,
  id: string,
  token: string,
  onWaiting: () => boolean = () => false,
): Promise<AccountErasure> => {
  let last: AccountErasure | undefined;
  for (const end = Date.now() + 300_000; Date.now() < end;) {
    const shown = await call(url, `GET /api/account-erasures/${id}`, { headers: { 'Erasure-Token': token } });
    last = shown.body as AccountErasure;
    if (last.state === 'proven' || (last.state === 'waiting' && !onWaiting())) return last;
    await setTimeout(200);
  }
  throw new Error(`The erasure was not proven: ${JSON.stringify(last)}`);
};
