import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { Page } from 'playwright-core';
import { call, newUser } from '../support/api.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);
const query = encodeURIComponent('Деньги за один заказ сняли два раза, что делать?');

/** Somebody with a collection of a long name that has the example tickets. */
const withTickets = async () => {
  const user = await newUser(web.url());
  const name = 'Техническая поддержка интернет-магазинов и пунктов выдачи Северо-Западного округа';
  const credential = user.token;
  const { body } = await call(web.url(), 'POST /api/collections', { credential, body: { name } });
  const { id } = body as { readonly id: string };
  const tickets = JSON.parse(readFileSync('scripts/demo/tickets.json', 'utf8')) as readonly unknown[];
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential, body: { tickets } });
  return { user, id };
};

/** The texts of elements that are wider than the elements. */
const cutTexts = (page: Page, selector: string) =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll('${selector}')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent.trim())`);

const sizeOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  return box ?? { width: 0, height: 0 };
};

/** A value of the style of the first such element. */
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`);

/** A window of 1 280 by 900 px at 200 %. */
const zoomed = { width: 640, height: 450 };

test('at 200 % numbers and categories are not cut, and nothing covers what is to be sent', async (t) => {
  const { user, id } = await withTickets();
  const { page } = await web.visitAs(t, user, zoomed);
  await page.goto(`/search#q=${query}`);
  await page.locator('.source-collection').first().waitFor();
  t.deepEqual(await cutTexts(page, '.ticket-chip, .ticket-number'), []);
  t.true((await sizeOf(page, '.ticket-number')).height < 30);
  await page.goto(`/collections/${id}/tickets`);
  await page.locator('.tickets-pick input').first().check({ force: true });
  await page.locator('.is-picking').waitFor();
  t.deepEqual(await cutTexts(page, '.tickets-numbered span'), []);
  t.true((await sizeOf(page, '.tickets-problem')).width > 250);
  await page.goto(`/collections/${id}/upload`);
  await page.locator('input[type=file]').first().setInputFiles('ui/templates/tickets.csv');
  await page.locator('.preview-send').waitFor();
  t.is(await styleOf(page, '.preview-send', 'position'), 'static');
});

