import { shownName } from './tool-errors.ts';
import type { Tool } from './tools.ts';

/** JSON-RPC 2.0, "Error object": what the protocol has for a tool that is not known (its specification, "Tools", "Error Handling"). */
const invalidParams = -32_602;

type Call = { readonly id: string | number; readonly params: Readonly<Record<string, unknown>> };

/** Undefined for any other message, and for one that is none. */
const callIn = (message: unknown): Call | undefined => {
  if (!isObject(message)) return undefined;
  const { jsonrpc, method, id, params } = message;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isObject(params)) return undefined;
  return typeof id === 'string' || typeof id === 'number' ? { id, params } : undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reasonAgainst = ({ name, arguments: given }: Call['params'], tools: readonly Tool[]): string | undefined => {
  const names = tools.map((tool) => tool.name).join(', ');
  if (typeof name !== 'string') return `params.name must be the name of a tool: ${names}`;
  if (!tools.some((tool) => tool.name === name)) return `Unknown tool: ${shownName(name)}. The tools are: ${names}`;
  return given === undefined || isObject(given) ? undefined : 'params.arguments must be an object';
};

/** The reply to a call that names no tool of these, or whose arguments are no object; undefined for every other message. A tool refuses the arguments themselves. */
export const callRefusal = (message: unknown, tools: readonly Tool[]): Response | undefined => {
  const call = callIn(message);
  const reason = call && reasonAgainst(call.params, tools);
  if (!call || reason === undefined) return undefined;
  return Response.json({ jsonrpc: '2.0', id: call.id, error: { code: invalidParams, message: reason } });
};
