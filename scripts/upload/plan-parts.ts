import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { uuidV5 } from '../../src/platform/uuid.ts';
import type { Findings } from '../../src/ticket-files/read-options.ts';
import { type FileTicket, fileTickets } from './file-tickets.ts';
import type { Options } from './options.ts';
import type { Upload } from '../../client/records.gen.ts';
import type { TicketOutcome } from '../../src/ports/uploads.ts';
import type { Outcomes } from './api-client.ts';
import { noOutcomes } from './outcome-table.ts';
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
  /** The tickets that an export says are not looked at: they are not sent. */
  readonly skipped: Outcomes;
};

const maxUnreadable = 20;

type PlanOptions = Pick<Options, 'file' | 'collection' | 'columns' | 'place' | 'limits' | 'onDuplicate'>;

/** Reads the whole file, validates its tickets and divides them into parts within the service's limits. Throws UnreadableFile. */
export const planParts = async (
  { file, collection, columns, place, limits, onDuplicate }: PlanOptions,
  onChecked: (tickets: number) => void,
): Promise<Plan> => {
  let findings: Partial<Findings> = {};
  const idOf = partIds(await fileDigest(file), { collection, columns, place, onDuplicate });
  const parts: PlannedPart[] = [];
  const unreadable: Unreadable[] = [];
  let unreadableCount = 0;
  const skipped: Record<TicketOutcome, number> = { ...noOutcomes };
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
  for await (const ticket of fileTickets(file, { columns, ...place, found: onFindings })) {
    if ('detail' in ticket) {
      unreadableCount += 1;
      if (unreadable.length < maxUnreadable) unreadable.push(ticket);
      continue;
    }
    if ('skip' in ticket) {
      skipped[ticket.skip] += 1;
      continue;
    }
    if (!body.fits(ticket.json, limits)) close();
    body.add(ticket.json);
    onChecked((tickets += 1));
  }
  close();
  return { findings, parts, tickets, unreadable, unreadableCount, skipped };
};

const fileDigest = async (path: string): Promise<string> => {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    digest.update(chunk);
  }
  return digest.digest('hex');
};

/** Ids include the digest of the part, so that a release that reads the file differently does not take the part for sent. */
const partIds = (file: string, { collection, columns, place, onDuplicate }: Omit<PlanOptions, 'file' | 'limits'>) => {
  const assigned = [...columns].toSorted(([one], [other]) => (one < other ? -1 : 1));
  // Absent in the ids of a file whose table is looked for, which are those of earlier releases.
  const { sheet, headerRow, readAs } = place;
  const isPlaced = sheet !== undefined || headerRow !== undefined;
  const chosen = [...(isPlaced ? [[sheet, headerRow]] : []), ...(readAs === undefined ? [] : [readAs])];
  const kind = onDuplicate === 'update' ? 'update' : 'upload';
  return (number: number, digest: string) =>
    uuidV5(collection, JSON.stringify([kind, file, assigned, ...chosen, number, digest]));
};

/**
 * The parts with ids that no undo has ended: what an upload has stored and its undo has hidden is sent again, by another upload. `uploadOf`: the upload with an
 * id, if there is one.
 */
export const partsAfterUndo = async (
  parts: readonly PlannedPart[],
  uploadOf: (id: string) => Promise<Pick<Upload, 'undo'> | undefined>,
): Promise<readonly PlannedPart[]> => {
  const current: PlannedPart[] = [];
  for (const part of parts) {
    let { id } = part;
    while ((await uploadOf(id))?.undo) id = uuidV5(id, 'after its undo');
    current.push({ ...part, id });
  }
  return current;
};

/**
 * The parts of an update, with ids of this run of the command. What has changed since a file was last sent is unknown, so that it is sent again although
 * it is the same; only a run that was broken off, without another upload after it, goes on with its ids. `uploads`: the newest, newest first.
 */
export const partsOfUpdate = (
  parts: readonly PlannedPart[],
  uploads: readonly Pick<Upload, 'id' | 'state'>[],
): readonly PlannedPart[] => {
  const idsAfter = (index: number) =>
    parts.map((part) => ({ ...part, id: uuidV5(part.id, `after ${uploads[index]?.id ?? 'none'}`) }));
  for (let index = 1; index <= Math.min(uploads.length, parts.length); index += 1) {
    const run = idsAfter(index);
    const ids = new Set(run.map(({ id }) => id));
    const sent = uploads.slice(0, index);
    const isBrokenOff = sent.length < parts.length || sent.some(({ state }) => state !== 'finished');
    if (isBrokenOff && sent.every(({ id }) => ids.has(id))) return run;
  }
  return idsAfter(0);
};
