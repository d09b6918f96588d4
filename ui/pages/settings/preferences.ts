import type WaRadioGroup from '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import { html, type TemplateResult } from 'lit';
import { chooseTheme, chosenTheme, themes } from '../../browser/theme.ts';
import { chooseLanguage, language, languages, translated } from '../../messages/language.ts';
import { settingsMessages } from '../../messages/settings.ts';

type Choice<Value extends string> = {
  readonly label: string;
  readonly current: Value;
  readonly values: readonly Value[];
  readonly name: (value: Value) => string;
  readonly choose: (value: Value) => void;
};

const radioGroup = <Value extends string>({ label, current, values, name, choose }: Choice<Value>): TemplateResult => {
  const change = (event: Event) => {
    const { value } = event.target as WaRadioGroup;
    const chosen = values.find((each) => each === value);
    if (chosen !== undefined) choose(chosen);
  };
  return html`<wa-radio-group label=${label} orientation="horizontal" .value=${current} @change=${change}>
    ${values.map(
      (each) => html`<wa-radio appearance="button" value=${each} ?data-on=${each === current}>${name(each)}</wa-radio>`,
    )}
  </wa-radio-group>`;
};

const languageNames = { ru: 'Русский', en: 'English' };

/** The choices of language and theme, which apply at once; `onThemeChange` must render the page again. */
export const preferences = (onThemeChange: () => void): TemplateResult => {
  const messages = translated(settingsMessages);
  return html`<div class="settings-options">
    ${radioGroup({
      label: messages.language,
      current: language(),
      values: languages,
      name: (each) => languageNames[each],
      choose: chooseLanguage,
    })}
    ${radioGroup({
      label: messages.theme,
      current: chosenTheme(),
      values: themes,
      name: (each) => messages.themes[each],
      choose: (theme) => {
        chooseTheme(theme);
        onThemeChange();
      },
    })}
  </div>`;
};
