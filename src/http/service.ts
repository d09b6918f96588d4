import type { RequestHandler } from 'express';
import type { Readiness } from '../ports/readiness.ts';
import type { Handler } from './authentication.ts';
import { docsPage, docsStyle } from './docs-page.ts';
import { refuse } from './errors.ts';
import { openApi } from './openapi/document.ts';
import * as responses from './schemas/responses.ts';

/** Refuses every path but the given ones as a store that is away would be refused: the service is starting. */
export const refuseUnless =
  (paths: readonly string[]): RequestHandler =>
  (request, response, next) => {
    if (paths.includes(request.path)) {
      next();
      return;
    }
    refuse(response, 500, 'The service is starting');
  };

type Dependencies = { readonly readiness: () => Promise<Readiness> };

/** GET /api/health, /api/ready (200 if every store can be used, else 503), /api/openapi.json and /api/docs. */
export const serviceHandlers = ({ readiness }: Dependencies) => {
  const page = docsPage();
  return {
    health: ((_request, response) => {
      response.json(responses.health.toJson({ status: 'ok' }));
    }) satisfies Handler,

    ready: (async (_request, response) => {
      const { stores, model } = await readiness();
      const ready = Object.values(stores).every(({ state }) => state === 'ready' || state === 'degraded');
      const status = ready ? 'ready' : 'not ready';
      response.status(ready ? 200 : 503).json(responses.readiness.toJson({ status, stores, model }));
    }) satisfies Handler,

    openApi: ((_request, response) => {
      response.json(openApi);
    }) satisfies Handler,

    docs: ((_request, response) => {
      response.type('html').send(page);
    }) satisfies Handler,

    docsStyle: ((_request, response) => {
      response.type('css').send(docsStyle);
    }) satisfies Handler,
  };
};
