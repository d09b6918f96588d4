import type { JsonDeskName } from '../../domain/desks.ts';
import type { Desk } from './desk.ts';
import { chatwoot } from './chatwoot.ts';
import { freshdesk } from './freshdesk.ts';
import { helpDeskEddy } from './helpdeskeddy.ts';
import { intercomConversation, intercomTicket } from './intercom.ts';
import { jira } from './jira.ts';
import { fieldsOf } from './json-fields.ts';
import { omnidesk } from './omnidesk.ts';
import { usedesk } from './usedesk.ts';
import { zammad } from './zammad.ts';
import { zendesk } from './zendesk.ts';

/** The desks whose tickets are recognised by their fields, each by ones that the others lack. */
export const desks: readonly Desk[] = [
  zendesk,
  freshdesk,
  jira,
  intercomConversation,
  intercomTicket,
  omnidesk,
  usedesk,
  helpDeskEddy,
  zammad,
  chatwoot,
];

/** The tables of a desk: Intercom has one for conversations and one for tickets. */
export const desksNamed = (name: JsonDeskName): readonly Desk[] => desks.filter((desk) => desk.name === name);

/** The desk that a ticket is of, if it is one's and no ticket of this service. */
export const deskOf = (value: unknown): Desk | undefined => {
  const fields = fieldsOf(value);
  if ('ticket_id' in fields && 'messages' in fields) return undefined;
  return desks.find((desk) => desk.unwrap(value) !== undefined);
};
