import type { RequestHandler, Response } from 'express';
import { sharedTimeSlices } from '../concurrency/fair-time-slices.ts';
import { roundRobinQueue } from '../concurrency/round-robin-queue.ts';
import { customerAddress } from './client-address.ts';

/** The time in ms that requests take at most in one turn of the event loop. */
const turnMs = 4;

/**
 * Begins in each turn of the event loop as many requests as take 4 ms together; those that have to wait go on in turns of their clients. Thousands that arrive at once, on many
 * connections or one after the other on each, cost a stranger two megabits a second, and would otherwise be answered before anything else is.
 */
export const requestTurns = (
  now: () => number = () => performance.now(),
): ((client: () => string, begin: () => void) => void) => {
  const waiting = roundRobinQueue<() => void>();
  let end: number | undefined;
  const hasTime = (): boolean => {
    if (end === undefined) {
      end = now() + turnMs;
      setImmediate(beginWaiting);
    }
    return now() < end;
  };
  const beginWaiting = (): void => {
    end = undefined;
    // The client that was served is the last of them then.
    for (const client of waiting.keys()) {
      if (!hasTime()) return;
      waiting.takeOf(client)?.();
    }
  };
  return (client, begin) => {
    if (waiting.isEmpty() && hasTime()) begin();
    else waiting.add(client(), begin);
  };
};

/**
 * Has the handlers of requests begin in turns of their clients as well, one after the other, and that of the client first that has used the least time: what a request
 * asks of this thread comes after the look at its credential and its body, and would be done for all that have them before anything else. Nothing is read for a
 * client that has gone.
 */
export const handlerTurns = (now?: () => number): RequestHandler => {
  const timeSlices = sharedTimeSlices(now);
  return (request, response, next) => {
    const turn = async () => timeSlices.of(customerAddress(request.ip))();
    response.locals['turn'] = turn;
    const begin = () => {
      if (!response.closed || request.method !== 'GET') next();
    };
    void turn().then(begin);
  };
};

/** Another turn of the client of a request: a reply of megabytes takes this thread for longer than all before it. */
export const anotherTurn = async ({ locals }: Pick<Response, 'locals'>): Promise<void> =>
  (locals['turn'] as (() => Promise<void>) | undefined)?.();
