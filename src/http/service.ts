import type { RequestHandler } from 'express';
import manifest from '../../package.json' with { type: 'json' };
import type { Readiness } from '../ports/readiness.ts';
import type { Handler, IsOperator } from './authentication.ts';
import { refuse } from './errors.ts';
import * as responses from './schemas/responses.ts';
import { sendStaticFile } from './static-file.ts';

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

export type ReadinessReport = Readiness & { readonly status: 'ready' | 'not ready' | 'stopping' };

type Observed = {
  readonly stores: () => Promise<Readiness>;
  /** Aborted when the service is about to stop. */
  readonly draining: AbortSignal;
};

/** Returns a function that says whether requests should come here, and why; `ready` if every store can be used and the service does not stop. */
export const readinessReport =
  ({ stores: observe, draining }: Observed) =>
  async (): Promise<ReadinessReport> => {
    const { stores, model } = await observe();
    const usable = Object.values(stores).every(({ state }) => state === 'ready' || state === 'degraded');
    return { status: draining.aborted ? 'stopping' : usable ? 'ready' : 'not ready', stores, model };
  };

/** The status of the answer to a probe. */
export const statusOfReport = ({ status }: Pick<ReadinessReport, 'status'>): 200 | 503 =>
  status === 'ready' ? 200 : 503;

type Dependencies = {
  readonly readiness: () => Promise<ReadinessReport>;
  /** Whether a request may see the details of the report. */
  readonly isOperator: IsOperator;
};

/** Loaded on first use, which few processes see: loading takes a tenth of a start. */
const documented =
  (name: keyof (typeof import('./docs-page.ts'))['documentation']): Handler =>
  async (request, response) => {
    const { documentation } = await import('./docs-page.ts');
    sendStaticFile(await documentation[name], request, response);
  };

/** GET /api/health, /api/ready (200 or 503, its details for the operator only), /api/openapi.json and /api/docs. */
export const serviceHandlers = ({ readiness, isOperator }: Dependencies) => ({
  health: ((_request, response) => {
    response.set('Service-Version', manifest.version);
    response.json(responses.health.toJson({ status: 'ok' }));
  }) satisfies Handler,

  ready: (async (request, response) => {
    const { status, ...details } = await readiness();
    const shown = responses.readiness.toJson({ status, ...(isOperator(request) && details) });
    response.status(statusOfReport({ status })).json(shown);
  }) satisfies Handler,

  openApi: documented('openApi'),
  docs: documented('docs'),
  docsStyle: documented('docsStyle'),
});
