import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Account } from '../ports/accounts.ts';
import { clientAddress } from './client-address.ts';
import { isBrokenOff } from './identity-watch.ts';

/** A line of the log for each request: nothing that a person wrote. */
export type RequestLog = {
  readonly requestId: string;
  readonly method: string;
  /** The route’s pattern, never the path, which may contain ids. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The odds of an answer by what was found (`Embedder.answerOdds`), if one was asked for and they are known. */
  readonly answerOdds?: number;
  /** Who asked, of a refused credential, a reached limit, and what decides over an account or erases (`isTraced`); IPv6 as a /64. */
  readonly address?: string;
  /** The account of such a request, if it has one. */
  readonly accountId?: string;
};

const tracedStatuses: readonly number[] = [401, 403, 429];
const tracedRoutes =
  /^(POST \/api\/(register|login|keys|me\/sign-out-everywhere)|(PATCH|DELETE) \/api\/keys\/:key_id|PUT \/api\/me\/password|DELETE \/api\/me|PATCH \/api\/v1\/me\/api-key|POST \S+\/erasures)$/;

/** Whether a request is one after which an operator has to be able to say who made it. */
const isTraced = ({ method, route, status }: Pick<RequestLog, 'method' | 'route' | 'status'>): boolean =>
  tracedStatuses.includes(status) || tracedRoutes.test(`${method} ${route}`);

/** Notes whose account a request without a credential was about: a login, a registration. */
export const noteAccount = (response: Response, accountId: string): void => {
  response.locals['accountId'] = accountId;
};

const requesterOf = (ip: string | undefined, { locals }: Response): Pick<RequestLog, 'address' | 'accountId'> => {
  const accountId = (locals['accountId'] as string | undefined) ?? (locals['account'] as Account | undefined)?.id;
  return { address: clientAddress(ip), ...(accountId !== undefined && { accountId }) };
};

/** Gives a request its id and logs it when the response is closed. */
export const logRequests =
  (log: (line: RequestLog) => void): RequestHandler =>
  (request, response, next) => {
    const requestId = randomUUID();
    const start = performance.now();
    response.set('X-Request-Id', requestId);
    response.set('Cache-Control', 'no-store');
    // Afterwards the socket has no address any more.
    const { ip } = request;
    response.once('close', () => {
      const answerOdds = response.locals['answerOdds'] as number | undefined;
      const outcome = outcomeOf(request, response);
      log({
        requestId,
        ...outcome,
        milliseconds: Math.round((performance.now() - start) * 10) / 10,
        ...(answerOdds !== undefined && { answerOdds: Number(answerOdds.toPrecision(3)) }),
        ...(isTraced(outcome) && requesterOf(ip, response)),
      });
    });
    next();
  };

/** The status of an answer that did not come to its end. */
const statusOfCut = (response: Response): number => (isBrokenOff(response) ? 401 : 499);

/** Of a closed response; status 499: the client disconnected first, 401 also: its session or key ended first. */
export const outcomeOf = (request: Request, response: Response) => ({
  method: request.method,
  route: (response.locals['route'] as string | undefined) ?? 'none',
  status: response.writableFinished ? response.statusCode : statusOfCut(response),
});
