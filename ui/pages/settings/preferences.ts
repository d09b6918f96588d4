import type WaRadioGroup from '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import { html, type TemplateResult } from 'lit';
import { chooseLanguage, language, languages, translated } from '../../messages/language.ts';
import { settingsMessages } from '../../messages/settings.ts';
import { chooseTheme, chosenTheme, themes } from '../../browser/theme.ts';

type Choice<Value extends string> = {
  readonly label: string;
  readonly now: Value;
  readonly values: readonly Value[];
  readonly name: (value: Value) => string;
  readonly choose: (value: Value) => void;
};

const choice = <Value extends string>({ label, now, values, name, choose }: Choice<Value>): TemplateResult => {
  const change = (event: Event) => {
    const { value } = event.target as WaRadioGroup;
    const chosen = values.find((each) => each === value);
    if (chosen !== undefined) choose(chosen);
  };
  return html`<wa-radio-group label=${label} orientation="horizontal" .value=${now} @change=${change}>
    ${values.map(
      (each) => html`<wa-radio appearance="button" value=${each} ?data-on=${each === now}>${name(each)}</wa-radio>`,
    )}
  </wa-radio-group>`;
};

const languageNames = { ru: 'Русский', en: 'English' };

/** Language and theme, which apply at once; `changed` renders the page anew. */
export const preferences = (changed: () => void): TemplateResult => {
  const messages = translated(settingsMessages);
  return html`<div class="opt">
    ${choice({
      label: messages.language,
      now: language(),
      values: languages,
      name: (each) => languageNames[each],
      choose: chooseLanguage,
    })}
    ${choice({
      label: messages.theme,
      now: chosenTheme(),
      values: themes,
      name: (each) => messages.themes[each],
      choose: (theme) => {
        chooseTheme(theme);
        changed();
      },
    })}
  </div>`;
};
