import type { ReactiveController, ReactiveControllerHost } from 'lit';
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
export class FoundSelection implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #wanted: () => Wanted | undefined;
  #isRunning = false;

  constructor(host: ReactiveControllerHost, wanted: () => Wanted | undefined) {
    this.#host = host;
    this.#wanted = wanted;
    host.addController(this);
  }

  hostConnected(): void {
    this.#set(false);
  }

  #set(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#host.requestUpdate();
  }

  /** Begins; undefined while one runs. */
  get action(): (() => void) | undefined {
    return this.#isRunning ? undefined : () => void this.#run();
  }

  async #run(): Promise<void> {
    const wanted = this.#wanted();
    if (!wanted) return;
    const filter = wanted.filter();
    this.#set(true);
    try {
      const rows = await wanted.client.found(filter, maxSelected);
      if (wanted.filter() === filter) wanted.actions.selectAll(rows);
    } catch (error) {
      wanted.failed(`${translated(selectionMessages).notSelected}. ${requestErrorText(asApiError(error))}`);
    } finally {
      this.#set(false);
    }
  }
}
