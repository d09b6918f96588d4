import type { IncomingMessage } from 'node:http';

/**
 * After so many pieces a body is refused while they have fewer bytes on average. Chunks of 64 bytes pass (docs/contract.md, "Limits"), also where packets divide one in six of
 * them: a row of a table, which a program may well send as one, has more.
 */
const limits = { free: 1_000, leastBytes: 54 };

/** From this piece on those with fewer bytes are joined: few bodies have so many. */
const joined = { after: 100, below: 1_024 };

/**
 * Joins the small pieces of a body that come together, and calls `refuse` if they are too small. A chunk of HTTP may have one byte, and Node makes a buffer of each: whatever
 * keeps them has three hundred times what it counts, and ten megabits a second of them take half of the thread.
 */
export const joinSmallPieces = (request: IncomingMessage, refuse: () => void): void => {
  const push = request.push.bind(request);
  let [pieces, bytes] = [0, 0];
  let waiting: Buffer[] = [];
  let isRefused = false;
  const flush = () => {
    if (waiting.length === 0) return;
    const whole = Buffer.concat(waiting);
    waiting = [];
    push(whole);
  };
  // With false Node reads nothing more of the connection until somebody has read what was pushed.
  request.push = (piece: Buffer | null) => {
    if (isRefused) return false;
    if (piece === null) {
      flush();
      return push(null);
    }
    pieces += 1;
    bytes += piece.length;
    if (pieces > limits.free && bytes < pieces * limits.leastBytes) {
      isRefused = true;
      waiting = [];
      refuse();
      return false;
    }
    if (pieces <= joined.after || piece.length >= joined.below) {
      flush();
      return push(piece);
    }
    // All of a read of the connection have come before the next tick.
    if (waiting.push(piece) === 1) process.nextTick(flush);
    return request.readableLength < request.readableHighWaterMark;
  };
};
