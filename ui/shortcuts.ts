import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { remember, remembered } from './remembered.ts';

/** What single keys do: `j`, `?`, or two in a row, `g d`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Whether single keys work; they can be switched off (WCAG 2.1.4). */
export const singleKeysWork = (): boolean => remembered('keys') !== 'off';
export const switchSingleKeys = (on: boolean): void => remember('keys', on ? undefined : 'off');

const within = 1_000;

const inField = (event: KeyboardEvent): boolean =>
  event
    .composedPath()
    .some(
      (each) =>
        each instanceof HTMLElement &&
        (each.isContentEditable || /^(input|textarea|select|dialog)$/i.test(each.tagName)),
    );

/** Binds single keys while its host is connected; they work outside of fields and dialogs only, and never with Ctrl, Alt or ⌘. */
export class ShortcutController implements ReactiveController {
  readonly #shortcuts: Shortcuts;
  #before = { key: '', at: 0 };

  constructor(host: ReactiveControllerHost, shortcuts: Shortcuts) {
    this.#shortcuts = shortcuts;
    host.addController(this);
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!singleKeysWork() || inField(event)) return;
    const pair = `${this.#before.key} ${event.key}`;
    const quick = event.timeStamp - this.#before.at < within;
    this.#before = { key: event.key, at: event.timeStamp };
    const run = (quick ? this.#shortcuts[pair] : undefined) ?? this.#shortcuts[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  hostConnected(): void {
    document.addEventListener('keydown', this.#press);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#press);
  }
}
