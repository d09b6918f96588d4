import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ApiError } from '../api/api-error.ts';
import { type Loader, loader, type LoadState } from '../state/loader.ts';
import { Effect } from './effect.ts';

/** Who walks through a list, or looks at a row for a moment, asks for none of its details: each of them is a request of the user's limit. */
const restMs = 400;

type Options<Value> = {
  /** Of the row that is open. */
  readonly id: () => string;
  readonly load: (id: string) => Promise<Value>;
  /** Whether something of it is shown already. */
  readonly isKnown: () => boolean;
  /** Whether it is loaded by itself; otherwise by `ensure`. */
  readonly isWanted?: () => boolean;
  readonly onFailure?: (error: ApiError) => void;
};

/** What a drawer beside a list shows of a row beyond what the list has: loaded when the row has been open for a moment, at once if nothing of it is known. */
export class DrawerDetails<Value> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: Options<Value>;
  #loader: Loader<Value> | undefined;
  #unsubscribe: () => void = () => undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, options: Options<Value>) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
    new Effect(
      host,
      () => [options.id()],
      ([id]) => this.#open(id),
    );
  }

  get state(): LoadState<Value> {
    return this.#loader?.state.get() ?? { state: 'loading' };
  }

  get value(): Value | undefined {
    return this.#loader?.value();
  }

  readonly load = (): void => void this.#loader?.load();

  /** Loads what is neither there nor on its way. */
  ensure(): void {
    clearTimeout(this.#waiting);
    this.#loader?.ensure();
  }

  set(value: Value): void {
    this.#loader?.set(value);
  }

  #open(id: string): void {
    const { load, isKnown, isWanted = () => true, onFailure } = this.#options;
    this.#end();
    const details = (this.#loader = loader(() => load(id)));
    this.#unsubscribe = details.state.subscribe(() => {
      const loaded = details.state.get();
      if (loaded.state === 'failed') onFailure?.(loaded.error);
      this.#host.requestUpdate();
    });
    if (!isWanted()) return;
    if (isKnown()) this.#waiting = setTimeout(() => void details.load(), restMs);
    else void details.load();
  }

  #end(): void {
    this.#unsubscribe();
    clearTimeout(this.#waiting);
    this.#loader?.clear();
  }

  hostDisconnected(): void {
    this.#end();
  }
}
