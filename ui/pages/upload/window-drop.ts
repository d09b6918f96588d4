import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { acceptFiles } from '../../browser/file-drag.ts';

type Options = {
  readonly isEnabled: () => boolean;
  readonly onFiles: (files: readonly File[]) => void;
};

/** Makes the whole window a drop target while its host is connected; `isOver` while a file is dragged over it. Drops handled by a drop zone are ignored. */
export class WindowDrop implements ReactiveController {
  isOver = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: Options;

  constructor(host: ReactiveControllerHost, options: Options) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  #setOver(isOver: boolean): void {
    if (isOver === this.isOver) return;
    this.isOver = isOver;
    this.#host.requestUpdate();
  }

  readonly #onDragover = (event: DragEvent): void => {
    if (this.#options.isEnabled() && acceptFiles(event)) this.#setOver(true);
  };

  readonly #onDragleave = (event: DragEvent): void => {
    // Null only when the pointer leaves the window.
    if (event.relatedTarget === null) this.#setOver(false);
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.#setOver(false);
    if (event.defaultPrevented || !this.#options.isEnabled() || !acceptFiles(event)) return;
    this.#options.onFiles([...(event.dataTransfer?.files ?? [])]);
  };

  hostConnected(): void {
    window.addEventListener('dragover', this.#onDragover);
    window.addEventListener('dragleave', this.#onDragleave);
    window.addEventListener('drop', this.#onDrop);
  }

  hostDisconnected(): void {
    window.removeEventListener('dragover', this.#onDragover);
    window.removeEventListener('dragleave', this.#onDragleave);
    window.removeEventListener('drop', this.#onDrop);
  }
}
