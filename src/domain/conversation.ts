import type { TicketInput } from './ticket-input.ts';
import type { CleanTicket } from './ticket-record.ts';

const supportRoles = new Set(['support', 'assistant', 'operator', 'agent']);
const clientRoles = new Set(['client', 'user', 'customer']);

/** How personal data leaves a ticket: the conversation as one document, the two fields each on its own. */
export type Cleaning = {
  readonly conversation: (texts: readonly string[], client: string) => readonly string[];
  readonly field: (text: string) => string;
};

/**
 * A ticket cleaned and sorted into its two sides ("Message" of the contract): support messages are the solution, the description and
 * client messages the problem. A message of any other role belongs to neither side; what is empty after cleaning does not exist.
 */
export const cleanTicket = (input: TicketInput, cleaning: Cleaning): CleanTicket => {
  const messages = input.messages.map(({ role, text }) => ({ side: sideOf(role), text })).filter(({ side }) => side);
  const [description = '', ...texts] = cleaning.conversation(
    [input.description, ...messages.map(({ text }) => text)],
    input.client,
  );
  const ofSide = (wanted: 'client' | 'support') =>
    texts.filter((text, index) => text !== '' && messages[index]?.side === wanted);
  return {
    ticketId: input.ticketId,
    category: cleaning.field(input.category),
    client: cleaning.field(input.client),
    problem: [description, ...ofSide('client')].filter((text) => text !== ''),
    solution: ofSide('support'),
  };
};

const sideOf = (role: string): 'client' | 'support' | undefined => {
  const name = role.trim().toLowerCase();
  if (supportRoles.has(name)) return 'support';
  return clientRoles.has(name) ? 'client' : undefined;
};
