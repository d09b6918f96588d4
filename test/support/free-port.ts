import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections: a server that is killed and started again finds its port still free. */
const first = 15_000;
const count = 15_000;

/** A port without a listener. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
};
