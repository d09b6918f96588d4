import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { isSkipped, type SkippedTicket } from './upload-records.ts';

/** How to repair a ticket that a rule would skip, with the length that was too short, or the ticket of the file that it repeats. */
export const repairOf = ({ outcome, solution_length: length, repeats }: Omit<SkippedTicket, 'excerpt'>): string => {
  const { repair, repairByLength, repeated } = translated(uploadMessages);
  if (repeats) return repeated(repeats.same, repeats.row ?? repeats.index + 1, repeats.row !== null);
  if (!isSkipped(outcome)) return '';
  const isMeasured = outcome === 'no-solution' || outcome === 'ends-with-question';
  return isMeasured && length !== undefined ? repairByLength[outcome](length) : repair[outcome];
};
