import { randomBytes } from 'node:crypto';
import type { InTurns } from '../http/list-turns.ts';
import { mcpHandlers } from '../http/mcp/handlers.ts';
import { mcpTools } from '../http/mcp/tools.ts';
import { findCollection } from '../queries/find-collection.ts';
import { findTicket } from '../queries/find-ticket.ts';
import { type QuestionParts, searchingOf } from './question-endpoints.ts';
import type { ReadModels } from './read-stores.ts';

type McpParts = QuestionParts & {
  readonly stores: Omit<ReadModels, 'close'>;
  readonly inTurns: InTurns;
  readonly failed: (requestId: string, error: unknown) => void;
};

/** Returns the handlers of the Model Context Protocol, whose tools use the queries of the other endpoints. */
export const mcpEndpoints = (parts: McpParts) => {
  const { stores, threads, inTurns, writeReply, failed } = parts;
  const tools = mcpTools({
    searching: searchingOf(parts),
    collections: stores.collections,
    findCollection: findCollection(stores.collections),
    findTicket: findTicket({ streams: threads.writer, ...stores }),
    newMark: () => randomBytes(8).toString('hex'),
  });
  return mcpHandlers({ tools, inTurns, writeReply, failed });
};
