import { createReadStream } from 'node:fs';
import { UnreadableFile } from './ticket-item.ts';

export type FileFormat = 'json' | 'csv' | 'xlsx';

const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Start of an OLE compound file: .xls, or a workbook with a password. */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Detects the format by content: a ZIP is a workbook, a leading `[` is JSON; anything else is CSV if the name ends in .csv, .tsv or .txt or the media
 * type is text/* (docs/contract.md, "Uploads"). Throws UnreadableFile that lists what is accepted.
 */
export const detectFormat = async (file: { path: string; name: string; type: string }): Promise<FileFormat> => {
  let isStart = true;
  for await (const chunk of createReadStream(file.path) as AsyncIterable<Buffer>) {
    if (isStart && chunk.subarray(0, 4).equals(zip)) return 'xlsx';
    if (isStart && chunk.subarray(0, 4).equals(compound)) {
      throw new UnreadableFile('The workbook has a password or is in the old .xls format; save it as XLSX or CSV');
    }
    const text = chunk.toString('latin1').replace(isStart ? /^ï»¿/ : '', '');
    isStart = false;
    const first = /[^ \t\r\n]/.exec(text)?.[0];
    if (first === '[') return 'json';
    if (first !== undefined) break;
  }
  if (/\.(csv|tsv|txt)$/i.test(file.name.trim()) || /^\s*text\//i.test(file.type)) return 'csv';
  throw new UnreadableFile(
    isStart
      ? 'The file is empty'
      : 'Unknown file format: send a JSON array of tickets, a CSV file (.csv, .tsv, .txt) or an XLSX workbook',
  );
};
