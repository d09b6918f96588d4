import type { Request, Response } from 'express';
import { abortableLimit, type Turn } from '../concurrency/abortable-limit.ts';
import { fairTimeSlices } from '../concurrency/fair-time-slices.ts';
import { accountOf, type Handler } from './authentication.ts';
import { clientGone } from './client-gone.ts';

/** Pages of lists that are read and written at a time, and those of one tenant: in between, the thread that reads them searches. */
const maxPages = { atOnce: 4, ofTenant: 2 };
/** Batches of changes of many tickets: each takes the thread that writes the log some ten milliseconds. */
const maxChanges = { atOnce: 2, ofTenant: 1 };

/**
 * Makes a handler of one that reads in turns; if the client leaves, nothing is read for it any more. What several clients share is read in turns of its own kind, `shared`, which
 * no client's leaving ends.
 */
export type InTurns = (
  handler: (request: Request, response: Response, turn: Turn, shared: Turn) => Promise<void>,
) => Handler;

/** Never aborts. */
const nobodyLeaves = new AbortController().signal;

/**
 * Turns between tenants for what reads many rows, so that the lists of one delay nobody else's lists and searches. A list that is read in this thread takes a time
 * slice: without one, all lists that wait would be read before anything else.
 */
export const listTurns = (): InTurns => turnsOf(maxPages);

/** Such turns for changes of many tickets, batch by batch: lists do not wait for them. */
export const changeTurns = (): InTurns => turnsOf(maxChanges);

const turnsOf = ({ atOnce, ofTenant }: typeof maxPages): InTurns => {
  const limit = abortableLimit(atOnce, ofTenant);
  const timeSlices = fairTimeSlices();
  const turnOf = (tenantId: string, signal: AbortSignal): Turn => {
    const yieldIfDue = timeSlices.of(tenantId);
    return (work) =>
      limit({ tenantId, signal }, async () => {
        await yieldIfDue();
        return work();
      });
  };
  return (handler) => async (request, response) => {
    const { id: tenantId } = accountOf(response);
    const signal = clientGone(response);
    try {
      await handler(request, response, turnOf(tenantId, signal), turnOf(tenantId, nobodyLeaves));
    } catch (error) {
      if (error !== signal.reason) throw error;
    }
  };
};
