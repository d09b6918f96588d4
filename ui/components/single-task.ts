import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Runs a task of its host, one at a time; the host is rendered when it begins and when it ends. */
export class SingleTask implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #run: () => Promise<void>;
  #isRunning = false;

  constructor(host: ReactiveControllerHost, run: () => Promise<void>) {
    this.#host = host;
    this.#run = run;
    host.addController(this);
  }

  hostConnected(): void {
    this.#set(false);
  }

  #set(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#host.requestUpdate();
  }

  /** Begins; undefined while it runs. */
  get action(): (() => void) | undefined {
    return this.#isRunning ? undefined : () => void this.#begin();
  }

  async #begin(): Promise<void> {
    this.#set(true);
    try {
      await this.#run();
    } finally {
      this.#set(false);
    }
  }
}
