import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { eventually } from '../support/browser/eventually.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { webFor } from '../support/web-pages.ts';
import { webLanguages, webTexts } from '../support/web-texts.ts';

const web = webFor(test);
const focused = 'document.activeElement?.textContent.trim()';

for (const language of webLanguages('ru')) {
  test.serial(
    `what is missing or wrong in a registration and a sign-in is said at its field, in ${language}`,
    async (t) => {
      const { page } = await web.visit(t, { language });
      const say = webTexts[language];
      await page.goto('/register');
      await page.getByRole('button', { name: say.createAccount }).click();
      await page.getByText(say.emailMissing).waitFor();
      await page.getByText(say.passwordShort).waitFor();
      await isSound(t, page, 'registration with errors');
      await page.goto('/login');
      await page.getByRole('heading', { name: say.signIn }).waitFor();
      await isSound(t, page, 'sign-in');
      await page.getByLabel(say.email).fill(`${randomUUID()}@example.com`);
      await page.getByLabel(say.password, { exact: true }).fill('wrong password');
      await page.getByLabel(say.password, { exact: true }).press('Enter');
      await page.getByRole('alert').getByText(say.wrong).waitFor();
      await isSound(t, page, 'sign-in refused');
    },
  );

  test.serial(`a second collection is made in a dialog, and one that is gone says so, in ${language}`, async (t) => {
    const user = await newUser(web.url());
    const id = await newCollection(web.url(), user, 'Оплата');
    const { page } = await web.visitAs(t, user, { language });
    const say = webTexts[language];
    await page.goto('/');
    await page.getByRole('button', { name: say.newCollection }).click();
    await page.getByRole('dialog', { name: say.newCollection }).waitFor();
    await page.getByRole('button', { name: say.create, exact: true }).click();
    await page.getByText(say.nameMissing).waitFor();
    await isSound(t, page, 'a new collection without a name');
    await page.getByLabel(say.collectionName).fill('Доставка');
    await page.getByLabel(say.collectionName).press('Enter');
    await page.waitForURL(/\/upload$/);
    await page.getByRole('button', { name: 'Доставка' }).click();
    await page.getByRole('menuitem', { name: 'Оплата' }).waitFor();
    await isSound(t, page, 'the other collections');
    await page.getByRole('menuitem', { name: 'Оплата' }).click();
    await page.waitForURL(`**/collections/${id}/upload`);
    await page.goto(`/collections/${randomUUID()}`);
    await page.getByRole('heading', { name: say.gone }).waitFor();
    await isSound(t, page, 'a collection that is gone');
  });

  test.serial(`a page that does not exist is told in words, with a way on, in ${language}`, async (t) => {
    const { page } = await web.visit(t, { language });
    await page.goto('/nowhere');
    await page.getByRole('heading', { name: webTexts[language].lost }).waitFor();
    await isSound(t, page, 'no such page');
  });
}

