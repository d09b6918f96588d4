import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Calls an action each time the browser comes back online while its host is shown. */
export class WhenOnline implements ReactiveController {
  readonly #action: () => void;

  constructor(host: ReactiveControllerHost, action: () => void) {
    this.#action = action;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('online', this.#action);
  }

  hostDisconnected(): void {
    window.removeEventListener('online', this.#action);
  }
}
