import type { DeskRemark, DeskSkip, JsonDeskName } from '../../domain/desks.ts';
import { at, type Fields } from './json-fields.ts';

/** Why a message is on neither side. */
type LeftOut = Exclude<DeskRemark, 'cut' | 'no-ticket'>;

/** Who a message is of, or why it is left out. */
export type Side = 'client' | 'support' | LeftOut;

/** A body as HTML and as text: HTML counts, since it says what is quoted. */
export type Body = {
  readonly html?: unknown;
  readonly text?: unknown;
  /** Whether a picture is attached. */
  readonly hasPicture?: boolean;
};

export type DeskMessage = Body & { readonly side: Side };

/** A ticket of an export in the terms of this service. */
export type DeskTicket = {
  readonly id: unknown;
  readonly subject?: unknown;
  /** What the client wrote first, if it is not among the messages. */
  readonly description?: Body | undefined;
  readonly category?: string | undefined;
  readonly client?: string | undefined;
  /** Undefined if the export has none of this ticket. */
  readonly messages: readonly DeskMessage[] | undefined;
  /** Whether the export may have only a part of the messages. */
  readonly isCut?: boolean;
  readonly skip?: DeskSkip | undefined;
  readonly resolvedAt?: string | undefined;
  readonly url?: string | undefined;
};

/** How the tickets of a desk are recognised and read. */
export type Desk = {
  readonly name: JsonDeskName;
  /** The fields of a ticket, out of what the desk wraps them into; undefined if it is none. */
  readonly unwrap: (value: unknown) => Fields | undefined;
  /** As `unwrap`, in a file that is known to be of this desk: fewer fields are required. */
  readonly unwrapKnown?: (value: unknown) => Fields | undefined;
  readonly read: (ticket: Fields) => DeskTicket;
};

/** Ids of people who are agents by what they did in this ticket: they are assigned, or have written an internal note. */
export const agentsOf = (ids: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(ids.filter((id) => id !== undefined));

/** The side of an author by ids: the client, one of the agents, or unknown. */
export const sideOf = (
  author: string | undefined,
  { client, agents }: { readonly client: string | undefined; readonly agents: ReadonlySet<string> },
): Side => {
  if (author === undefined) return 'unknown-author';
  if (author === client) return 'client';
  return agents.has(author) ? 'support' : 'unknown-author';
};

const pictureName = /\.(?:png|jpe?g|gif|webp|bmp|heic)$/i;

/** Whether one of some attachments is a picture, by its media type or name. */
export const hasPicture = (attachments: unknown): boolean =>
  Array.isArray(attachments) &&
  attachments.some((one: unknown) =>
    ['content_type', 'mime_type', 'mimeType', 'file_type', 'file_name', 'filename', 'name'].some((name) => {
      const value = at(one, name);
      return typeof value === 'string' && (/^image(?:\/|$)/.test(value) || pictureName.test(value));
    }),
  );
