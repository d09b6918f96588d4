import type { Operations } from './operation.ts';

/** The endpoint of assistants. */
export const mcpOperations: Operations = {
  'post /api/v1/mcp': {
    id: 'mcp',
    tag: 'Search',
    summary: 'Let an assistant search and read (Model Context Protocol)',
    description:
      'Streamable HTTP without sessions: each request is a message of its own, and GET and DELETE are 405. The tools `search_tickets`, `get_ticket` and `list_collections` read what their endpoints read; a tool that fails answers 200 with `isError` and says what to do. `Accept` names `application/json` and `text/event-stream`. Requests with the header `Origin`, those of web pages, are 403.',
    credential: 'key',
    body: ['McpMessage'],
    answers: { 200: 'McpAnswer', 202: 'Nothing' },
    refusals: [400, 401, 403, 404, 406, 413],
    refusal: 'McpRefusal',
  },
};
