import type { ReactiveController, ReactiveControllerHost } from 'lit';

const gapPx = 24;

/** Positions a sticky column: at the top if it fits the window, otherwise so that its end stays visible. */
export class StickyColumn implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #selector: string;
  readonly #resizeObserver = new ResizeObserver(() => this.#position());
  #column: HTMLElement | undefined;

  constructor(host: ReactiveControllerHost & Element, selector: string) {
    this.#host = host;
    this.#selector = selector;
    host.addController(this);
  }

  #position(): void {
    if (!this.#column) return;
    const freeHeight = window.innerHeight - this.#column.offsetHeight - gapPx;
    this.#column.style.top = `${Math.min(gapPx, freeHeight)}px`;
  }

  hostUpdated(): void {
    if (this.#column) return;
    this.#column = this.#host.querySelector<HTMLElement>(this.#selector) ?? undefined;
    if (!this.#column) return;
    this.#resizeObserver.observe(this.#column);
    this.#resizeObserver.observe(document.documentElement);
  }

  hostDisconnected(): void {
    this.#resizeObserver.disconnect();
    this.#column = undefined;
  }
}
