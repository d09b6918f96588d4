import type { RequestHandler } from 'express';
import manifest from '../../package.json' with { type: 'json' };
import type { Readiness } from '../ports/readiness.ts';
import type { Handler } from './authentication.ts';
import { refuse } from './errors.ts';
import * as responses from './schemas/responses.ts';

/** Refuses every path but the given ones as a store that is away would be refused: the service is starting. */
export const refuseUnless =
  (paths: readonly string[]): RequestHandler =>
  (request, response, next) => {
    if (paths.includes(request.path)) {
      next();
      return;
    }
    refuse(response, 500, 'The service is starting', 'starting');
  };

type Dependencies = {
  readonly readiness: () => Promise<Readiness>;
  /** Aborted when the service is about to stop. */
  readonly draining: AbortSignal;
};

/** Loaded on first use, which few processes see: loading takes a tenth of a start. */
const documentation = () => import('./docs-page.ts');

/** GET /api/health, /api/ready (200 if every store can be used and the service does not stop, else 503), /api/openapi.json and /api/docs. */
export const serviceHandlers = ({ readiness, draining }: Dependencies) => ({
  health: ((_request, response) => {
    response.set('Service-Version', manifest.version);
    response.json(responses.health.toJson({ status: 'ok' }));
  }) satisfies Handler,

  ready: (async (_request, response) => {
    const { stores, model } = await readiness();
    const usable = Object.values(stores).every(({ state }) => state === 'ready' || state === 'degraded');
    const status = draining.aborted ? 'stopping' : usable ? 'ready' : 'not ready';
    response.status(status === 'ready' ? 200 : 503).json(responses.readiness.toJson({ status, stores, model }));
  }) satisfies Handler,

  openApi: (async (_request, response) => {
    response.json((await documentation()).openApi);
  }) satisfies Handler,

  docs: (async (_request, response) => {
    response.type('html').send((await documentation()).docsPage);
  }) satisfies Handler,

  docsStyle: (async (_request, response) => {
    response.type('css').send((await documentation()).docsStyle);
  }) satisfies Handler,
});
