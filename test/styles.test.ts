import { globSync, readFileSync } from 'node:fs';
import test from 'ava';
import { styleFaults } from '../scripts/ui/style-faults.ts';

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