test('at 200 % the texts of a preview have room beside two details of their tickets', async (t) => {
  const { user, id } = await withTickets();
  const { page } = await web.visitAs(t, user, zoomed);
  await page.goto(`/collections/${id}/upload`);
  const solution =
    'Выбрали прежний порт принтера, перезапустили службу печати, и пробная страница напечаталась. '.repeat(2);
  const table = `Номер;Категория;Описание;Ответ;Дата закрытия\nN-1;Печать;Не печатает;${solution};12.10.2026\n`;
  const file = { name: 'tickets.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.locator('.preview-tickets kb-folded-text').first().waitFor();
  t.true((await sizeOf(page, '.preview-tickets kb-folded-text')).width > 140);
});

test('on a phone the bar of a selection has three lines, and the list of keys begins at its top', async (t) => {
  const { user, id } = await withTickets();
  for (const language of ['ru', 'en'] as const) {
    const { page } = await web.visitAs(t, user, { width: 360, height: 740, touch: true, language });
    await page.goto(`/collections/${id}/tickets`);
    await page.locator('.tickets-pick input').nth(1).check({ force: true });
    await page.locator('.tickets-foot.is-bulk').waitFor();
    t.true((await sizeOf(page, '.tickets-foot')).height < 160);
    t.true((await sizeOf(page, '.tickets-pages')).height < 50);
    await page.locator('h1').first().focus();
    await page.keyboard.press('?');
    await page.locator('.shortcuts-switch').waitFor();
    const top = (await page.getByRole('heading', { name: language === 'ru' ? 'Клавиши' : 'Keys' }).boundingBox())?.y;
    t.true(top !== undefined && top > 0);
  }
});

test('on a phone the ring of what has the focus in a filter is not cut off', async (t) => {
  const { user, id } = await withTickets();
  const { page } = await web.visitAs(t, user, { width: 360, height: 740, touch: true });
  await page.goto(`/collections/${id}`);
  await page.getByText('Фильтр', { exact: true }).click();
  const select = page.locator('.search-filter-period select');
  await select.waitFor();
  const [row, field] = [await page.locator('.search-filter-row').boundingBox(), await select.boundingBox()];
  t.true((field?.y ?? 0) - (row?.y ?? 0) >= 3);
});

test('on a phone no sign stands alone at the beginning of a line before an erasure', async (t) => {
  const { user, id } = await withTickets();
  const { page } = await web.visitAs(t, user, { width: 360, height: 740, touch: true });
  await page.goto(`/collections/${id}/tickets/1002`);
  await page.locator('.drawer-more > button').click();
  await page.getByText('Удалить навсегда').locator('visible=true').click();
  await page.locator('.erase-hide').waitFor();
  t.true((await sizeOf(page, '.erase-hide')).height < 30);
});

test('the words of a query can be read in forced colours', async (t) => {
  const { user, id } = await withTickets();
  const { page } = await web.visitAs(t, user, { theme: 'dark' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/collections/${id}#q=${query}`);
  const mark = 'kb-source mark';
  await page.locator(mark).first().waitFor();
  const background = await styleOf(page, mark, 'background-color');
  t.not(background, await styleOf(page, mark, 'color'));
  t.not(background, 'rgba(0, 0, 0, 0)');
});

test('the chosen language and theme are told by more than their weight in forced colours', async (t) => {
  const { user } = await withTickets();
  const { page } = await web.visit(t);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/login');
  await page.locator('.sign-in-foot button').first().waitFor();
  t.is(await styleOf(page, '.sign-in-foot [aria-pressed=true]', 'text-decoration-line'), 'underline');
  t.is(await styleOf(page, '.sign-in-foot [aria-pressed=false]', 'text-decoration-line'), 'none');
  const { page: settings } = await web.visitAs(t, user);
  await settings.emulateMedia({ forcedColors: 'active' });
  await settings.goto('/settings');
  await settings.locator('.settings-options wa-radio').nth(4).waitFor();
  const outlineOf = (value: string) => styleOf(settings, `.settings-options wa-radio[value=${value}]`, 'outline-style');
  t.deepEqual(await Promise.all(['ru', 'system'].map(outlineOf)), ['solid', 'solid']);
  t.deepEqual(await Promise.all(['en', 'light', 'dark'].map(outlineOf)), ['none', 'none', 'none']);
});

test('the pages of a session are without a violation of axe in forced colours', async (t) => {
  const { user, id } = await withTickets();
  const { body } = await call(web.url(), `POST /api/collections/${id}/erasures`, {
    ...{ credential: user.token, body: { ticket_ids: ['1001'] } },
  });
  const asked = { collection_id: id, query: decodeURIComponent(query) };
  await call(web.url(), 'POST /api/search', { credential: user.token, body: asked });
  // It is recorded after its reply.
  const recorded = async () => {
    const listed = await call(web.url(), `GET /api/collections/${id}/questions`, { credential: user.token });
    return (listed.body as { readonly questions: readonly unknown[] }).questions.length > 0;
  };
  while (!(await recorded())) await setTimeout(200);
  const { page } = await web.visitAs(t, user);
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [path, shown] of [
    ['/', 'tbody button'],
    [`/collections/${id}#q=${query}`, 'kb-answer kb-copy-button'],
    [`/search#q=${query}`, '.source-collection'],
    [`/collections/${id}/upload`, 'kb-drop-zone'],
    [`/collections/${id}/questions`, '.questions-row'],
    [`/collections/${id}/tickets`, '.tickets-pick'],
    [`/collections/${id}/erasures/${(body as { readonly id: string }).id}`, '.erasure-sheet'],
    ['/erasures', '.erasure-collection'],
    ['/settings', 'kb-api-key button'],
  ] as const) {
    await page.goto(path);
    await page.locator(shown).first().waitFor();
    await isSound(t, page, path);
  }
});

test('a ticket has one way to be erased: its menu is hidden where its button is shown', async (t) => {
  const { user, id } = await withTickets();
  const { page } = await web.visitAs(t, user);
  await page.goto(`/collections/${id}/tickets/1002`);
  await page.locator('.drawer-erase').waitFor();
  t.false(await page.locator('.drawer-more > button').isVisible());
});