test.serial('a sign-out ends the session in every tab and leaves nothing behind', async (t) => {
  const user = await newUser(web.url());
  await newCollection(web.url(), user);
  const { page, context } = await web.visitAs(t, user);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Коллекции', level: 1 }).waitFor();
  const other = await context.newPage();
  await other.goto('/settings');
  await other.getByRole('heading', { name: 'Настройки', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Аккаунт' }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).waitFor();
  await isSound(t, page, 'the account menu');
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
  await page.getByRole('heading', { name: 'Вход' }).waitFor();
  await other.getByRole('heading', { name: 'Вход' }).waitFor();
  t.is(await page.evaluate<string | null>(`localStorage.getItem('precedent.token')`), null);
});

test.serial('the example request of the settings names this address and a collection with tickets', async (t) => {
  const user = await newUser(web.url());
  await newCollection(web.url(), user, 'Пустая');
  const id = await newCollection(web.url(), user, 'Оплата');
  await call(web.url(), `POST /api/collections/${id}/tickets`, {
    credential: user.token,
    body: { tickets: [goodTicket(1), goodTicket(2, 'возврат товара курьером')] },
  });
  const { page } = await web.visitAs(t, user);
  await page.goto('/');
  await page.getByRole('row').filter({ hasText: 'Оплата' }).getByText('2', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Ключ и пример запроса' }).click();
  const example = await page.getByRole('region', { name: 'Пример запроса' }).innerText();
  t.true(example.includes(id));
  t.true(example.includes(`${web.url()}/api/v1/search`));
  t.false(example.includes(user.key));
});

test.serial('keys lead through the pages, and the focus to the heading of each', async (t) => {
  const user = await newUser(web.url());
  await newCollection(web.url(), user);
  const { page } = await web.visitAs(t, user, { theme: 'dark' });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Коллекции', level: 1 }).waitFor();
  t.true(await page.evaluate<boolean>(`document.documentElement.classList.contains('wa-dark')`));
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('heading', { name: 'Настройки', level: 1 }).waitFor();
  t.is(await eventually(page, focused, 'Настройки'), 'Настройки');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Клавиши' }).waitFor();
  await isSound(t, page, 'the list of keys');
  await page.keyboard.press('Escape');
  await page.goBack();
  t.is(await eventually(page, focused, 'Коллекции'), 'Коллекции');
  t.regex(await page.title(), /^Коллекции/);
});

test.serial(
  'whoever goes to a search can type at once, also where its page comes late; with results they are read first',
  async (t) => {
    const user = await newUser(web.url());
    for (const name of ['Оплата', 'Доставка']) {
      const id = await newCollection(web.url(), user, name);
      const body = { tickets: [goodTicket(1)] };
      await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body });
    }
    const { page, context } = await web.visitAs(t, user);
    const isIn = (element: string) => eventually(page, 'document.activeElement?.localName', element);
    await context.route('**/assets/tickets-pages-*.js', async (route) => {
      await setTimeout(500);
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('link', { name: 'Искать во всех' }).click();
    t.is(await isIn('input'), 'input');
    await page.goBack();
    t.is(await isIn('h1'), 'h1');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Искать во всех коллекциях' }).click();
    await page.locator('.search-all-form').waitFor();
    t.is(await isIn('input'), 'input');
    await page.goBack();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('доставка');
    await page.getByRole('option', { name: 'Доставка' }).first().waitFor();
    await page.keyboard.press('Enter');
    t.is(await isIn('wa-textarea'), 'wa-textarea');
    await page.keyboard.type('не работает заказ');
    await page.keyboard.press('Enter');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('link', { name: 'Загрузка' }).click();
    t.is(await isIn('h1'), 'h1');
    await page.getByRole('link', { name: 'Поиск' }).click();
    await page.getByRole('article').first().waitFor();
    t.is(await isIn('h1'), 'h1');
  },
);

test.serial('the focus stays at the heading when what a page has loaded takes the place of its spinner', async (t) => {
  const user = await newUser(web.url());
  await newCollection(web.url(), user);
  const { page, context } = await web.visitAs(t, user);
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await context.route('**/api/me', (route) => void released.then(() => route.continue()));
  await page.goto('/');
  await page.getByRole('heading', { name: 'Коллекции', level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.locator('kb-settings-page kb-spinner').waitFor();
  t.is(await eventually(page, focused, 'Настройки'), 'Настройки');
  release(undefined);
  await page.getByRole('heading', { name: 'Профиль' }).waitFor();
  t.is(await eventually(page, focused, 'Настройки'), 'Настройки');
});

test.serial('a name longer than the window widens no page', async (t) => {
  const user = await newUser(web.url());
  const name = 'Длинноеназваниебезпробелов'.repeat(7);
  const id = await newCollection(web.url(), user, name);
  const { page } = await web.visitAs(t, user);
  await page.goto('/');
  await page.getByRole('button', { name: `Удалить «${name}»` }).click();
  await page.getByRole('heading', { name: `Удалить «${name}»?` }).waitFor();
  await isSound(t, page, 'collections');
  await page.goto(`/collections/${id}/upload`);
  await page.getByText(webTexts.ru.drop).waitFor();
  await isSound(t, page, 'the heading of a collection');
});
