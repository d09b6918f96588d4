import { readFile } from 'node:fs/promises';
import { type Plugin, transform } from 'esbuild';

/** The icons, `data:` addresses that the content security policy forbids and `ui/components/web-awesome.ts` replaces. */
const systemIcons = /(?<=\n\/\/ src\/components\/icon\/library\.system\.ts\n.*?)^var icons = \{$.*?^\};$/ms;

/** The animations of `wa-icon`, which no icon of this interface has: three times as much as all its other rules. */
const iconAnimations = /(?<=\n\/\/ src\/components\/icon\/icon\.styles\.ts\n.*?)\/\* #region Animations .*(?=`;$)/ms;

/** A style sheet without placeholders; esbuild minifies scripts, not the style sheets in their templates. */
const styleSheet = /(?<=\bcss`)(?:[^`\\$]|\\.)+(?=`)/gs;

const minified = async (literal: string): Promise<string> => {
  const { code } = await transform(literal.replaceAll(/\\(.)/gs, '$1'), {
    loader: 'css',
    minify: true,
    target: 'es2022',
    charset: 'utf8',
  });
  return code.trimEnd().replaceAll(/[\\`]|\$\{/g, '\\$&');
};

/** A module of Web Awesome without what this interface does not use of it, and with small style sheets. */
export const smallerElement = async (module: string): Promise<string> => {
  const used = module.replace(systemIcons, 'var icons = { solid: {}, regular: {} };').replace(iconAnimations, '');
  const sheets = await Promise.all((used.match(styleSheet) ?? []).map(minified));
  return used.replaceAll(styleSheet, () => sheets.shift() ?? '');
};

/** Builds with the smaller modules. */
export const smallerElements: Plugin = {
  name: 'smaller-elements',
  setup: (builder) => {
    builder.onLoad({ filter: /@awesome\.me\/webawesome\/dist\/chunks\/chunk\.\w+\.js$/ }, async ({ path }) => ({
      contents: await smallerElement(await readFile(path, 'utf8')),
    }));
  },
};
