import { mixed, type ObjectSchema, object } from 'yup';
import type { Scope } from '../../domain/access-key.ts';
import { InvalidInput } from '../../domain/errors.ts';
import { parseTicketId } from '../../domain/ticket-input.ts';
import type { Collections } from '../../ports/collections.ts';
import type { FindCollection } from '../../queries/find-collection.ts';
import type { FindTicket } from '../../queries/find-ticket.ts';
import { requireScope } from '../authentication.ts';
import { collectionsOf, type ListedCollections } from '../collections.ts';
import type { Turn } from '../../concurrency/abortable-limit.ts';
import { inTurnAtFirst } from '../large-replies.ts';
import { requestSchema } from '../openapi/request-schema.ts';
import type { Schema } from '../schemas/json-types.ts';
import { checked, collectionQuery } from '../schemas/requests.ts';
import { ticketQuestion } from '../schemas/search-requests.ts';
import { ticketIdSchema } from '../schemas/ticket-request.ts';
import { askedIn, type Asker, findTickets, type TicketSearch } from '../search.ts';
import { shownName } from './tool-errors.ts';
import { collectionsText, foundText, maxCollections, ticketText } from './tool-texts.ts';

/** What a tool tells of tickets, and how; `isAgain`: it waited, and some may have been erased meanwhile. */
type ReadText = (isAgain: boolean) => Promise<{ readonly tickets: readonly object[]; readonly text: () => string }>;

/** Of one call. `turn` is for what reads rows; `tell` makes a text of tickets when few other large replies are written. */
export type ToolCall = {
  readonly asker: Asker;
  readonly turn: Turn;
  readonly tell: (read: ReadText) => Promise<string>;
};

/** A tool that assistants call. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Of its arguments. */
  readonly schema: Schema;
  /** Throws InvalidInput and whatever the endpoint of the same work throws. */
  readonly run: (given: unknown, call: ToolCall) => Promise<string>;
};

export type ToolDependencies = {
  readonly searching: TicketSearch;
  readonly collections: ListedCollections & Pick<Collections, 'usage'>;
  readonly findCollection: FindCollection;
  readonly findTicket: FindTicket;
  /** Returns a random mark for the fences of an answer. */
  readonly newMark: () => string;
};

type Described<Input extends object> = Pick<Tool, 'name' | 'title' | 'description'> & {
  /** What the key needs; null for nothing. */
  readonly scope: Scope | null;
  readonly input: ObjectSchema<Input>;
  readonly run: (input: Input, call: ToolCall) => Promise<string>;
};

/** A misspelt filter would give tickets that were not asked for. Some clients send arguments to tools that have none. */
const refuseUnknown = (names: readonly string[], given: unknown): void => {
  if (names.length === 0 || typeof given !== 'object' || given === null) return;
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new InvalidInput(`Unknown argument: ${shownName(unknown)}. The arguments are: ${names.join(', ')}`);
};

const tool = <Input extends object>({ scope, input, run, ...described }: Described<Input>): Tool => ({
  ...described,
  schema: requestSchema(input),
  run: (given, call) => {
    if (scope) requireScope(call.asker.caller, scope);
    refuseUnknown(Object.keys(input.fields), given);
    return run(checked(input, given ?? {}), call);
  },
});

const ticketInput = collectionQuery.shape({
  ticket_id: mixed<string | number>()
    .required('${path} is required')
    .meta({ ...ticketIdSchema, description: 'As search_tickets names it' }),
});

/** The tools by which an assistant reads: none changes anything. */
export const mcpTools = (dependencies: ToolDependencies): readonly Tool[] => {
  const { searching, collections, findCollection, findTicket, newMark } = dependencies;
  return [
    searchTool(searching, newMark),
    tool({
      name: 'get_ticket',
      title: 'Read a support ticket',
      description:
        'Returns one ticket of a collection whole: its problem, its solution, its state (a withdrawn ticket is out of use) and when it was stored and changed.',
      scope: 'read',
      input: ticketInput,
      run: async ({ collection_id: collectionId, ticket_id: given }, { asker: { caller }, turn, tell }) => {
        const ticketId = parseTicketId(given, () => 'ticket_id');
        const { id, userId: tenantId } = await findCollection(caller, collectionId);
        const find = inTurnAtFirst(turn, () => findTicket({ tenantId, collectionId: id, ticketId }));
        return tell(async (isAgain) => {
          const ticket = await find(isAgain);
          return { tickets: [ticket], text: () => ticketText(ticket, newMark) };
        });
      },
    }),
    tool({
      name: 'list_collections',
      title: 'List collections of tickets',
      description:
        'Returns the collections that can be searched, each with its id, its number of tickets and its name.',
      scope: null,
      input: object({}),
      run: async (_input, { asker: { caller }, turn }) => {
        const read = collectionsOf(collections, caller);
        const shown = await turn(() => read({ after: undefined, limit: maxCollections }));
        const areAll = shown.length < maxCollections;
        const count = areAll ? shown.length : (await collections.usage(caller.userId)).collections;
        return collectionsText(shown, count, newMark);
      },
    }),
  ];
};

const searchTool = (searching: TicketSearch, newMark: () => string): Tool =>
  tool({
    name: 'search_tickets',
    title: 'Search support tickets',
    description:
      'Finds the 5 resolved support tickets of a collection that are most similar in meaning to a problem, with what solved each. Ask in the user’s own words, in any language. The ids of collections come from list_collections. If no ticket fits, say so instead of guessing.',
    scope: 'search',
    input: ticketQuestion,
    run: async (question, { asker, tell }) => {
      let told = '';
      const asked = { ...asker, ...askedIn(question), generateAnswer: false };
      await findTickets(searching, asked, async (found, { left }) => {
        told = await tell(async (isAgain) => {
          const sources = isAgain ? await left() : found.sources;
          return { tickets: sources, text: () => foundText({ ...found, sources }, newMark) };
        });
        return { outcome: 'sources-only' };
      });
      return told;
    },
  });
