import type { RequestHandler, Response } from 'express';
import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { sharedCall } from '../concurrency/shared-call.ts';
import { NotAuthenticated } from '../domain/errors.ts';

/** Between two looks: with the look, an answer ends within two seconds after its session or key. */
const lookEveryMs = 1_000;
/** Credentials that are looked up at a time. */
const looksAtOnce = 10;

/** Looks again whose credential a request has. Throws NotAuthenticated. */
type Identify = () => Promise<unknown>;

/**
 * Breaks off answers that are under way, such as streams and downloads, once the session or key that asked for them has ended. A look serves all answers of a
 * credential; a key may also end by its time, of which no event tells. If accounts cannot be read, the next look is to say it.
 */
export const identityWatch = () => {
  const open = new Map<Response, Identify>();
  const breakOffEnded = sharedCall(async () => {
    const underWay = [...open].filter(([{ headersSent }]) => headersSent);
    const ofCredentials = Map.groupBy(underWay, ([{ req }]) => req.get('authorization'));
    const ended = mapConcurrently(ofCredentials.values(), looksAtOnce, async (answers) =>
      (await hasEnded(answers)) ? answers : [],
    );
    for await (const answers of ended) for (const [response] of answers) breakOff(response);
  });
  setInterval(() => void breakOffEnded(), lookEveryMs).unref();
  return {
    /** Watches the answer to an identified request until it is closed. */
    watch: (response: Response, identify: Identify): void => {
      open.set(response, identify);
      response.once('close', () => open.delete(response));
    },
  };
};

const hasEnded = async ([answer]: readonly (readonly [Response, Identify])[]): Promise<boolean> => {
  try {
    await answer?.[1]();
    return false;
  } catch (error) {
    return error instanceof NotAuthenticated;
  }
};

/** Ends an answer that is under way since its session or key has ended, which is no failure. */
export const breakOff = (response: Response): void => {
  response.locals['isBrokenOff'] = true;
  response.destroy();
};

/** A look at the credential of a request, to be taken if it is due, which begins the next interval. Rejects with NotAuthenticated. */
export type Looking = { readonly isDue: () => boolean; readonly look: () => Promise<void> };

/** Has the reply to a request sent that ends its own session or key. */
export const endsItself = ({ locals }: Pick<Response, 'locals'>): void => void (locals['endsItself'] = true);

/**
 * The step that has a reply not sent to a session or key that has ended: what its handler waited for may have taken minutes. It is refused then, without any of the headers
 * that were set for it. If accounts cannot be read, it is sent.
 */
export const sendWhileIdentified: RequestHandler = (_request, response, next) => {
  const looking = response.locals['looking'] as Looking | undefined;
  const send = response.send.bind(response);
  const isOfAll = new Set(response.getHeaderNames());
  const refuse = (error: NotAuthenticated) => {
    for (const name of response.getHeaderNames()) if (!isOfAll.has(name)) response.removeHeader(name);
    next(error);
  };
  if (looking)
    response.send = (body) => {
      if (response.statusCode >= 400 || response.locals['endsItself'] === true || !looking.isDue()) return send(body);
      const sendOrRefuse = (error?: unknown): void => {
        // A service that stops may have refused it meanwhile.
        if (response.headersSent) return;
        if (error instanceof NotAuthenticated) refuse(error);
        else send(body);
      };
      looking
        .look()
        .then(() => sendOrRefuse(), sendOrRefuse)
        .catch(next);
      return response;
    };
  next();
};

/** Whether an answer was broken off since its session or key had ended. */
export const isBrokenOff = ({ locals }: Pick<Response, 'locals'>): boolean => locals['isBrokenOff'] === true;
