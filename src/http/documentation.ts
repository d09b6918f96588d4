import type { Handler } from './authentication.ts';
import { docsPage, docsStyle } from './docs-page.ts';
import { openApi } from './openapi/document.ts';

/** GET /api/openapi.json, and the page at /api/docs that shows the same. */
export const documentationHandlers = () => {
  const page = docsPage();
  return {
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
