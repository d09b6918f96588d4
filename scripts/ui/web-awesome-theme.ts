import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type Metafile, transform } from 'esbuild';

/** What is in parentheses, such as the alternatives of `:is(…)`, as deep as selectors are nested. */
const group = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/** The selectors of a list, which commas divide outside of groups. */
const selectorsIn = (list: string): readonly string[] =>
  list.match(new RegExp(`(?:${group.source}|[^,()])+`, 'g')) ?? [];

/** A rule without nested ones, as a minified style sheet has them: its selectors and its declarations. */
const flatRule = /([^{}@;]+)\{([^{}]*)\}/g;

const themeClass = /\.(wa-[\w-]+)/g;
const declaration = /(--wa-[\w-]+):([^;{}]*);?/g;

const namesIn = (text: string): readonly string[] => [...text.matchAll(/--wa-[\w-]+/g)].map(([name]) => name);

/** Without the selectors that need a class of Web Awesome which no script names. */
const withoutUnusedClasses = (css: string, scripts: string): string =>
  css.replaceAll(flatRule, (rule, list: string, declarations: string) => {
    const selectors = selectorsIn(list);
    const used = selectors.filter((each) =>
      [...each.replaceAll(group, '').matchAll(themeClass)].every(([, name = '']) => scripts.includes(name)),
    );
    if (used.length === selectors.length) return rule;
    return used.length === 0 ? '' : `${used.join(',')}{${declarations}}`;
  });

/** Names of custom properties that scripts or declarations of other properties use, and those that the values of these use in turn. */
const usedNames = (css: string, scripts: string): ReadonlySet<string> => {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of css.matchAll(declaration)) values.set(name, `${values.get(name)} ${value}`);
  const used = new Set<string>();
  const use = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    namesIn(values.get(name) ?? '').forEach(use);
  };
  [...namesIn(scripts), ...namesIn(css.replaceAll(declaration, ''))].forEach(use);
  return used;
};

/**
 * Minified style sheets without what nobody uses of Web Awesome's theme, which has a palette, and a class for each use of each of its hues, that this interface
 * does not have: classes that no script names, and custom properties that nothing reads. Scripts are those of the whole interface, with Web Awesome's elements.
 */
export const usedTheme = (sheets: readonly string[], scripts: string): readonly string[] => {
  const withUsedClasses = sheets.map((css) => withoutUnusedClasses(css, scripts));
  const used = usedNames(withUsedClasses.join('\n'), scripts);
  return withUsedClasses.map((css) =>
    css.replaceAll(declaration, (whole, name: string) => (used.has(name) ? whole : '')),
  );
};

const textsOf = (paths: readonly string[]): Promise<string[]> =>
  Promise.all(paths.map((path) => readFile(path, 'utf8')));

/** Replaces the built style sheets by those without the unused part of the theme, named after what is left. */
export const withoutUnusedTheme = async (metafile: Metafile): Promise<Metafile> => {
  const paths = Object.keys(metafile.outputs);
  const sheets = paths.filter((path) => path.endsWith('.css'));
  const scripts = await textsOf(paths.filter((path) => path.endsWith('.js')));
  const used = usedTheme(await textsOf(sheets), scripts.join('\n'));
  const smaller = new Map<string, string>();
  for (const [index, sheet] of sheets.entries()) {
    const { code } = await transform(used[index] ?? '', { loader: 'css', minify: true, target: 'es2022' });
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase();
    const target = sheet.replace(/\w+(?=\.css$)/, hash);
    await rm(sheet);
    await writeFile(target, code);
    smaller.set(sheet, target);
  }
  const outputs = Object.entries(metafile.outputs).map(
    ([path, output]) => [smaller.get(path) ?? path, output] as const,
  );
  return { ...metafile, outputs: Object.fromEntries(outputs) };
};
