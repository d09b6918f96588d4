import { InvalidInput } from '../domain/errors.ts';
import { ticketLimits } from '../domain/limits.ts';
import { ownWords } from '../domain/sentence.ts';
import { parseTicket, tooManyTickets } from '../domain/ticket-input.ts';
import type { CheckedTicket, CheckedTickets } from './checked-tickets.ts';
import { tooLarge } from '../ticket-files/xlsx-refusals.ts';
import { type SentTicket, throwIfStopped, type Upload } from './upload.ts';

type Reading = Pick<Upload, 'tenantId' | 'tickets' | 'signal' | 'watch' | 'yieldIfDue' | 'limitReading'>;

/**
 * Reads and checks every ticket of an upload and keeps it; returns how many there are. Throws InvalidInput for the first that cannot be read, Stopping, and
 * Unavailable if the client has gone.
 */
export const checkTickets = async (upload: Reading, checked: CheckedTickets): Promise<number> => {
  const { tenantId, signal, watch, limitReading } = upload;
  const check = () => readAndCheck(upload, checked);
  try {
    return await (limitReading ? limitReading({ tenantId, signal, waiting: watch?.waiting }, check) : check());
  } catch (error) {
    throwIfStopped(signal, 0);
    throw error;
  }
};

const readAndCheck = async (
  { tickets, signal, watch, yieldIfDue, limitReading }: Reading,
  checked: CheckedTickets,
): Promise<number> => {
  let total = 0;
  for await (const ticket of tickets({ signal })) {
    if (total >= ticketLimits.ticketsPerUpload) throw new InvalidInput(ownWords(tooManyTickets));
    await checked.add(checkTicket(ticket));
    // To read it again it would take a slot for as long as it is processed.
    if (limitReading && checked.isFull()) throw new InvalidInput(tooLarge().sentence);
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
