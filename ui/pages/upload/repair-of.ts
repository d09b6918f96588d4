import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { isSkipped, type SkippedTicket } from './upload-records.ts';

/** How to repair a ticket that a rule would skip, with the length that was too short. */
export const repairOf = ({ outcome, solution_length: length }: Omit<SkippedTicket, 'excerpt'>): string => {
  const { repair, repairByLength } = translated(uploadMessages);
  if (!isSkipped(outcome)) return '';
  const isMeasured = outcome === 'no-solution' || outcome === 'ends-with-question';
  return isMeasured && length !== undefined ? repairByLength[outcome](length) : repair[outcome];
};
