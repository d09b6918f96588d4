import { ContextConsumer } from '@lit/context';
import { LitElement } from 'lit';
import { type AppContext, appContext } from '../app-context.ts';
import { languageChanged } from '../messages/language.ts';
import type { Observable } from '../observable.ts';

/** A page or a part of one: it renders into the document itself, so that the style sheets reach it, and again when the language changes. */
export class LightElement extends LitElement {
  readonly #context = new ContextConsumer(this, { context: appContext });
  #ends: (() => void)[] = [];

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** What the application offers. There from `connectedCallback` on. */
  protected get app(): AppContext {
    const { value } = this.#context;
    if (!value) throw new Error(`<${this.localName}> stands outside of <kb-app>`);
    return value;
  }

  /** What it renders again for; asked when it is connected. */
  protected watched(): readonly Pick<Observable<unknown>, 'subscribe'>[] {
    return [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const update = () => {
      this.requestUpdate();
    };
    this.#ends = [languageChanged(update), ...this.watched().map((each) => each.subscribe(update))];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#ends) end();
    this.#ends = [];
  }
}
