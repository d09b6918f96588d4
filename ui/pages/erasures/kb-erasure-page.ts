import { html } from 'lit';
import { type Erasure, erasureClient } from '../../api/erasures.ts';
import { LightElement } from '../../components/light-element.ts';
import { erasureMessages } from '../../messages/erasure.ts';
import { translated } from '../../messages/language.ts';
import { erasureSheet } from './erasure-sheet.ts';
import './kb-receipt.ts';
import type { Receipt } from './kb-receipt.ts';

/** The receipt of an erasure of tickets. */
export class KbErasurePage extends LightElement {
  static override properties = { collectionId: { attribute: false }, erasureId: { attribute: false } };
  declare collectionId: string;
  declare erasureId: string;

  protected override watched() {
    return [this.app.collections.state];
  }

  /** The way back: of a deleted collection only the receipts are left. */
  get #back(): readonly [address: string, name: string] {
    const messages = translated(erasureMessages);
    const all = this.app.collections.value();
    const isGone = all?.every(({ id }) => id !== this.collectionId) ?? false;
    return isGone
      ? ['/erasures', messages.toReceipts]
      : [`/collections/${this.collectionId}/tickets`, messages.toTickets];
  }

  protected override render() {
    const { show, receipt: text } = erasureClient(this.app.api.send);
    const id = this.erasureId;
    const receipt: Receipt<Erasure> = { id, show: () => show(id), text: () => text(id), sheet: erasureSheet };
    return html`<kb-receipt
      .receipt=${receipt}
      .back=${this.#back}
      .missing=${translated(erasureMessages).missing}
    ></kb-receipt>`;
  }
}
customElements.define('kb-erasure-page', KbErasurePage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-erasure-page': KbErasurePage;
  }
}
