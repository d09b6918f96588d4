import { asApiError } from '../../api/api-error.ts';
import type { TicketClient, TicketFilter } from '../../api/tickets.ts';
import { saveFile } from '../../browser/save-file.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { ticketsMessages } from '../../messages/tickets.ts';

/** What is downloaded, under which name, and who is told of the end. */
type Wanted = {
  readonly client: Pick<TicketClient, 'download'>;
  readonly filter: TicketFilter;
  readonly name: string;
  readonly done: (text: string) => void;
  readonly failed: (text: string) => void;
};

/** Downloads the tickets behind the filter of a list. */
export const downloadTickets = async ({ client, filter, name, done, failed }: Wanted): Promise<void> => {
  const messages = translated(ticketsMessages);
  try {
    saveFile(await client.download(filter), `${name}.jsonl`);
    done(messages.downloaded);
  } catch (error) {
    failed(`${messages.notDownloaded}. ${requestErrorText(asApiError(error))}`);
  }
};
