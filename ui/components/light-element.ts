import { ContextConsumer } from '@lit/context';
import { LitElement } from 'lit';
import { type AppContext, appContext } from '../app-context.ts';
import { onLanguageChange } from '../messages/language.ts';
import type { Observable } from '../state/observable.ts';

/** Base class of pages and their parts. Renders without a shadow root, so that the global style sheets apply, and again when the language changes. */
export class LightElement extends LitElement {
  readonly #context = new ContextConsumer(this, { context: appContext });
  #unsubscribes: (() => void)[] = [];

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Available from `connectedCallback` on. */
  protected get app(): AppContext {
    const { value } = this.#context;
    if (!value) throw new Error(`<${this.localName}> is outside of <kb-app>`);
    return value;
  }

  /** The observables whose changes trigger a new render; read when the element is connected. */
  protected watched(): readonly Pick<Observable<unknown>, 'subscribe'>[] {
    return [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const update = () => {
      this.requestUpdate();
    };
    this.#unsubscribes = [onLanguageChange(update), ...this.watched().map((each) => each.subscribe(update))];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.#unsubscribes = [];
  }
}
