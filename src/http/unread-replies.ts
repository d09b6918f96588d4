import type { Request, RequestHandler, Response } from 'express';
import type { Account } from '../ports/accounts.ts';
import { clientAddress } from './client-address.ts';
import { resetConnection } from './reset-connection.ts';

/** Bytes of replies that wait for their clients: room for more than thirty of the largest. */
const maxWaitingBytes = 64 * 1024 * 1024;

/** Less than this fits into the buffers of a connection. */
const minCountedBytes = 16 * 1024;

/**
 * Bounds what is held in memory for clients that ask and do not read. Beyond the bound, of the account (without one, the address) that holds the most, the reply
 * that waits longest is given up with its connection: whoever reads slowly is not closed by another who does not read at all. Called where a handler's
 * writes are not compressed yet.
 */
export const boundUnreadReplies = (max = maxWaitingBytes): RequestHandler => {
  const waiting = waitingReplies(max);
  return (_request, response, next) => {
    const add = (bytes: number) => waiting.add(response, bytes);
    countCalls(response, 'write', add);
    countCalls(response, 'end', add);
    response.on('drain', () => waiting.remove(response)).once('close', () => waiting.remove(response));
    next();
  };
};

/** Reports the bytes that a method is called with, unless it says that there is room for more. */
const countCalls = <Method extends 'write' | 'end'>(
  response: Pick<Response, Method>,
  method: Method,
  add: (bytes: number) => void,
): void => {
  response[method] = new Proxy(response[method], {
    apply: (called, self, given: readonly unknown[]) => {
      const result: unknown = Reflect.apply(called, self, given);
      if (result !== true) add(bytesOf(given[0]));
      return result;
    },
  });
};

const bytesOf = (chunk: unknown): number =>
  typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.byteLength(chunk) : 0;

const waitingReplies = (max: number) => {
  /** The longest waiting first. */
  const replies = new Map<Response, { readonly owner: string; readonly bytes: number }>();
  let total = 0;
  const remove = (response: Response): void => {
    total -= replies.get(response)?.bytes ?? 0;
    replies.delete(response);
  };
  const giveUpOne = (): void => {
    const heaviest = ownerOfMost([...replies.values()]);
    const [longest] = [...replies].find(([, { owner }]) => owner === heaviest) ?? [];
    if (!longest) return;
    remove(longest);
    resetConnection(longest.req.socket);
  };
  return {
    remove,
    add: (response: Response, added: number): void => {
      if (added < minCountedBytes || response.destroyed) return;
      const bytes = (replies.get(response)?.bytes ?? 0) + added;
      replies.set(response, { owner: ownerOf(response), bytes });
      total += added;
      while (total > max) giveUpOne();
    },
  };
};

const ownerOf = ({ locals, req }: { readonly locals: Response['locals']; readonly req: Request }): string =>
  (locals['account'] as Account | undefined)?.id ?? clientAddress(req.ip);

const ownerOfMost = (replies: readonly { readonly owner: string; readonly bytes: number }[]): string | undefined => {
  const sums = new Map<string, number>();
  for (const { owner, bytes } of replies) sums.set(owner, (sums.get(owner) ?? 0) + bytes);
  const [most] = [...sums].reduce<readonly [string | undefined, number]>(
    (best, sum) => (sum[1] > best[1] ? sum : best),
    [undefined, 0],
  );
  return most;
};
