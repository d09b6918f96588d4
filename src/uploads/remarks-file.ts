import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { mapDiskFailure } from '../domain/disk-failure.ts';
import type { RepeatPreview, SkippedRemark, Unreadable } from '../ports/ingest.ts';
import { requireRoomIn } from './spool-folder.ts';

/** A ticket that would be skipped, or what cannot be read. Their number is that of the tickets and unreadable rows of an upload. */
export type Remark = SkippedRemark | Unreadable;

/** UTF-16 units that are collected before they are written. */
const pageLength = 64 * 1024;

/** Writes every remark of a preview as a line of JSON; `end` writes the rest. Throws DiskFull, and Unavailable if the disk fails otherwise. */
export const remarksFile = (path: string) => {
  let page = '';
  const write = async (): Promise<void> => {
    const text = page;
    page = '';
    try {
      await requireRoomIn(dirname(path), Buffer.byteLength(text));
      await appendFile(path, text, { mode: 0o600 });
    } catch (error) {
      throw mapDiskFailure(error);
    }
  };
  return {
    add: async (remark: Remark): Promise<void> => {
      page += `${JSON.stringify(lineOf(remark))}\n`;
      if (page.length >= pageLength) await write();
    },
    end: write,
  };
};

export type RemarksFile = ReturnType<typeof remarksFile>;

const lineOf = (remark: Remark): object =>
  'detail' in remark
    ? { index: remark.index, row: remark.row, detail: remark.detail }
    : {
        ...{ index: remark.index, row: remark.row, ticket_id: remark.ticketId, outcome: remark.outcome },
        solution_length: remark.solutionLength,
        repeats: remark.repeats && repeatOf(remark.repeats),
      };

const repeatOf = ({ index, row, isSame }: RepeatPreview): object => ({ index, row, same: isSame });
