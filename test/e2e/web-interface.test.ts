import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import type { Browser } from 'playwright-core';
import { eventually } from '../support/browser/eventually.ts';
import { builtUi } from '../support/browser/built-ui.ts';
import { overflowAt320, violationsOn } from '../support/browser/inspect-page.ts';
import { type Look, openBrowser, openPage, type OpenPage } from '../support/browser/open-browser.ts';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service | undefined;
let browser: Browser | undefined;
test.before(async () => {
  await builtUi();
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
test.after.always(async () => {
  await browser?.close();
  await service?.stop();
  if (service) rmSync(service.folder, { recursive: true, force: true });
});
const focused = 'document.activeElement?.textContent.trim()';
const url = () => service?.url ?? '';

/** A visitor's page; whatever complained in it fails the test. */
const visit = async (t: ExecutionContext, look: Look = {}): Promise<OpenPage> => {
  if (!browser) throw new Error('The browser was not started');
  const opened = await openPage(browser, url(), look);
  t.teardown(async () => {
    await opened.context.close();
    if (opened.complaints.length > 0) throw new Error(opened.complaints.join('\n'));
  });
  return opened;
};

/** A page of somebody who is signed in. */
const visitAs = async (t: ExecutionContext, { token }: User, look: Look = {}): Promise<OpenPage> => {
  const opened = await visit(t, look);
  await opened.context.addInitScript(`localStorage.setItem('precedent.token', ${JSON.stringify(token)})`);
  return opened;
};

const sound = async (t: ExecutionContext, { page }: OpenPage) => {
  t.deepEqual(await violationsOn(page), []);
  t.is(await overflowAt320(page), 0);
};

test.serial('a new user registers, makes a collection, sees and deletes it, and signs out', async (t) => {
  const opened = await visit(t);
  const { page } = opened;
  await page.goto('/');
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
  await page.getByRole('heading', { name: 'Регистрация' }).waitFor();
  await sound(t, opened);
  await page.getByLabel('Почта').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Пароль', { exact: true }).fill('long enough');
  await page.getByRole('button', { name: 'Создать аккаунт' }).click();
  await page.getByRole('heading', { name: 'Начните с одной коллекции' }).waitFor();
  await sound(t, opened);
  await page.getByRole('button', { name: 'Создать без файла' }).click();
  await page.waitForURL(/\/collections\/[0-9a-f-]{36}\/upload$/);
  const title = 'Загрузка · Техподдержка · Прецедент';
  t.is(await eventually(page, 'document.title', title), title);
  await page.getByRole('link', { name: 'Прецедент, к коллекциям' }).click();
  await page.getByRole('button', { name: 'Удалить «Техподдержка»' }).click();
  await page.getByRole('button', { name: 'Удалить коллекцию' }).click();
  await page.getByRole('heading', { name: 'Начните с одной коллекции' }).waitFor();
  await page.getByRole('button', { name: 'Аккаунт' }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
  await page.getByRole('heading', { name: 'Вход' }).waitFor();
  t.is(await page.evaluate<string | null>(`localStorage.getItem('precedent.token')`), null);
});

test.serial('who is not signed in comes to the login, and from there to where they were going', async (t) => {
  const email = `${randomUUID()}@example.com`;
  await call(url(), 'POST /api/register', { body: { email, password: 'long enough', plan: 'free' } });
  const { page } = await visit(t, { language: 'en' });
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  t.is(new URL(page.url()).pathname, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Wrong email or password').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  t.is(new URL(page.url()).pathname, '/settings');
});

test.serial('a session that the service refuses leads to the login, says so, and back to the query', async (t) => {
  const user = await newUser(url());
  const id = await newCollection(url(), user);
  const { page, complaints } = await visit(t);
  await page.goto('/login');
  await page.evaluate(`localStorage.setItem('precedent.token', 'no longer good')`);
  await page.goto(`/collections/${id}#q=printer`);
  await page.getByRole('alert').getByText('Сеанс закончился').waitFor();
  await page.getByLabel('Почта').fill(user.email);
  await page.getByLabel('Пароль', { exact: true }).fill('long enough');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/collections/${id}#q=printer`);
  t.deepEqual(complaints, []);
});

test.serial('the dashboard shows counts; settings rotate the key, which then works', async (t) => {
  const user = await newUser(url());
  const id = await newCollection(url(), user, 'Оплата');
  await call(url(), `POST /api/collections/${id}/tickets`, {
    credential: user.token,
    body: { tickets: [goodTicket(1), goodTicket(2, 'возврат товара курьером')] },
  });
  const opened = await visitAs(t, user);
  const { page } = opened;
  await page.goto('/');
  await page
    .getByText(/2\u00a0обращения/)
    .first()
    .waitFor();
  await sound(t, opened);
  await page.getByRole('link', { name: 'Ключ и пример запроса' }).click();
  await page.getByRole('heading', { name: 'Настройки', level: 1 }).waitFor();
  await sound(t, opened);
  t.true((await page.getByRole('region', { name: 'Пример запроса' }).textContent())?.includes(id));
  await page.getByRole('button', { name: 'Перевыпустить' }).click();
  await page.locator('kb-dialog[open]').getByRole('button', { name: 'Перевыпустить' }).click();
  await page.getByText('Новый ключ готов').waitFor();
  await page.getByRole('button', { name: 'Показать' }).click();
  const key = await page.locator('kb-api-key code').innerText();
  t.regex(key.trim(), /^[0-9A-Za-z]{32}$/);
  t.is((await call(url(), 'GET /api/v1/me', { credential: key.trim() })).status, 200);
  t.is((await call(url(), 'GET /api/v1/me', { credential: user.key })).status, 401);
});

test.serial('keys lead through the pages, and the focus to the heading of each', async (t) => {
  const user = await newUser(url());
  await newCollection(url(), user);
  const { page } = await visitAs(t, user, { theme: 'dark' });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Коллекции', level: 1 }).waitFor();
  t.true(await page.evaluate<boolean>(`document.documentElement.classList.contains('wa-dark')`));
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('heading', { name: 'Настройки', level: 1 }).waitFor();
  t.is(await eventually(page, focused, 'Настройки'), 'Настройки');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Клавиши' }).waitFor();
  await page.keyboard.press('Escape');
  await page.goBack();
  t.is(await eventually(page, focused, 'Коллекции'), 'Коллекции');
  t.regex(await page.title(), /^Коллекции/);
});

test.serial('a page that does not exist is told in words, with a way on', async (t) => {
  const opened = await visit(t);
  await opened.page.goto('/nowhere');
  await opened.page.getByRole('heading', { name: 'Такой страницы нет' }).waitFor();
  await sound(t, opened);
});
