import type { RequestHandler } from 'express';
import type { Handler } from './authentication.ts';
import { openApi } from './openapi.ts';

/** GET /api/openapi.json; the pages that show it come beside. */
export const documentation = (): { readonly openApi: Handler; readonly pages: readonly RequestHandler[] } => ({
  openApi: (_request, response) => {
    response.json(openApi);
  },
  pages: [],
});
