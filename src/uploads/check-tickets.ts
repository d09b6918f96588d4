import { InvalidInput } from '../domain/errors.ts';
import { ticketLimits } from '../domain/limits.ts';
import { ownWords } from '../domain/sentence.ts';
import { parseTicket, tooManyTickets } from '../domain/ticket-input.ts';
import type { CheckedTicket, CheckedTickets } from './checked-tickets.ts';
import { type SentTicket, throwIfStopped, type Upload } from './upload.ts';

type Reading = Pick<Upload, 'tickets' | 'signal' | 'watch' | 'yieldIfDue'>;

/**
 * Reads and checks every ticket of an upload and keeps it; returns how many there are. Throws InvalidInput for the first that cannot be read, Stopping, and
 * Unavailable if the client has gone.
 */
export const checkTickets = async (upload: Reading, checked: CheckedTickets): Promise<number> => {
  try {
    return await readAndCheck(upload, checked);
  } catch (error) {
    throwIfStopped(upload.signal, 0);
    throw error;
  }
};

const readAndCheck = async (
  { tickets, signal, watch, yieldIfDue }: Reading,
  checked: CheckedTickets,
): Promise<number> => {
  let total = 0;
  for await (const ticket of tickets({ signal, waiting: watch?.waiting })) {
    if (total >= ticketLimits.ticketsPerUpload) throw new InvalidInput(ownWords(tooManyTickets));
    await checked.add(checkTicket(ticket));
    total += 1;
    watch?.read(1);
    await yieldIfDue();
    throwIfStopped(signal, 0);
  }
  watch?.total(total);
  return total;
};

/** The tickets that were checked, in their order. Those that were not kept are read from the upload again. */
export async function* readChecked(
  { tickets, yieldIfDue }: Pick<Upload, 'tickets' | 'yieldIfDue'>,
  checked: CheckedTickets,
): AsyncGenerator<CheckedTicket, void> {
  for await (const ticket of checked.read()) {
    yield ticket;
    await yieldIfDue();
  }
  if (!checked.isFull()) return;
  let index = 0;
  for await (const ticket of tickets()) {
    await yieldIfDue();
    if (index >= checked.count()) yield checkTicket(ticket);
    index += 1;
  }
}

const checkTicket = ({ value, pathOf, row, skip }: SentTicket): CheckedTicket => ({
  input: parseTicket(value, pathOf),
  row: row ?? null,
  ...(skip && { skip }),
});
