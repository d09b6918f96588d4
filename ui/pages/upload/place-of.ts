import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';

/** Where a ticket stands: the row of its table, or its place in a file that has no rows, both from 1; neither where it is the whole file. */
export const placeOf = ({ row, index }: { readonly row: number | null; readonly index: number | null }): string => {
  const messages = translated(uploadMessages);
  if (row !== null) return messages.inRow(row);
  return index === null ? messages.wholeFile : messages.inPlace(index + 1);
};
