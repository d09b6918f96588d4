import type { DeskName } from '../../domain/desks.ts';
import type { Desk } from './desk.ts';
import { freshdesk } from './freshdesk.ts';
import { fieldsOf } from './json-fields.ts';
import { zendesk } from './zendesk.ts';

/** The desks whose tickets are recognised by their fields, each by ones that the others lack. */
export const desks: readonly Desk[] = [zendesk, freshdesk];

/** The desk of that name. */
export const deskNamed = (name: DeskName): Desk | undefined => desks.find((desk) => desk.name === name);

/** The desk that a ticket is of, if it is one's: a ticket of this service has a `ticket_id`. */
export const deskOf = (value: unknown): Desk | undefined =>
  'ticket_id' in fieldsOf(value) ? undefined : desks.find((desk) => desk.unwrap(value) !== undefined);
