import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { acceptFiles } from '../../browser/file-drag.ts';

type Drop = {
  /** Whether a file may come now. */
  readonly takes: () => boolean;
  readonly take: (files: readonly File[]) => void;
};

/** Lets the whole window take a dropped file while its host is connected; `over` while one hangs above it. A drop zone that has taken it comes first. */
export class WindowDrop implements ReactiveController {
  over = false;
  readonly #host: ReactiveControllerHost;
  readonly #drop: Drop;

  constructor(host: ReactiveControllerHost, drop: Drop) {
    this.#host = host;
    this.#drop = drop;
    host.addController(this);
  }

  #show(over: boolean): void {
    if (over === this.over) return;
    this.over = over;
    this.#host.requestUpdate();
  }

  readonly #drag = (event: DragEvent): void => {
    if (this.#drop.takes() && acceptFiles(event)) this.#show(true);
  };

  readonly #leave = (event: DragEvent): void => {
    // Between two elements there is always the one that comes next.
    if (event.relatedTarget === null) this.#show(false);
  };

  readonly #fall = (event: DragEvent): void => {
    this.#show(false);
    if (event.defaultPrevented || !this.#drop.takes() || !acceptFiles(event)) return;
    this.#drop.take([...(event.dataTransfer?.files ?? [])]);
  };

  hostConnected(): void {
    window.addEventListener('dragover', this.#drag);
    window.addEventListener('dragleave', this.#leave);
    window.addEventListener('drop', this.#fall);
  }

  hostDisconnected(): void {
    window.removeEventListener('dragover', this.#drag);
    window.removeEventListener('dragleave', this.#leave);
    window.removeEventListener('drop', this.#fall);
  }
}
