import { html, type TemplateResult } from 'lit';
import { translated } from '../messages/language.ts';
import { questionsMessages } from '../messages/questions.ts';

type Chips<Name extends string> = {
  /** What each choice is called, in their order. */
  readonly names: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly choose: (name: Name) => void;
};

/** What a list shows, one of several. */
export const choiceChips = <Name extends string>({ names, chosen, choose }: Chips<Name>): TemplateResult => {
  const chip = (name: Name) =>
    html`<button
      class="tickets-chip"
      type="button"
      aria-pressed=${name === chosen ? 'true' : 'false'}
      @click=${() => choose(name)}
    >
      ${names[name]}
    </button>`;
  return html`<div class="tickets-chips" role="group" aria-label=${translated(questionsMessages).show}>
    ${(Object.keys(names) as Name[]).map(chip)}
  </div>`;
};
