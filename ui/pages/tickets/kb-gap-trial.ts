import { html, nothing } from 'lit';
import { tryOnGap, type TrialResult } from '../../api/gaps.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { gapsMessages } from '../../messages/gaps.ts';
import { translated } from '../../messages/language.ts';

type Texts = { readonly problem: string; readonly solution: string };

/** Says how many questions of a gap a ticket with these texts would answer, as soon as that is known; without a reply it says nothing. */
export class KbGapTrial extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    gapId: { attribute: false },
    texts: { attribute: false },
    trial: { state: true },
  };
  declare collectionId: string;
  declare gapId: string;
  declare texts: Texts;
  declare trial: TrialResult | undefined;

  constructor() {
    super();
    new Effect(
      this,
      () => [this.gapId, this.texts],
      ([, texts]) => void this.#try(texts),
    );
  }

  async #try({ problem, solution }: Texts): Promise<void> {
    this.trial = undefined;
    const { collectionId, gapId, texts } = this;
    const trial = await tryOnGap(this.app.api.send, { collectionId, gapId }, { problem, solution }).catch(
      () => undefined,
    );
    if (this.texts === texts) this.trial = trial;
  }

  protected override render() {
    const { answered = null, tried = 0 } = this.trial ?? {};
    const said = html`${icon(answered === 0 ? 'circle-dashed' : 'circle-check')}<span
        >${translated(gapsMessages).answers(answered ?? 0, tried)}</span
      >`;
    return html`<p class="gap-trial" role="status">${answered === null ? nothing : said}</p>`;
  }
}
customElements.define('kb-gap-trial', KbGapTrial);

declare global {
  interface HTMLElementTagNameMap {
    'kb-gap-trial': KbGapTrial;
  }
}
