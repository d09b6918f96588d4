import { transform } from 'esbuild';

/** The texts of files by their path: style sheets below `styles/`, and the scripts whose templates use their classes. */
export type Sources = {
  readonly styles: ReadonlyMap<string, string>;
  readonly scripts: ReadonlyMap<string, string>;
};

/** Shorter names of classes would collide: all parts of the pages share one document. */
const shortestName = 4;

const classesIn = (selector: string): readonly string[] =>
  [...selector.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);

/** The selectors of a style sheet, nested ones with their ancestors. */
const selectorsOf = async (css: string): Promise<readonly string[]> => {
  const { code } = await transform(css, { loader: 'css', target: 'chrome100' });
  const heads = [...code.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim());
  return heads.filter((head) => !/^@|^(from|to|\d+%)/.test(head));
};

/** `parts/top-bar.css` and `pages/*.css` style one component, whose classes begin with the file's name; undefined for the sheets of all pages. */
const componentOf = (path: string): string | undefined => /(?:parts|pages)\/([\w-]+)\.css$/.exec(path)?.[1];

const isOf = (component: string) => (name: string) => name === component || name.startsWith(`${component}-`);

const faultsOfSheet = async (path: string, css: string): Promise<readonly string[]> => {
  const component = componentOf(path);
  const faults = /!\s*important/.test(css.replaceAll(/\/\*.*?\*\//gs, '')) ? [`${path}: !important; use a layer`] : [];
  for (const selector of await selectorsOf(css)) {
    const classes = classesIn(selector);
    for (const name of classes.filter(({ length }) => length < shortestName))
      faults.push(`${path}: the name of .${name} is too short`);
    const isOwn = component === undefined || classes.some(isOf(component)) || /(^|[^\w-])kb-|#/.test(selector);
    if (!isOwn) faults.push(`${path}: ${selector} has no class that begins with ${component}`);
  }
  return faults;
};

type Used = {
  /** Classes of templates, by name; the value is a file that uses it. */
  readonly names: ReadonlyMap<string, string>;
  /** Beginnings of names that templates complete: `is-${state}`. */
  readonly beginnings: readonly string[];
  /** Other string literals, which may reach a class attribute. */
  readonly literals: ReadonlySet<string>;
};

/** The classes that templates use. Elements with a shadow root style themselves. */
const usedIn = (scripts: Sources['scripts']): Used => {
  const names = new Map<string, string>();
  const beginnings: string[] = [];
  const literals = new Set<string>();
  for (const [path, text] of scripts) {
    if (/static (override )?styles\b/.test(text)) continue;
    for (const [, literal = ''] of text.matchAll(/'([a-z][\w-]*)'/g)) literals.add(literal);
    for (const [, quoted, computed] of text.matchAll(/\bclass=(?:"([^"]*)"|\$\{([^}]*)\})/g)) {
      const value = quoted ?? `\${${computed ?? ''}}`;
      for (const [, literal = ''] of value.matchAll(/[?:] '([^']*)'/g)) names.set(literal, path);
      for (const [, beginning = ''] of value.matchAll(/([\w-]+-)\$\{/g)) beginnings.push(beginning);
      const fixed = value.replaceAll(/[\w-]*\$\{[^}]*\}/g, ' ').split(/\s+/);
      for (const name of fixed.filter((each) => /^[a-z][\w-]*$/i.test(each))) names.set(name, path);
    }
  }
  names.delete('');
  return { names, beginnings, literals };
};

/** What breaks the rules of the styles: a class that no template uses or no rule styles, a name that is too short or lacks its component's, `!important`. */
export const styleFaults = async ({ styles, scripts }: Sources): Promise<readonly string[]> => {
  const { names, beginnings, literals } = usedIn(scripts);
  const styled = new Map<string, string>();
  const faults: string[] = [];
  for (const [path, css] of styles) {
    faults.push(...(await faultsOfSheet(path, css)));
    for (const selector of await selectorsOf(css)) for (const name of classesIn(selector)) styled.set(name, path);
  }
  const isUsed = (name: string) =>
    names.has(name) || literals.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
  for (const [name, path] of styled) if (!isUsed(name)) faults.push(`${path}: no template uses .${name}`);
  for (const [name, path] of names) if (!styled.has(name)) faults.push(`${path}: no rule styles .${name}`);
  return faults;
};

/** Classes that scripts of the first pages use though only sheets that are loaded later style them: a page would be shown without their rules. */
export const lazyClassFaults = async (first: Sources, lazy: Sources['styles']): Promise<readonly string[]> => {
  const classesOf = async (styles: Sources['styles']) => {
    const selectors = await Promise.all([...styles.values()].map(selectorsOf));
    return new Set(selectors.flat().flatMap(classesIn));
  };
  const [styled, styledLater] = [await classesOf(first.styles), await classesOf(lazy)];
  return [...usedIn(first.scripts).names]
    .filter(([name]) => styledLater.has(name) && !styled.has(name))
    .map(([name, path]) => `${path}: .${name} is styled by a sheet that is loaded later`);
};
