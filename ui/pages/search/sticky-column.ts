import type { ReactiveController, ReactiveControllerHost } from 'lit';

const gap = 24;

/** Keeps a sticky column in sight: at the top while it fits the window, else scrolled until its end shows. */
export class StickyColumn implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #selector: string;
  readonly #resized = new ResizeObserver(() => this.#place());
  #column: HTMLElement | undefined;

  constructor(host: ReactiveControllerHost & Element, selector: string) {
    this.#host = host;
    this.#selector = selector;
    host.addController(this);
  }

  #place(): void {
    if (!this.#column) return;
    const room = window.innerHeight - this.#column.offsetHeight - gap;
    this.#column.style.top = `${Math.min(gap, room)}px`;
  }

  hostUpdated(): void {
    if (this.#column) return;
    this.#column = this.#host.querySelector<HTMLElement>(this.#selector) ?? undefined;
    if (!this.#column) return;
    this.#resized.observe(this.#column);
    this.#resized.observe(document.documentElement);
  }

  hostDisconnected(): void {
    this.#resized.disconnect();
    this.#column = undefined;
  }
}
