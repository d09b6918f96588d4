import type { JsonDeskName } from '../../src/domain/desks.ts';

/** Tickets of a desk without their messages, and where the list goes on after them. */
export type DeskPage = {
  readonly tickets: readonly unknown[];
  readonly cursor: string;
  /** Nothing more has changed so far. */
  readonly isLast: boolean;
  /** How many tickets claim to have changed in the future. */
  readonly ahead?: number;
};

/** How the changed tickets of a desk are listed, oldest change first or so that none is left out, and completed into the shape that its recogniser reads. */
export type DeskSource = {
  /** The next tickets after a cursor; without one, those that have changed since a time. */
  readonly list: (from: { readonly cursor: string | null; readonly since: Date }) => Promise<DeskPage>;
  /** The ticket with its messages; as it was if it is gone meanwhile. */
  readonly withMessages: (ticket: unknown) => Promise<unknown>;
};

/** Reads JSON from a path of the desk; undefined if there is nothing (404, 410). Throws DeskRefused, RetriesExhausted and UnexpectedAnswer. */
export type ReadDesk = (path: string) => Promise<unknown>;

export type PulledDesk = Extract<JsonDeskName, 'zendesk' | 'omnidesk' | 'helpdeskeddy'>;

/** What is known of a desk beside its lists. */
export type DeskAccess = {
  /** The variables of the environment with its address, the address of the user, and the secret. */
  readonly variables: { readonly url: string; readonly user: string; readonly secret: string };
  /** The name for Basic authentication. */
  readonly loginOf: (user: string) => string;
  /** Least milliseconds between the starts of two requests, within the limit of its vendor. */
  readonly intervalMs: (path: string) => number;
  readonly open: (read: ReadDesk) => DeskSource;
};

/** The desk has answered with something else than its documentation says; the message names it, without any text of a ticket. */
export class UnexpectedAnswer extends Error {}

/** Pages of the messages of one ticket, each of 100: what is beyond is no conversation that anybody learns from. */
export const maxMessagePages = 50;
