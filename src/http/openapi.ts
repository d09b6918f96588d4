/** The API as an OpenAPI 3.1 document. */
export const openApi = { openapi: '3.1.0', info: { title: 'Precedent', version: '0.1.0' }, paths: {} };
