import { asApiError } from '../../api/api-error.ts';
import type { TicketClient, TicketFilter } from '../../api/tickets.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { selectionMessages } from '../../messages/ticket-selection.ts';
import { maxSelected, type TicketActions } from './ticket-actions.ts';

type Wanted = {
  readonly client: Pick<TicketClient, 'found'>;
  readonly filter: () => TicketFilter;
  readonly actions: Pick<TicketActions, 'selectAll'>;
  readonly failed: (text: string) => void;
};

/** Selects the tickets behind the filter of a list, those of all its pages, unless the filter is changed meanwhile. */
export const selectFound = async ({ client, filter, actions, failed }: Wanted): Promise<void> => {
  const asked = filter();
  try {
    const rows = await client.found(asked, maxSelected);
    if (filter() === asked) actions.selectAll(rows);
  } catch (error) {
    failed(`${translated(selectionMessages).notSelected}. ${requestErrorText(asApiError(error))}`);
  }
};
