import { html, nothing, type TemplateResult } from 'lit';
import { notNameLimits, wordsIn } from '../../src/domain/not-names.ts';
import { type ApiError, asApiError } from '../api/api-error.ts';
import type { Removed } from '../api/records.ts';
import { commonMessages } from '../messages/common.ts';
import { translated } from '../messages/language.ts';
import { removedMessages } from '../messages/removed.ts';
import { fieldError } from './field-error.ts';
import { icon } from './icon.ts';
import './kb-dialog.ts';
import './kb-failure.ts';
import { LightElement } from './light-element.ts';

/** As many links as the service names. */
const mostNamed = 20;

/**
 * Tells what was removed, and lets its reader say that a name is none: its words are added to those that are never names in the collection. Fires `freed`
 * when they are, so that the texts are cleaned anew.
 */
export class KbRemoved extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    removed: { attribute: false },
    asking: { state: true },
    busy: { state: true },
    isFull: { state: true },
    failure: { state: true },
  };
  declare collectionId: string;
  declare removed: Removed;
  /** The name that is asked about. */
  declare asking: string | undefined;
  declare busy: boolean;
  declare isFull: boolean;
  declare failure: ApiError | undefined;

  #ask(name: string | undefined): void {
    Object.assign(this, { asking: name, busy: false, isFull: false, failure: undefined });
  }

  async #free(name: string): Promise<void> {
    if (this.busy) return;
    Object.assign(this, { busy: true, failure: undefined });
    const { api, announce } = this.app;
    try {
      const before = await api.notNames(this.collectionId);
      const words = [...before, ...wordsIn(name)];
      this.isFull = words.length > notNameLimits.words;
      if (this.isFull) return;
      await api.configureCollection(this.collectionId, { not_names: words });
      this.#ask(undefined);
      announce(translated(removedMessages).freed(name));
      this.dispatchEvent(new CustomEvent('freed'));
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  /** Their number, and those that are named, in the file's own words: nothing marks where they were. */
  #links(): TemplateResult | typeof nothing {
    const messages = translated(removedMessages);
    const { links, link_texts: texts } = this.removed;
    if (links === 0) return nothing;
    return html`<div class="removed-links">
      ${icon('link')}
      <div>
        <p>${messages.links(links)}</p>
        ${
          texts.length === 0
            ? nothing
            : html`<ul>
                ${texts.map(
                  ({ text, tickets }) =>
                    html`<li>
                      <del>${text}</del>${tickets > 1 ? html` <small>${messages.inTickets(tickets)}</small>` : nothing}
                    </li>`,
                )}
              </ul>`
        }
        ${texts.length < mostNamed ? nothing : html`<p>${messages.mostFrequent(texts.length)}</p>`}
      </div>
    </div>`;
  }

  #names(): TemplateResult | typeof nothing {
    const messages = translated(removedMessages);
    const { names } = this.removed;
    if (names.length === 0) return nothing;
    return html`<div class="removed-names">
      <span>${messages.names}</span>
      <ul>
        ${names.map(
          ({ name, tickets }) =>
            html`<li>
              <b>${name}</b>${tickets > 1 ? html` <small>${messages.inTickets(tickets)}</small>` : nothing}
              <button class="link" type="button" aria-label=${messages.isNotName(name)} @click=${() => this.#ask(name)}>
                ${messages.notName}
              </button>
            </li>`,
        )}
      </ul>
    </div>`;
  }

  #dialog(name: string): TemplateResult {
    const messages = translated(removedMessages);
    const { busy, isFull, failure } = this;
    return html`<kb-dialog open heading=${messages.ask(name)} @close=${() => this.#ask(undefined)}>
      <div class="removed-dialog">
        <p>${messages.what(wordsIn(name))}</p>
        <p>${messages.person}</p>
        <p>${messages.stored}</p>
        ${isFull ? html`<div role="alert">${fieldError(messages.full)}</div>` : nothing}
        ${failure ? html`<kb-failure .error=${failure}></kb-failure>` : nothing}
      </div>
      <wa-button slot="actions" appearance="outlined" autofocus @click=${() => this.#ask(undefined)}
        >${translated(commonMessages).cancel}</wa-button
      >
      <wa-button slot="actions" variant="brand" ?loading=${busy} @click=${() => void this.#free(name)}
        >${messages.free}</wa-button
      >
    </kb-dialog>`;
  }

  protected override render() {
    const { asking } = this;
    return html`${this.#links()}${this.#names()}${asking === undefined ? nothing : this.#dialog(asking)}`;
  }
}
customElements.define('kb-removed', KbRemoved);

declare global {
  interface HTMLElementTagNameMap {
    'kb-removed': KbRemoved;
  }
}
