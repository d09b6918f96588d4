import type { Readiness } from '../ports/readiness.ts';
import type { Handler } from './authentication.ts';

/** GET /api/ready: 200 when every store can be used, else 503. */
export const readyHandler =
  (readiness: () => Promise<Readiness>): Handler =>
  async (_request, response) => {
    const { stores, model } = await readiness();
    const ready = Object.values(stores).every(({ state }) => state === 'ready');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', stores, model });
  };
