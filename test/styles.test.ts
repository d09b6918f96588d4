import { globSync, readFileSync } from 'node:fs';
import test from 'ava';
import { build } from 'esbuild';
import { lazyClassFaults, styleFaults } from '../scripts/ui/style-faults.ts';
import { smallerElement } from '../scripts/ui/web-awesome-elements.ts';
import { usedTheme } from '../scripts/ui/web-awesome-theme.ts';

const textsOf = (pattern: string): ReadonlyMap<string, string> =>
  new Map(globSync(pattern).map((path) => [path, readFileSync(path, 'utf8')]));

const styles = textsOf('ui/styles/**/*.css');
const scripts = textsOf('ui/**/*.ts');

test('every class of the interface has a rule and a template that uses it', async (t) => {
  t.deepEqual(await styleFaults({ styles, scripts }), []);
});

const planted = [
  ['ui/styles/parts/toast.css', '.toast-old { color: red }', 'no template uses .toast-old'],
  ['ui/styles/parts/toast.css', '.toast { .hit { color: red } }', 'the name of .hit is too short'],
  ['ui/styles/parts/toast.css', '.toast { color: red !important }', '!important; use a layer'],
  ['ui/styles/parts/toast.css', '.panel { color: red }', '.panel has no class that begins with toast'],
] as const;

for (const [path, css, fault] of planted) {
  test(`a style sheet with ${css} is refused`, async (t) => {
    const changed = new Map([...styles, [path, (styles.get(path) ?? '') + css]]);
    t.true((await styleFaults({ styles: changed, scripts })).includes(`${path}: ${fault}`));
  });
}

for (const [template, name] of [
  ['<p class="toast toast-new"></p>', 'toast-new'],
  ["<p class=\"toast ${isNew ? 'is-new' : ''}\"></p>", 'is-new'],
] as const) {
  test(`a template with ${template} is refused: no rule styles its class`, async (t) => {
    const changed = new Map([...scripts, ['ui/components/new.ts', `html\`${template}\``]]);
    t.deepEqual(await styleFaults({ styles, scripts: changed }), [`ui/components/new.ts: no rule styles .${name}`]);
  });
}

/** The sheets of the components that a sheet imports. */
const importedBy = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/@import url\('((?:parts|pages)\/[^']+)'\)/g)].map(
    ([, sheet = '']) => `ui/styles/${sheet}`,
  );
const lazySheets = importedBy('ui/styles/lazy.css');

const isLazy = (path: string): boolean => lazySheets.includes(path);
const only = (texts: ReadonlyMap<string, string>, wanted: (path: string) => boolean): ReadonlyMap<string, string> =>
  new Map([...texts].filter(([path]) => wanted(path)));

/** The scripts that are loaded without a page being opened: what the application and the first pages import, without what they import when it is needed. */
const firstScripts = async (): Promise<ReadonlyMap<string, string>> => {
  const entryPoints = ['ui/app.ts', 'ui/pages/guest-pages.ts', 'ui/pages/member-pages.ts'];
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'unwritten',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const found = new Set(entryPoints);
  for (const path of found)
    for (const each of metafile.inputs[path]?.imports ?? []) if (each.kind === 'import-statement') found.add(each.path);
  return only(scripts, (path) => found.has(path));
};

test('each style sheet of a component is loaded once, at once or with the pages that are opened later', (t) => {
  t.deepEqual(
    [...importedBy('ui/styles/app.css'), ...lazySheets].toSorted(),
    globSync('ui/styles/{parts,pages}/*.css').toSorted(),
  );
});

test('the first pages use no class that is styled by a sheet which is loaded later', async (t) => {
  const first = await firstScripts();
  t.true(first.size > 50 && first.size < scripts.size, `${first.size} of ${scripts.size} scripts`);
  const faults = (firstScriptTexts: ReadonlyMap<string, string>) =>
    lazyClassFaults({ styles: only(styles, (path) => !isLazy(path)), scripts: firstScriptTexts }, only(styles, isLazy));
  t.deepEqual(await faults(first), []);
  t.deepEqual(await faults(new Map([...first, ['ui/new.ts', 'html`<p class="drawer"></p>`']])), [
    'ui/new.ts: .drawer is styled by a sheet that is loaded later',
  ]);
});

test("of Web Awesome's theme a built style sheet has what scripts and other rules use", (t) => {
  const [css] = usedTheme(
    [
      ':where(:root),.wa-palette-old{--wa-red: #f00;--wa-blue: #00f;--wa-gray: #888}' +
        '.wa-brand-red{--wa-brand: var(--wa-red)}.wa-dark{--wa-brand: var(--wa-blue)}' +
        ':root{--wa-unread: 1px;--wa-font: serif}body{font-family:var(--wa-font)}.wa-a:is(b,:not(i,u)),p:is(.wa-a,:not(i,u)){color:red}',
    ],
    'classList.toggle("wa-dark");css`:host{color:var(--wa-brand)}`',
  );
  t.is(
    css,
    ':where(:root){--wa-blue: #00f;}.wa-dark{--wa-brand: var(--wa-blue)}:root{--wa-font: serif}body{font-family:var(--wa-font)}p:is(.wa-a,:not(i,u)){color:red}',
  );
});

const chunks = 'node_modules/@awesome.me/webawesome/dist/chunks';

test('the style sheets of Web Awesome’s elements are built small, with the rules that they had', async (t) => {
  const sheet = ':host {\n  /* A `code`. */\n  color: red;\n  &:has(b) {\n    content: "\\\\2013";\n  }\n}\n';
  const module = `var styles = css\`\n${sheet.replaceAll('`', '\\`')}\`;`;
  t.is(await smallerElement(module), 'var styles = css`:host{color:red;&:has(b){content:"\u2013"}}`;');
  t.is(await smallerElement('var styles = css`${other}`;'), 'var styles = css`${other}`;');
});

test('nothing is built of Web Awesome’s own icons and of the animations of icons', async (t) => {
  const whole = [...textsOf(`${chunks}/*.js`).values()].filter((text) =>
    /src\/components\/icon\/(?:icon\.styles|library\.system)\.ts/.test(text),
  );
  const icons = (await Promise.all(whole.map(smallerElement))).join('\n');
  t.regex(whole.join('\n'), /@keyframes/);
  t.notRegex(icons, /@keyframes|animation=|<svg/);
  t.regex(icons, /:host\(\[flip=x\]\)|:host\(\[flip=['"]?x/);
});
