import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { mapDiskFailure } from '../domain/disk-failure.ts';
import { diskRooms, type Room } from './disk-rooms.ts';
import { requireRoomIn } from './spool-folder.ts';

/** Room for twice the largest body, as Windows-1251 becomes UTF-8, and for the JSON around 100 000 tickets. */
export const pageFileBytes = 128 * 1024 * 1024;

/** What files of pages may take together: a workbook of a few kB may repeat a text in each of its rows. */
export const pageRooms = () => diskRooms({ tenant: 2 * pageFileBytes, customer: 3 * pageFileBytes });

/** A file of pages, created with mode 0600 for the first of them. Throws DiskFull, Unavailable if the disk fails otherwise, and what else the file system throws. */
export const pageFile = (path: string, room: Room, maxBytes = pageFileBytes) => {
  const lengths: number[] = [];
  let bytes = 0;
  let file: FileHandle | undefined;
  return {
    /** Returns false, and writes nothing, if the file would exceed its limit or there is no room. */
    append: async (page: Uint8Array): Promise<boolean> => {
      if (bytes + page.length > maxBytes || !room.take(page.length)) return false;
      bytes += page.length;
      try {
        await requireRoomIn(dirname(path), page.length);
        file ??= await open(path, 'wx+', 0o600);
        await file.writeFile(page);
      } catch (error) {
        throw mapDiskFailure(error);
      }
      lengths.push(page.length);
      return true;
    },
    /** The pages from an index on, those that are appended meanwhile included. */
    pages: async function* (from = 0): AsyncGenerator<Buffer, void> {
      let position = 0;
      for (const [index, length] of lengths.entries()) {
        if (file && index >= from) yield await readPage(file, position, length);
        position += length;
      }
    },
    /** Closes and removes the file; nothing can be read after that. */
    remove: async (): Promise<void> => {
      room.give(bytes);
      bytes = 0;
      if (!file) return;
      await file.close();
      await rm(path, { force: true });
    },
  };
};

const readPage = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  if (bytesRead !== length) throw new Error(`A file of pages has ${bytesRead} of ${length} bytes`);
  return buffer;
};
