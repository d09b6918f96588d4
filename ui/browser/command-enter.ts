import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Ctrl or ⌘ with Enter. */
export const isCommandEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey);

/** Lets Ctrl or ⌘ with Enter do what the first button of its host does, from anywhere in it and where nothing has the focus. A link opens as ever, and a dialog has keys of its own. */
export class CommandEnterController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #act: () => void;

  constructor(host: ReactiveControllerHost & HTMLElement, act: () => void) {
    this.#host = host;
    this.#act = act;
    host.addController(this);
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (!isCommandEnter(event) || event.defaultPrevented || event.repeat) return;
    const path = event.composedPath();
    const isInside = event.target === document.body || path.includes(this.#host);
    if (!isInside || path.some((each) => each instanceof Element && each.matches('a[href], dialog'))) return;
    event.preventDefault();
    this.#act();
  };

  hostConnected(): void {
    document.addEventListener('keydown', this.#onKeydown);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#onKeydown);
  }
}
