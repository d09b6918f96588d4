import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { readSetting, saveSetting } from './storage.ts';

/** Actions by single key (`j`, `?`) or by two keys in sequence (`g d`). */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Whether single-key shortcuts are on; they can be switched off (WCAG 2.1.4). */
export const shortcutsEnabled = (): boolean => readSetting('keys') !== 'off';
export const enableShortcuts = (on: boolean): void => saveSetting('keys', on ? undefined : 'off');

const maxSequenceMs = 1_000;

/**
 * The key of a shortcut: the character, or for layouts without Latin letters what the same key types in the US layout.
 * A Latin letter is taken as typed, so that Dvorak or AZERTY keep their own.
 */
const keyOf = ({ key, code, shiftKey }: KeyboardEvent, shortcuts: Shortcuts): string => {
  const typed = shiftKey ? key : key.toLowerCase();
  if (/^[a-z]$/i.test(typed) || Object.hasOwn(shortcuts, typed)) return typed;
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  if (letter !== undefined) return shiftKey ? letter.toUpperCase() : letter;
  return code === 'Slash' ? (shiftKey ? '?' : '/') : typed;
};

const isInField = (event: KeyboardEvent): boolean =>
  event
    .composedPath()
    .some(
      (each) =>
        each instanceof HTMLElement &&
        (each.isContentEditable || /^(input|textarea|select|dialog)$/i.test(each.tagName)),
    );

/** Binds single-key shortcuts while its host is connected; ignored in fields and dialogs and with Ctrl, Alt or ⌘. */
export class ShortcutController implements ReactiveController {
  readonly #shortcuts: Shortcuts;
  readonly #isActive: () => boolean;
  #previous = { key: '', at: 0 };

  /** Keys are left to others while `isActive` says no, for example those of a tab that is hidden. */
  constructor(host: ReactiveControllerHost, shortcuts: Shortcuts, isActive = (): boolean => true) {
    this.#shortcuts = shortcuts;
    this.#isActive = isActive;
    host.addController(this);
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (!this.#isActive() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!shortcutsEnabled() || isInField(event)) return;
    const key = keyOf(event, this.#shortcuts);
    const sequence = `${this.#previous.key} ${key}`;
    const isSequence = event.timeStamp - this.#previous.at < maxSequenceMs;
    this.#previous = { key, at: event.timeStamp };
    const run = (isSequence ? this.#shortcuts[sequence] : undefined) ?? this.#shortcuts[key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  hostConnected(): void {
    document.addEventListener('keydown', this.#onKeydown);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#onKeydown);
  }
}
