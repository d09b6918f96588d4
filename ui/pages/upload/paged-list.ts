import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';

type Page<Item> = { readonly items: readonly Item[]; readonly next: string | null };

/** Brings the page after a place; the first one where that is null. */
type Ask<Item> = (after: string | null, signal: AbortSignal) => Promise<Page<Item>>;

/** A list that comes page by page for its host. What is asked is given up when something else is asked, and when the host goes. */
export class PagedList<Item> implements ReactiveController {
  /** Undefined before the first page has come. */
  items: readonly Item[] | undefined;
  next: string | null = null;
  busy = false;
  failure: ApiError | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #ask: Ask<Item>;
  #after: string | null = null;
  #asked = new AbortController();

  constructor(host: ReactiveControllerHost, ask: Ask<Item>) {
    this.#host = host;
    this.#ask = ask;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#asked.abort();
  }

  /** Asks for the first page; what is shown stays until it comes. */
  begin(): void {
    void this.#load(null);
  }

  clear(): void {
    this.items = undefined;
    this.next = null;
  }

  more(): void {
    void this.#load(this.next);
  }

  /** Asks once more for what has failed. */
  retry(): void {
    void this.#load(this.#after);
  }

  async #load(after: string | null): Promise<void> {
    this.#asked.abort();
    const { signal } = (this.#asked = new AbortController());
    this.#after = after;
    this.busy = true;
    this.failure = undefined;
    this.#host.requestUpdate();
    try {
      const { items, next } = await this.#ask(after, signal);
      this.items = after === null ? items : [...(this.items ?? []), ...items];
      this.next = next;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = asApiError(error);
    }
    this.busy = false;
    this.#host.requestUpdate();
  }
}
