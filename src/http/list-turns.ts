import type { Request, Response } from 'express';
import { abortableLimit, type Turn } from '../concurrency/abortable-limit.ts';
import { fairTimeSlices, usedTime } from '../concurrency/fair-time-slices.ts';
import type { Sender } from '../uploads/disk-rooms.ts';
import { type Handler, requireIdentity } from './authentication.ts';
import { senderOf } from './client-address.ts';
import { whileThere } from './client-gone.ts';
import { withLargeReply } from './large-replies.ts';

/** Pages of lists that are read and written at a time, and those of one tenant and of one customer: in between, the thread that reads them searches. */
const maxPages = { atOnce: 4, ofTenant: 2, ofCustomer: 3 };
/** Batches of changes of many tickets: each takes the thread that writes the log some ten milliseconds. */
const maxChanges = { atOnce: 2, ofTenant: 1, ofCustomer: 2 };

/** A turn whose wait ends when a signal aborts, with its reason. */
export type TurnUntil = (signal: AbortSignal) => Turn;

/**
 * Makes a handler of one that reads or changes in turns; if the client leaves, or its credential ends, nothing is done for it any more. What several clients share is read in turns of its tenant until another signal
 * aborts, which `turnUntil` gets.
 */
export type InTurns = (
  handler: (request: Request, response: Response, turn: Turn, turnUntil: TurnUntil) => Promise<void>,
) => Handler;

/**
 * Turns between tenants for what reads many rows, so that the lists of one delay nobody else's lists and searches. A list that is read in this thread takes a time
 * slice: without one, all lists that wait would be read before anything else.
 */
export const listTurns = (): InTurns => turnsOf(maxPages);

/** Such turns for changes of many tickets, batch by batch: lists do not wait for them. */
export const changeTurns = (): InTurns => turnsOf(maxChanges);

const turnsOf = ({ atOnce, ofTenant, ofCustomer }: typeof maxPages): InTurns => {
  const limit = abortableLimit(atOnce, ofTenant, { maxOfCustomer: ofCustomer, countTime: usedTime });
  const timeSlices = fairTimeSlices();
  const turnOf = ({ tenantId, customer }: Sender, signal: AbortSignal): Turn => {
    const yieldIfDue = timeSlices.of(tenantId, customer);
    return (work) =>
      limit({ tenantId, customer, signal }, async () => {
        await yieldIfDue();
        return work();
      });
  };
  return (handler) => async (request, response) => {
    const sender = senderOf(response);
    const turnUntil = (signal: AbortSignal) => turnOf(sender, signal);
    await whileThere(response, (signal) => {
      const turn = turnUntil(signal);
      const ownTurn: Turn = (work) =>
        turn(async () => {
          await requireIdentity(response);
          return withLargeReply(response, work);
        });
      return handler(request, response, ownTurn, turnUntil);
    });
  };
};
