import test from 'ava';
import type { Page } from 'playwright-core';
import { call, newCollection, newUser, type User } from '../support/api.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

const solution = (more: string) =>
  `Роутер перегревался и перезагружался сам. Убрали его с батареи, сменили порт на коммутаторе и обновили прошивку ${more}.`;

const collectionOf = async (user: User, count: number): Promise<string> => {
  const id = await newCollection(web.url(), user, 'Абоненты');
  const tickets = Array.from({ length: count }, (_, index) => ({
    ticket_id: String(4_700 + index),
    category: index % 3 === 0 ? 'Оплата' : 'Интернет',
    description: index % 2 === 0 ? 'Обрывы связи каждые десять минут' : 'Не проходит оплата картой',
    messages: [{ role: 'support', text: solution('до 3.1.8') }],
  }));
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  return id;
};

const rows = (page: Page) => page.locator('tbody tr');
const drawer = (page: Page) => page.locator('aside');

test.serial(
  'tickets are listed in pages, found by words in any form, and corrected; a search finds the new text',
  async (t) => {
    const user = await newUser(web.url());
    const id = await collectionOf(user, 60);
    const { page } = await web.visitAs(t, user);
    await page.goto(`/collections/${id}`);
    await page.locator('h1').waitFor();
    // Keys of one letter are for what is outside of fields.
    await page.locator('kb-search-box textarea').blur();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL(`**/collections/${id}/tickets`);
    await page.getByText('1–50 из 60').waitFor();
    await isSound(t, page, 'the list of tickets');
    await page.getByRole('button', { name: 'Дальше' }).click();
    await page.getByText('51–60 из 60').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('обрывов');
    await page.locator('mark').first().waitFor();
    t.regex(new URL(page.url()).hash, /^#text=/);
    await rows(page).filter({ hasText: '4758' }).click();
    await drawer(page).getByRole('heading', { name: '№4758' }).waitFor();
    await drawer(page).getByText('Добавлено').waitFor();
    await isSound(t, page, 'a ticket beside the list');
    await page.keyboard.press('e');
    await page.locator('#edit-solution').fill(`${solution('до 3.2.0')} Звонили на +7 912 345-67-89.`);
    await isSound(t, page, 'a ticket in fields');
    await page.keyboard.press('Control+Enter');
    await drawer(page).getByText('Скроем: 1 телефон').waitFor();
    await isSound(t, page, 'a correction that is not saved yet');
    await page.keyboard.press('Control+Enter');
    await drawer(page).getByText('Сохранено. Скрыли: 1 телефон').waitFor();
    await drawer(page).getByRole('button', { name: 'Что изменилось' }).click();
    t.regex(await drawer(page).locator('ins').first().innerText(), /3\.2\.0/);
    const { body } = await call(web.url(), `GET /api/collections/${id}/tickets/4758`, { credential: user.token });
    t.regex((body as { solution: string }).solution, /3\.2\.0.*\[ТЕЛЕФОН\]/su);
    await drawer(page).getByRole('button', { name: 'Вернуть эту редакцию' }).click();
    await drawer(page).getByText('Тексты редакции от').waitFor();
    await isSound(t, page, 'an earlier version in fields');
    await page.keyboard.press('Control+Enter');
    await drawer(page).getByText('Сохранено.').waitFor();
    const again = await call(web.url(), `GET /api/collections/${id}/tickets/4758`, { credential: user.token });
    t.like(again.body, { solution: solution('до 3.1.8'), revision: 3 });
  },
);

test.serial('somebody else’s correction is shown beside one’s own, and one of them is saved', async (t) => {
  const user = await newUser(web.url());
  const id = await collectionOf(user, 3);
  const { page } = await web.visitAs(t, user);
  await page.goto(`/collections/${id}/tickets/4701`);
  await drawer(page).getByText('Добавлено').waitFor();
  await page.keyboard.press('e');
  await page.locator('#edit-solution').fill(solution('до 3.3.0'));
  await call(web.url(), `PUT /api/v1/collections/${id}/tickets/4701`, {
    credential: user.key,
    headers: { 'If-Match': '"1"' },
    body: { solution: solution('до 3.2.0') },
  });
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await drawer(page)
    .getByText(/Решение, сохранено в \d\d:\d\d через API/)
    .waitFor();
  t.is(await drawer(page).locator('ins').innerText(), '3.2.0.');
  await isSound(t, page, 'a conflict');
  await page.getByRole('button', { name: 'Сохранить мою' }).click();
  await drawer(page).getByText('Сохранено.').waitFor();
  const { body } = await call(web.url(), `GET /api/collections/${id}/tickets/4701`, { credential: user.token });
  t.regex((body as { solution: string }).solution, /3\.3\.0/);
  // Rule 3.
  await page.keyboard.press('e');
  await page.locator('#edit-solution').fill('Коротко.');
  await page.keyboard.press('Control+Enter');
  await drawer(page).getByText('Решение короче 100 знаков').waitFor();
});

test.serial('tickets that are hidden leave the search, together or one by one, and come back', async (t) => {
  const user = await newUser(web.url());
  const id = await collectionOf(user, 4);
  const { page } = await web.visitAs(t, user);
  await page.goto(`/collections/${id}/tickets`);
  await rows(page).first().waitFor();
  for (const box of await page.locator('tbody input').all()) await box.check({ force: true });
  await page.locator('.tickets-foot').getByRole('button', { name: 'Скрыть' }).click();
  await page.locator('.tickets-strip').getByText('4 обращения скрыты из поиска').waitFor();
  await page.locator('.tabs-count').getByText('0 обращений').waitFor();
  await page.locator('.tickets-strip button').click();
  await page.locator('.tabs-count').getByText('4 обращения').waitFor();
  await page.goto(`/collections/${id}#q=${encodeURIComponent('обрывы связи')}`);
  const source = page.locator('kb-source').first();
  await source.locator('.source-menu').click();
  await isSound(t, page, 'the menu of a source');
  await page.locator('wa-dropdown-item[value=hide]').first().click();
  await source.getByText('скрыто из поиска').waitFor();
  await page.locator('.tabs-count').getByText('3 обращения').waitFor();
  await source.getByRole('button', { name: 'Вернуть' }).click();
  await page.locator('.tabs-count').getByText('4 обращения').waitFor();
});

test.serial('a collection gets another name and the address of its tickets', async (t) => {
  const user = await newUser(web.url());
  const id = await collectionOf(user, 2);
  const { page } = await web.visitAs(t, user, { width: 390, height: 844, touch: true });
  await page.goto('/');
  await page.getByRole('button', { name: 'Настроить «Абоненты»' }).click();
  await page.getByLabel('Ссылка на обращение').fill('https://desk.example/tickets/{ticket_id}');
  await page.getByText(/Для №470\d: https:\/\/desk\.example\/tickets\/470\d/).waitFor();
  await page.getByLabel('Название').fill('Связь');
  await isSound(t, page, 'the settings of a collection');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('link', { name: 'Связь' }).waitFor();
  await page.goto(`/collections/${id}/tickets/4701`);
  const link = page.getByRole('link', { name: 'Открыть в исходной системе' });
  t.is(await link.getAttribute('href'), 'https://desk.example/tickets/4701');
  await isSound(t, page, 'a ticket on a phone');
  await page.getByRole('button', { name: 'К списку' }).click();
  await rows(page).first().waitFor();
  await isSound(t, page, 'the list on a phone');
});
