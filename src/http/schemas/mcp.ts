import type { Schema } from './json-types.ts';

/** Messages of JSON-RPC 2.0, as the Model Context Protocol has them: `@modelcontextprotocol/server` checks them. */

const id: Schema = { type: ['string', 'integer', 'null'], description: 'Names the request; a notification has none' };
const object: Schema = { type: 'object', additionalProperties: true };

export const mcpMessage: Schema = {
  type: 'object',
  description: 'One request or notification of the Model Context Protocol, of version 2024-10-07 to 2026-07-28',
  required: ['jsonrpc', 'method'],
  properties: { jsonrpc: { type: 'string', const: '2.0' }, id, method: { type: 'string' }, params: object },
};

export const mcpAnswer: Schema = {
  type: 'object',
  description: 'The result of a request, or its error',
  required: ['jsonrpc', 'id'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id,
    result: object,
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
    },
  },
};

/** What the service refuses, or the protocol. */
export const mcpRefusal: Schema = {
  anyOf: [{ $ref: '#/components/schemas/Refusal' }, { $ref: '#/components/schemas/McpAnswer' }],
};
