import { html, nothing, type TemplateResult } from 'lit';
import { gapsMessages } from '../../messages/gaps.ts';
import { translated } from '../../messages/language.ts';
import { gapsAddress } from '../gaps/gaps-address.ts';
import { questionsAddress } from './question-address.ts';

/** The two pages about a collection's questions, in the order of the keys `1` and `2`. */
const addresses = {
  history: (collectionId: string) => questionsAddress(collectionId, {}),
  gaps: (collectionId: string) => gapsAddress(collectionId),
} as const;

type Segment = keyof typeof addresses;

const names = Object.keys(addresses) as Segment[];

/** The links between the history of questions and their gaps. */
export const questionSegments = (collectionId: string, shown: Segment): TemplateResult => {
  const messages = translated(gapsMessages);
  const link = (name: Segment) =>
    html`<a href=${addresses[name](collectionId)} aria-current=${name === shown ? 'page' : nothing}
      >${messages[name]}</a
    >`;
  return html`<nav class="segments" aria-label=${messages.parts}>${names.map(link)}</nav>`;
};

/** The keys that lead to these pages; `go` is given the page's address by the id of its collection. */
export const segmentShortcuts = (
  go: (addressOf: (collectionId: string) => string) => void,
): Record<'1' | '2', () => void> => ({
  '1': () => go(addresses.history),
  '2': () => go(addresses.gaps),
});
