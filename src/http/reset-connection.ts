import type { Socket } from 'node:net';

/**
 * Gives a connection up with all bytes that its client has not read. A closed one sends them for a minute or two more, for which the kernel keeps them where
 * nobody can count them.
 */
export const resetConnection = (socket: Socket): void => {
  // While its end is sent it cannot be reset.
  if (socket.destroyed || (socket.writableEnded && !socket.writableFinished)) {
    socket.destroy();
    return;
  }
  // A reset waits for this, which waits until the kernel has taken what is left to send.
  socket.destroySoon = () => void socket.destroy();
  socket.resetAndDestroy();
};

/**
 * Lets a connection whose last answer is sent end when its client ends it, so that it is one of the idle connections until then: Node closes it as soon as the kernel
 * has the answer.
 */
export const lingerAtEnd = (socket: Socket): void => {
  socket.destroySoon = () => void socket.end();
};
