import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { axeOptions, axeOptionsOfColours, axeOptionsWithoutColours } from './axe-options.ts';
import { eventually } from './eventually.ts';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type AxeResults = {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
};

type Theme = 'light' | 'dark';

/** Emulates the system's theme and waits until the page has applied it. */
const follow = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await eventually(page, `document.documentElement.classList.contains('wa-dark')`, theme === 'dark');
  await page.evaluate(painted);
};

/** Waits two frames, after which layout and colours are up to date. */
const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';

type Look = { readonly theme: Theme; readonly options: object };

/** The axe violations of a whole page; it stays in the last theme. */
const violationsOn = async (page: Page, looks: readonly Look[]): Promise<readonly string[]> => {
  const found: string[] = [];
  // Evaluated by the debugger, as the content security policy forbids foreign scripts.
  const isLoaded = await page.evaluate<boolean>('globalThis.axe !== undefined');
  if (!isLoaded) await page.evaluate(`(() => { ${axeSource} })()`);
  for (const { theme, options } of looks) {
    await follow(page, theme);
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
    for (const { id, nodes } of violations)
      for (const { html, failureSummary = '' } of nodes) found.push(`${theme}: ${id}: ${html}: ${failureSummary}`);
  }
  return found;
};

/** The page and its dialogs that scroll horizontally, with the elements that overflow them; floating elements get a second to reach their position. */
const sticksOut = `(async () => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
  const named = (each) => each.localName + (each.classList.length > 0 ? '.' + [...each.classList].join('.') : '');
  const measure = () => {
    const elements = all(document);
    const boxes = [document.documentElement, ...elements.filter((each) => each.matches('dialog[open]'))];
    return boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => {
      const edge = box.getBoundingClientRect().left + box.clientLeft + box.clientWidth;
      const wide = elements.filter((each) => each.getBoundingClientRect().right > edge + 0.5).slice(0, 8);
      return named(box) + ' by ' + (box.scrollWidth - box.clientWidth) + ' px: ' + wide.map(named).join(', ');
    });
  };
  for (let frame = 0; ; frame += 1) {
    const found = measure();
    if (found.length === 0 || frame === 60) return found;
    await new Promise((done) => requestAnimationFrame(done));
  }
})()`;

/** The elements that scroll horizontally in a window of 320 px. */
const overflowAt320 = async (page: Page): Promise<readonly string[]> => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.evaluate(painted);
  const overflow = await page.evaluate<readonly string[]>(sticksOut);
  if (before) await page.setViewportSize(before);
  return overflow;
};

const bothThemes: readonly Look[] = [
  { theme: 'dark', options: axeOptionsOfColours },
  { theme: 'light', options: axeOptions },
];
const inGate: readonly Look[] = [{ theme: 'light', options: axeOptionsWithoutColours }];

const isSoundIn =
  (looks: readonly Look[]) =>
  async (t: ExecutionContext, page: Page, state: string): Promise<void> => {
    t.deepEqual(await violationsOn(page, looks), [], state);
    t.deepEqual(await overflowAt320(page), [], state);
  };

/** Asserts that the page has no axe violations in either theme and no horizontal scrolling at 320 px. */
export const isSoundInBothThemes = isSoundIn(bothThemes);

/** Asserts that axe finds nothing on the page in either theme. */
export const isAccessible = async (t: ExecutionContext, page: Page, state: string): Promise<void> => {
  t.deepEqual(await violationsOn(page, bothThemes), [], state);
};

/** The same as `isSoundInBothThemes`, in the gate without colours: component tests look at those of each state in both themes, and the journey at those of each page. */
export const isSound = isSoundIn(process.env['TEST_SIZE'] === 'whole' ? bothThemes : inGate);
