import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { uuidV5 } from '../../src/domain/uuid.ts';
import type { Findings } from '../../src/ticket-files/read-options.ts';
import { type FileTicket, fileTickets } from './file-tickets.ts';
import type { Options } from './options.ts';
import { partBody } from './part-body.ts';

export type Unreadable = Extract<FileTicket, { readonly detail: string }>;

/** A part of the file: consecutive readable tickets. `number` counts from 1. */
export type PlannedPart = {
  readonly number: number;
  /** Its Upload-Id: the same on every run for the same part of the same file. */
  readonly id: string;
  readonly tickets: number;
  readonly digest: string;
};

export type Plan = {
  readonly findings: Partial<Findings>;
  readonly parts: readonly PlannedPart[];
  readonly tickets: number;
  /** The first unreadable tickets; `unreadableCount` is complete. */
  readonly unreadable: readonly Unreadable[];
  readonly unreadableCount: number;
};

const maxUnreadable = 20;

/** Reads the whole file, validates its tickets and divides them into parts within the service's limits. Throws UnreadableFile. */
export const planParts = async (
  { file, collection, columns, limits }: Pick<Options, 'file' | 'collection' | 'columns' | 'limits'>,
  onChecked: (tickets: number) => void,
): Promise<Plan> => {
  let findings: Partial<Findings> = {};
  const idOf = partIds(await fileDigest(file), { collection, columns });
  const parts: PlannedPart[] = [];
  const unreadable: Unreadable[] = [];
  let unreadableCount = 0;
  let tickets = 0;
  let body = partBody();
  const close = () => {
    const { tickets, digest } = body.end();
    const number = parts.length + 1;
    if (tickets > 0) parts.push({ number, id: idOf(number, digest), tickets, digest });
    body = partBody();
  };
  const onFindings = (more: Partial<Findings>) => {
    findings = { ...findings, ...more };
  };
  for await (const ticket of fileTickets(file, { columns, found: onFindings })) {
    if ('detail' in ticket) {
      unreadableCount += 1;
      if (unreadable.length < maxUnreadable) unreadable.push(ticket);
      continue;
    }
    if (!body.fits(ticket.json, limits)) close();
    body.add(ticket.json);
    onChecked((tickets += 1));
  }
  close();
  return { findings, parts, tickets, unreadable, unreadableCount };
};

const fileDigest = async (path: string): Promise<string> => {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    digest.update(chunk);
  }
  return digest.digest('hex');
};

/** Ids include the digest of the part, so that a release that reads the file differently does not take the part for sent. */
const partIds = (file: string, { collection, columns }: Pick<Options, 'collection' | 'columns'>) => {
  const assigned = [...columns].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return (number: number, digest: string) =>
    uuidV5(collection, JSON.stringify(['upload', file, assigned, number, digest]));
};
