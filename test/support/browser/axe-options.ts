/** Options of axe. It would fetch and parse all style sheets for a rule that is experimental and does not run. */
export const axeOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/** The same for the other theme, which changes colours and nothing else (`ui/styles/tokens.css`): the rules that look at colours. */
export const axeOptionsOfColours = {
  ...axeOptions,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** All other rules: the contrast of a whole page costs more than they do. */
export const axeOptionsWithoutColours = {
  ...axeOptions,
  rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } },
};
