import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Counts seconds down for its host, which renders `secondsLeft`; calls `onEnd` when they have passed. */
export class Countdown implements ReactiveController {
  secondsLeft = 0;
  readonly #host: ReactiveControllerHost;
  readonly #onEnd: () => void;
  #endsAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, onEnd: () => void = () => undefined) {
    this.#host = host;
    this.#onEnd = onEnd;
    host.addController(this);
  }

  start(seconds: number): void {
    this.#endsAt = Date.now() + seconds * 1000;
    this.secondsLeft = seconds;
    this.#run();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.secondsLeft = 0;
  }

  hostConnected(): void {
    if (this.secondsLeft > 0) this.#run();
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }

  #run(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 250);
  }

  #tick(): void {
    const before = this.secondsLeft;
    this.secondsLeft = Math.max(0, Math.ceil((this.#endsAt - Date.now()) / 1000));
    if (this.secondsLeft !== before) this.#host.requestUpdate();
    if (this.secondsLeft > 0) return;
    clearInterval(this.#timer);
    this.#onEnd();
  }
}
