import type { EncodingFinding, FileContent } from './file-content.ts';
import type { TextEncoding } from './text-encoding.ts';
import { UnreadableFile } from './ticket-item.ts';
import { sentence } from '../domain/sentence.ts';

export type FileFormat = 'json' | 'csv' | 'xlsx';

/**
 * A JSON body is JSON. The format of a file by content: a ZIP is a workbook, a leading `[` is JSON, as is a leading `{` unless the name
 * ends in .csv or .tsv; anything else is CSV if the name ends in .csv, .tsv or .txt or the media type is text/* (docs/contract.md, "Uploads"). The file may be
 * gzip, with .gz after its name. Throws UnreadableFile that lists what is accepted.
 */
export const formatOf = (
  { start, encoding }: FileContent,
  { kind, name, type }: { readonly kind: 'body' | 'file'; readonly name: string; readonly type: string },
): FileFormat => {
  if (kind === 'body') return 'json';
  if (start === 'zip') return 'xlsx';
  if (start === 'array') return 'json';
  if (start === 'object' && !/\.(csv|tsv)(\.gz)?$/i.test(name.trim())) return 'json';
  if (start === 'compound') {
    throw new UnreadableFile(
      sentence`The workbook has a password or is in the old .xls format; save it as XLSX or CSV`,
    );
  }
  // As `>` of Windows PowerShell writes it; RFC 8259 has JSON in UTF-8.
  if (isUtf16(encoding) && /\.(json|jsonl|ndjson)(\.gz)?$/i.test(name.trim())) {
    throw new UnreadableFile(sentence`The file is in UTF-16, but JSON must be UTF-8; save it again as UTF-8`);
  }
  if (/\.(csv|tsv|txt)(\.gz)?$/i.test(name.trim()) || /^\s*text\//i.test(type)) return 'csv';
  throw new UnreadableFile(
    start === 'empty'
      ? 'The file is empty'
      : 'Unknown file format: send a JSON array of tickets, JSON Lines, a CSV file (.csv, .tsv, .txt) or an XLSX workbook',
  );
};

const isUtf16 = (encoding: EncodingFinding): boolean => encoding === 'utf-16le' || encoding === 'utf-16be';

/** The encoding of a CSV file. Throws UnreadableFile for damaged UTF-8. */
export const encodingOf = ({ encoding }: FileContent): TextEncoding => {
  if (typeof encoding === 'string') return encoding;
  throw new UnreadableFile(sentence`file is not valid UTF-8 at byte ${encoding.damagedAt}; save it again as UTF-8`);
};
