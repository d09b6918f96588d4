import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Runs a side effect of its host, such as a request or a timer, before the first render and before each one for which a value has changed; `before`: the
 * values of the last run.
 */
export class Effect<const Values extends readonly unknown[]> implements ReactiveController {
  readonly #values: () => Values;
  readonly #run: (values: Values, before: Values | undefined) => void;
  #before: Values | undefined;

  constructor(
    host: ReactiveControllerHost,
    values: () => Values,
    run: (values: Values, before: Values | undefined) => void,
  ) {
    this.#values = values;
    this.#run = run;
    host.addController(this);
  }

  hostUpdate(): void {
    const values = this.#values();
    const before = this.#before;
    if (before?.every((value, index) => Object.is(value, values[index]))) return;
    this.#before = values;
    this.#run(values, before);
  }
}
