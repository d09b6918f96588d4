import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type ApiError, asApiError } from '../api/api-error.ts';

type Page<Item> = { readonly items: readonly Item[]; readonly next: string | null };

/** Fetches the page after a cursor; the first page for null. */
type FetchPage<Item> = (after: string | null, signal: AbortSignal) => Promise<Page<Item>>;

/** A list loaded page by page for its host. A request is cancelled by the next one and when the host is disconnected. */
export class PagedList<Item> implements ReactiveController {
  /** Undefined until the first page is loaded. */
  items: readonly Item[] | undefined;
  next: string | null = null;
  busy = false;
  failure: ApiError | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #fetchPage: FetchPage<Item>;
  #lastCursor: string | null = null;
  #controller = new AbortController();

  constructor(host: ReactiveControllerHost, fetchPage: FetchPage<Item>) {
    this.#host = host;
    this.#fetchPage = fetchPage;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#controller.abort();
  }

  /** Loads the first page; the current items stay until it arrives. */
  loadFirst(): void {
    void this.#load(null);
  }

  clear(): void {
    this.items = undefined;
    this.next = null;
  }

  more(): void {
    void this.#load(this.next);
  }

  /** Repeats the failed request. */
  retry(): void {
    void this.#load(this.#lastCursor);
  }

  async #load(after: string | null): Promise<void> {
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    this.#lastCursor = after;
    this.busy = true;
    this.failure = undefined;
    this.#host.requestUpdate();
    try {
      const { items, next } = await this.#fetchPage(after, signal);
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
