import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { call } from '../support/api.ts';
import { eventually } from '../support/browser/eventually.ts';
import { csvFile, goodRow } from '../support/web-files.ts';
import { webFor } from '../support/web-pages.ts';
import { webLanguages, webTexts, type WebTexts } from '../support/web-texts.ts';

const web = webFor(test);

type Walk = { readonly t: ExecutionContext; readonly page: Page; readonly say: WebTexts };

/** What has the focus, through shadow roots: its words, and whether one sees that it has it. */
const focused = `(() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body) return { words: '', isSeen: true };
  const host = at.getRootNode().host;
  const around = [at, host, at.closest('label'), ...(at.labels ?? [])].filter((each) => each);
  const words = around.flatMap((each) => [each.textContent, each.getAttribute('aria-label'), each.getAttribute('label')]);
  const chain = [];
  for (let each = at; each && each !== document.body; each = each.parentElement ?? each.getRootNode().host) chain.push(each);
  const parts = [...chain, ...(host ? host.shadowRoot.querySelectorAll('*') : [])];
  const marked = (each) => { const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each); return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'; };
  return { words: words.join(' ').replace(/\\s+/g, ' '), isSeen: at.matches(':focus-visible') && parts.some(marked) };
})()`;

type Focused = { readonly words: string; readonly isSeen: boolean };

/** Goes on with the Tab key until the focus is on what has these words, which may still be loading; each step on the way has to be seen. */
const tabTo = async ({ t, page }: Walk, wanted: string): Promise<void> => {
  const passed: string[] = [];
  const deadline = Date.now() + 10_000;
  for (let step = 0; step < 40 || Date.now() < deadline; step += 1) {
    await page.keyboard.press('Tab');
    const { words, isSeen } = await page.evaluate<Focused>(focused);
    t.true(isSeen, `the focus is not seen on: ${words}`);
    if (words.includes(wanted)) return;
    passed.push(words.slice(0, 40));
  }
  t.fail(`Tab does not come to ${wanted}, only to ${passed.slice(-40).join(' | ')}`);
};

const press = async (walk: Walk, wanted: string, key = 'Enter') => {
  await tabTo(walk, wanted);
  await walk.page.keyboard.press(key);
};

/** Waits for a page by its heading, and until the focus was led to one. */
const led = async ({ t, page }: Walk, name: string) => {
  await page.getByRole('heading', { name }).first().waitFor();
  t.true(await eventually(page, `/^h[12]$/.test(document.activeElement?.localName)`, true), name);
};

const register = async (walk: Walk) => {
  const { page, say } = walk;
  await page.goto('/');
  await page.getByRole('heading', { name: say.signIn }).waitFor();
  await press(walk, say.toRegister);
  await led(walk, say.registration);
  await tabTo(walk, say.email);
  await page.keyboard.type(`${randomUUID()}@example.com`);
  await tabTo(walk, say.password);
  await page.keyboard.type('long enough by far');
  await tabTo(walk, 'Free');
  await page.keyboard.press('ArrowDown');
  await press(walk, say.createAccount);
  await led(walk, say.start);
};

const upload = async (walk: Walk) => {
  const { t, page, say } = walk;
  const file = csvFile(
    'полки.csv',
    [1, 2, 3].map((id) => goodRow(id, `полка ${id}`)),
  );
  page.on('filechooser', (chooser) => void chooser.setFiles(file));
  await press(walk, say.withoutFile);
  await led(walk, say.firstCollection);
  await tabTo(walk, say.drop);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: say.send(3) }).waitFor();
  await led(walk, 'полки.csv');
  await press(walk, say.skipToSending);
  t.is(await page.evaluate<string>('document.activeElement.className'), 'preview-send');
  await page.keyboard.press('Control+Enter');
  await led(walk, say.added);
};

const search = async (walk: Walk) => {
  const { t, page, say } = walk;
  await press(walk, say.toSearch);
  await page.getByRole('heading', { name: say.hello }).first().waitFor();
  const field = `document.activeElement?.localName`;
  t.is(await eventually(page, field, 'wa-textarea'), 'wa-textarea', 'the focus is led into the field');
  await page.keyboard.type('не работает полка 2');
  await page.keyboard.press('Enter');
  await page.getByRole('article').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  const ticket = `document.activeElement?.closest('article')?.getAttribute('aria-label')`;
  const first = await page.evaluate<string>(ticket);
  t.truthy(first);
  await page.keyboard.press('j');
  t.not(await page.evaluate<string>(ticket), first);
  await page.keyboard.press('k');
  t.is(await page.evaluate<string>(ticket), first);
};

const remove = async (walk: Walk) => {
  const { t, page, say } = walk;
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await led(walk, say.collections);
  const trash = say.remove(say.firstCollection);
  await press(walk, trash);
  await page.getByRole('dialog', { name: say.askRemove(say.firstCollection) }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const label = `document.activeElement?.getAttribute('aria-label')`;
  t.is(await eventually(page, label, trash), trash, 'the focus comes back to where it was');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: say.askRemove(say.firstCollection) }).waitFor();
  await press(walk, say.removeThree);
  await led(walk, say.start);
  const title = 'document.activeElement?.textContent.trim()';
  t.is(await eventually(page, title, say.start), say.start, 'the focus is led to the heading');
};

for (const language of webLanguages('ru')) {
  // One after the other: a browser gives its file chooser to one page at a time.
  test.serial(
    `everything can be done with the keyboard alone, and the focus is always seen, in ${language}`,
    async (t) => {
      const { page } = await web.visit(t, { language });
      const walk = { t, page, say: webTexts[language] };
      await register(walk);
      const token = await page.evaluate<string>(`localStorage.getItem('precedent.token')`);
      t.like((await call(web.url(), 'GET /api/me', { credential: token })).body, { plan: 'starter' });
      await upload(walk);
      await search(walk);
      await remove(walk);
    },
  );
}
