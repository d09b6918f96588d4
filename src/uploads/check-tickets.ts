import { InvalidInput } from '../domain/errors.ts';
import { ticketLimits } from '../domain/limits.ts';
import { parseTicket, tooManyTickets } from '../domain/ticket-input.ts';
import type { CheckedTicket, CheckedTickets } from './checked-tickets.ts';
import { type SentTicket, throwIfStopped, type Upload } from './upload.ts';

/** Reads and checks every ticket of an upload and keeps it; returns how many there are. Throws InvalidInput for the first that cannot be read. */
export const checkTickets = async (
  { tickets, signal, watch, yieldIfDue }: Pick<Upload, 'tickets' | 'signal' | 'watch' | 'yieldIfDue'>,
  checked: CheckedTickets,
): Promise<number> => {
  let total = 0;
  for await (const ticket of tickets()) {
    if (total >= ticketLimits.ticketsPerUpload) throw new InvalidInput(tooManyTickets);
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

const checkTicket = ({ value, place, row }: SentTicket): CheckedTicket => ({
  input: parseTicket(value, place),
  row: row ?? null,
});
