import type { ReactiveController, ReactiveControllerHost } from 'lit';
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

/** Downloads the tickets behind the filter of a list, one download at a time. */
export class TicketDownload implements ReactiveController {
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
    const messages = translated(ticketsMessages);
    this.#set(true);
    try {
      saveFile(await wanted.client.download(wanted.filter), `${wanted.name}.jsonl`);
      wanted.done(messages.downloaded);
    } catch (error) {
      wanted.failed(`${messages.notDownloaded}. ${requestErrorText(asApiError(error))}`);
    } finally {
      this.#set(false);
    }
  }
}
