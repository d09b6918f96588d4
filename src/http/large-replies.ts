import { once } from 'node:events';
import type { Response } from 'express';
import type { Turn } from '../concurrency/abortable-limit.ts';
import { type Rest, restFor, restingLimit, restOf } from '../concurrency/resting-limit.ts';
import { requireIdentity } from './authentication.ts';
import { senderOf } from './client-address.ts';
import { clientGone } from './client-gone.ts';
import { anotherTurn } from './request-turns.ts';

/** Characters of texts, or of a JSON document, from which on a reply is large. */
const largeCharacters = 50_000;
/** Large replies that are written at a time: each takes this thread, and what compresses it, some ten milliseconds in pieces. */
const maxWritten = { atOnce: 4, ofTenant: 2, ofCustomer: 3 };
/** For so long a client that reads slowly has others wait: a network is no work of this thread. */
const longestMs = 50;
/** For so long a reply that waits goes on with what was read. */
const freshMs = 500;

/** `tickets`: those that it has. */
type Reply = { readonly tickets: readonly object[]; readonly write: () => void | Promise<void> };

/** Reads what a reply has. `isAgain`: after a wait, in which tickets may have been erased, and within its slot: nothing that takes turns with others may be waited for. */
type ReadReply = (isAgain: boolean) => Reply | Promise<Reply>;

/** Reads in a turn at first, and without one again: who has the turn might wait for the slot. */
export const inTurnAtFirst =
  <Found>(turn: Turn, read: () => Promise<Found>) =>
  (isAgain: boolean): Promise<Found> =>
    isAgain ? read() : turn(read);

/**
 * Reads and writes a reply in a turn of its client, a large one when few others are written. What has waited is read again: nothing is sent that was erased meanwhile.
 * `how.isWhole`: the reply ends with what is written. Rejects with the reason of `clientGone` if the client leaves a wait.
 */
export type WriteReply = (response: Response, read: ReadReply, how?: { readonly isWhole: boolean }) => Promise<void>;

/** Those of the texts of tickets, and of lists of texts. */
const charactersOf = (tickets: readonly object[]): number =>
  tickets
    .flatMap((ticket) => (Object.values(ticket) as unknown[]).flat())
    .reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);

/** Bounds the large replies that are written at a time, from their JSON to what the network takes of them (at most `patienceMs`), and the time that they take. */
export const largeReplies = (rest?: Rest, patienceMs = longestMs): WriteReply => {
  const limit = restingLimit(maxWritten, rest);
  return async (response, read, { isWhole } = { isWhole: true }) => {
    const { isLarge, take } = keptFor(freshMs, await read(false));
    const readAgain = async () => {
      await requireIdentity(response);
      return read(true);
    };
    const writeInTurn = async () => {
      await anotherTurn(response);
      const { write } = take() ?? (await readAgain());
      await write();
    };
    if (!isLarge) return writeInTurn();
    await limit({ ...senderOf(response), signal: clientGone(response) }, async () => {
      await writeInTurn();
      await taken(response, isWhole ? 'finish' : 'drain', patienceMs);
    });
  };
};

/** Does work that may send a reply, such as a page of a list; a large one is part of the work until the network has it, and is followed by a rest. */
export const withLargeReply = async <Result>(
  response: Response,
  work: () => Promise<Result>,
  rest: Rest = restFor,
): Promise<Result> => {
  const sent = { characters: 0 };
  const { send } = response;
  response.send = (body) => {
    if (typeof body === 'string') sent.characters = body.length;
    return send.call(response, body);
  };
  const start = performance.now();
  try {
    return await work();
  } finally {
    response.send = send;
    if (sent.characters >= largeCharacters) {
      await taken(response, 'finish', longestMs);
      await rest(restOf(performance.now() - start));
    }
  }
};

/** Keeps a reply for some milliseconds: hundreds that wait may have 256 KiB each. */
const keptFor = (ms: number, reply: Reply) => {
  const end = performance.now() + ms;
  let kept: Reply | undefined = reply;
  const timer = setTimeout(() => (kept = undefined), ms).unref();
  return {
    isLarge: charactersOf(reply.tickets) >= largeCharacters,
    /** Undefined if it is kept no more. */
    take: (): Reply | undefined => {
      clearTimeout(timer);
      return performance.now() < end ? kept : undefined;
    },
  };
};

/** Resolves when the network has taken what was written, the client has left, or it has taken too long. */
const taken = async (response: Response, by: 'finish' | 'drain', patienceMs: number): Promise<void> => {
  if (by === 'drain' && !response.writableNeedDrain) return;
  if (response.closed || response.writableFinished) return;
  const signal = AbortSignal.any([clientGone(response), AbortSignal.timeout(patienceMs)]);
  await once(response, by, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
};
