import { createHash } from 'node:crypto';
import type { AbortableLimit, Waiter } from '../concurrency/abortable-limit.ts';
import { InvalidInput } from '../domain/errors.ts';
import { keptFileName } from '../domain/file-name.ts';
import { cleanFileName } from '../personal-data/clean.ts';
import type { Spooled, SpooledPreview, SpooledUpload, TableChoice } from '../ports/ingest.ts';
import { type FileFormat, formatOf } from '../ticket-files/file-format.ts';
import type { ReadAhead, ReadOptions } from '../ticket-files/read-options.ts';
import { readTickets, ticketItems } from '../ticket-files/read-tickets.ts';
import { type RawTicket, UnreadableFile } from '../ticket-files/ticket-item.ts';
import type { Room } from './disk-rooms.ts';
import type { Preview } from './preview-tickets.ts';
import { readAheadIn } from './read-ahead.ts';
import type { RecordedUpload } from './record-upload.ts';
import { remarksFile } from './remarks-file.ts';

/** What ends the reading, and what keeps it from delaying others. */
type Reading = Pick<RecordedUpload, 'signal' | 'yieldIfDue'> & {
  /** Limits the workbooks that are read at a time: first turns, and later ones. */
  readonly limitWorkbooks: { readonly first: AbortableLimit; readonly later: AbortableLimit };
  /** For what lies beside the file. */
  readonly room: Room;
};

/** An upload that lies in a file; nothing of it is read yet. */
export const uploadOf = (spooled: SpooledUpload, { signal, yieldIfDue, ...place }: Reading): RecordedUpload => {
  const { kind, tenantId, customer, collectionId, uploadId, surface, onDuplicate, notNames, path, name } = spooled;
  return {
    tenantId,
    customer,
    collectionId,
    uploadId,
    surface,
    onDuplicate,
    notNames,
    // Cleaned before: of a part of a telephone number it would not be known what it is.
    fileName: kind === 'body' ? null : keptFileName(cleanFileName(name)),
    format: formatOrNull(spooled),
    digest: uploadDigest(spooled),
    tickets: ({ waiting, ...reading } = { signal }) =>
      ticketsOf(spooled, { ...reading, yieldIfDue, readAhead: limited(spooled, place, { signal, waiting }) }),
    checkedFile: { path: `${path}.checked`, room: place.room },
    signal,
    yieldIfDue,
  };
};

/** A preview of what lies in a file; nothing of it is read yet. */
export const previewOf = (
  spooled: SpooledPreview,
  { limitWorkbooks, room, ...reading }: Reading & Pick<Preview, 'yieldSlot' | 'watch'>,
): Preview => ({
  tenantId: spooled.tenantId,
  customer: spooled.customer,
  collectionId: spooled.collectionId,
  onDuplicate: spooled.onDuplicate,
  notNames: spooled.notNames,
  items: (options) =>
    ticketItems(spooled, {
      ...options,
      ...tableOf(spooled),
      readAhead: limited(spooled, { limitWorkbooks, room }, reading),
    }),
  remarks: spooled.remarksPath === undefined ? undefined : remarksFile(spooled.remarksPath),
  ...reading,
});

/** A workbook is read when it may be, by itself. */
const limited = (
  { path, tenantId, customer }: SpooledUpload | SpooledPreview,
  { limitWorkbooks: { first, later }, room }: Pick<Reading, 'limitWorkbooks' | 'room'>,
  { signal, waiting }: Omit<Waiter, 'tenantId' | 'customer'>,
): ReadAhead => {
  const waiter = { tenantId, customer, signal, waiting };
  return readAheadIn({
    ...{ path, room },
    limits: { first: (turn) => first(waiter, turn), later: (turn) => later(waiter, turn) },
  });
};

const tableOf = ({ columns, sheet, headerRow, readAs }: Spooled): TableChoice => ({
  columns,
  sheet,
  headerRow,
  readAs,
});

/** Whether reading it takes a process. */
export const isWorkbook = ({ kind, content }: Spooled): boolean => kind === 'file' && content.start === 'zip';

/** Null if the file cannot be read; reading it then throws the reason. */
const formatOrNull = (spooled: SpooledUpload): FileFormat | null => {
  try {
    return formatOf(spooled.content, spooled);
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
};

/** Identifies equal uploads: SHA-256, in hexadecimal, of the hash of the bytes (inflated), the collection, the assigned columns, whether it updates, and where its table is or as what it is read. */
const uploadDigest = ({
  sha256,
  collectionId,
  columns,
  onDuplicate,
  sheet,
  headerRow,
  readAs,
}: SpooledUpload): string | null => {
  if (sha256 === null) return null;
  const assigned = [...columns].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const isChosen = sheet !== undefined || headerRow !== undefined || readAs !== undefined;
  const place = isChosen ? [{ sheet, headerRow, readAs }] : [];
  return createHash('sha256')
    .update(JSON.stringify([sha256, collectionId, assigned, ...(onDuplicate ? [onDuplicate] : []), ...place]))
    .digest('hex');
};

/** Throws InvalidInput if the file cannot be read. */
async function* ticketsOf(
  spooled: SpooledUpload,
  reading: Pick<ReadOptions, 'signal' | 'yieldIfDue' | 'readAhead'>,
): AsyncIterable<RawTicket> {
  try {
    yield* readTickets(spooled, { ...tableOf(spooled), ...reading });
  } catch (error) {
    throw error instanceof UnreadableFile ? new InvalidInput(error.sentence) : error;
  }
}
