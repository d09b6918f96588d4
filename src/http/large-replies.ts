import { once } from 'node:events';
import type { Response } from 'express';
import { restingLimit } from '../concurrency/resting-limit.ts';
import { senderOf } from './client-address.ts';
import { clientGone } from './client-gone.ts';
import { anotherTurn } from './request-turns.ts';

/** Characters of texts from which on a reply is large. */
const largeCharacters = 50_000;
/** Large replies that are written at a time, and those of one tenant: each takes this thread, and what compresses it, some ten milliseconds in pieces. */
const maxWritten = { atOnce: 4, ofTenant: 2 };
/** For so long a client that reads slowly has others wait. */
const longestMs = 500;

/** `tickets`: those that it has; `isWhole`: it ends with what is written. */
type Reply = {
  readonly tickets: readonly object[];
  readonly isWhole: boolean;
  readonly write: () => void | Promise<void>;
};

/** Writes a reply in a turn of its client, a large one when few others are written. */
export type WriteReply = (response: Response, reply: Reply) => Promise<void>;

/** Those of the texts of tickets, and of lists of texts. */
const charactersOf = (tickets: readonly object[]): number =>
  tickets
    .flatMap((ticket) => (Object.values(ticket) as unknown[]).flat())
    .reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);

/**
 * Bounds the large replies that are written at a time, from their JSON to what the network takes of them, and the time that they take. One that waits ends with its
 * client.
 */
export const largeReplies = (rest?: (ms: number) => Promise<unknown>): WriteReply => {
  const limit = restingLimit(maxWritten, rest);
  return async (response, { tickets, isWhole, write }) => {
    const writeInTurn = async () => {
      await anotherTurn(response);
      await write();
    };
    if (charactersOf(tickets) < largeCharacters) return writeInTurn();
    await limit({ ...senderOf(response), signal: clientGone(response) }, async () => {
      await writeInTurn();
      await taken(response, isWhole ? 'finish' : 'drain');
    });
  };
};

/** Resolves when the network has taken what was written, the client has left, or it has taken too long. */
const taken = async (response: Response, by: 'finish' | 'drain'): Promise<void> => {
  if (by === 'drain' && !response.writableNeedDrain) return;
  if (response.closed || response.writableFinished) return;
  const signal = AbortSignal.any([clientGone(response), AbortSignal.timeout(longestMs)]);
  await once(response, by, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
};
