import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Gap, GapKind, GapState } from '../../api/gaps.ts';
import { figure } from '../../messages/format.ts';
import { gapsMessages } from '../../messages/gaps.ts';
import { translated } from '../../messages/language.ts';

type Listed = { readonly state: GapState; readonly kind: GapKind; readonly gaps: readonly Gap[] };

/** The gaps of a kind in a state, each as its card; nothing without any. */
export const gapSection = (
  { state, kind, gaps }: Listed,
  card: (gap: Gap) => TemplateResult,
): TemplateResult | typeof nothing => {
  if (gaps.length === 0) return nothing;
  return html`<section class="panel gap-section" aria-labelledby="gaps-${kind}">
    <h3 id="gaps-${kind}">${translated(gapsMessages).kinds[state][kind]} <span>${figure(gaps.length)}</span></h3>
    <ul>
      ${repeat(gaps, ({ id }) => id, card)}
    </ul>
  </section>`;
};
