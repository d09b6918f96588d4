import test, { type ExecutionContext } from 'ava';
import type { Route } from 'playwright-core';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { isAccessible } from '../support/browser/inspect-page.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

const open = async (t: ExecutionContext) => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user, 'Абоненты');
  // Of two solutions, each of which is one source of a search.
  const tickets = Array.from({ length: 8 }, (_, index) => ({
    ...goodTicket(index, index < 4 ? 'оплата заказа картой' : 'оплата заказа переводом'),
    category: `Тема ${index % 3}`,
  }));
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  const empty = await newCollection(web.url(), user, 'Пустая');
  const { page, context } = await web.visitAs(t, user);
  page.setDefaultTimeout(30_000);
  /** Answers the requests of a path otherwise while a state is looked at. */
  const during = async (path: string, answer: (route: Route) => Promise<void> | void, look: () => Promise<void>) => {
    await context.route(path, answer);
    await look();
    await context.unroute(path);
  };
  return { id, empty, page, context, during };
};

/** Never answers: what is loading stays so. */
const silent = () => undefined;
const failing = (route: Route) => route.fulfill({ status: 500, json: { detail: 'Event log does not answer' } });
const limited = (route: Route) =>
  route.fulfill({ status: 429, headers: { 'Retry-After': '40' }, json: { detail: 'Too many requests' } });
const away = (route: Route) => route.abort('internetdisconnected');
const states = { loading: silent, failed: failing, limited, offline: away };

/** Opens an address in each of the states in which its requests may be. */
const walk = async (
  t: ExecutionContext,
  { page, during }: Awaited<ReturnType<typeof open>>,
  address: string,
  path: string,
) => {
  for (const [state, answer] of Object.entries(states))
    await during(path, answer, async () => {
      await page.goto('/api/health');
      await page.goto(address);
      await page.locator('h1').waitFor();
      await page.waitForTimeout(400);
      await isAccessible(t, page, `${address}, ${state}`);
    });
};

test.serial('collections in all states', async (t) => {
  const home = await open(t);
  const { page } = home;
  await walk(t, home, '/', '**/api/collections');
  await page.goto('/');
  await page.getByText('Абоненты').first().waitFor();
  await isAccessible(t, page, 'collections');
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open]').waitFor();
  await isAccessible(t, page, 'the palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.locator('kb-shortcuts-dialog dialog[open]').waitFor();
  await isAccessible(t, page, 'the list of keys');
});

test.serial('a search in all states', async (t) => {
  const home = await open(t);
  const { page, id, empty } = home;
  const query = '#q=%D0%BE%D0%BF%D0%BB%D0%B0%D1%82%D0%B0';
  await walk(t, home, `/collections/${id}${query}`, '**/api/search');
  for (const [name, address] of [
    ['before a query', `/collections/${id}`],
    ['results', `/collections/${id}${query}`],
    ['a weak match', `/collections/${id}#q=${encodeURIComponent('квантовая хромодинамика')}`],
    ['without words', `/collections/${id}#q=${encodeURIComponent('test@example.com')}`],
    ['an empty collection', `/collections/${empty}${query}`],
  ] as const) {
    await page.goto('/api/health');
    await page.goto(address);
    await page.locator('h1').waitFor();
    await page.waitForTimeout(600);
    await isAccessible(t, page, name);
  }
  await walk(t, home, `/search${query}`, '**/api/search');
});

test.serial('a verdict in all states', async (t) => {
  const { page, id, during } = await open(t);
  const address = `/collections/${id}#q=${encodeURIComponent('Не работает оплата заказа картой')}`;
  await page.goto(`/collections/${id}`);
  await page.locator('h1').waitFor();
  await page.goto(address);
  await page.locator('kb-verdict').waitFor();
  await isAccessible(t, page, 'the question whether an answer helped');
  await page.locator('.verdict-button').nth(1).click();
  await page.locator('.verdict-which').waitFor();
  await isAccessible(t, page, 'the question which ticket fitted');
  await page.locator('.verdict-choice').first().click();
  await page.locator('.verdict-change').waitFor();
  await isAccessible(t, page, 'a verdict');
  await during('**/verdict', away, async () => {
    await page.locator('.source-thumb').nth(1).click();
    await page.locator('kb-verdict').getByText('Нет связи, оценку отправим сами').waitFor();
    await isAccessible(t, page, 'a verdict that waits');
  });
  // The note comes as a search begins, if it is known by then for how long questions are kept: with the second one at the latest.
  await page.goto(`/collections/${id}#q=${encodeURIComponent('Не приходит чек')}`);
  await page.locator('.search-kept').waitFor();
  await isAccessible(t, page, 'the note that questions are kept');
});

test.serial('questions in all states', async (t) => {
  const home = await open(t);
  const { page, id, empty, during } = home;
  const address = `/collections/${id}/questions`;
  await page.goto(`/collections/${id}#q=${encodeURIComponent('Не работает оплата заказа картой')}`);
  await page.locator('.verdict-button').first().click();
  await page.locator('.verdict-change').waitFor();
  await walk(t, home, address, '**/api/**/questions?*');
  await page.goto(address);
  await page.locator('.questions-row').first().click();
  await page.locator('.question-sources').waitFor();
  await isAccessible(t, page, 'a question');
  await walk(t, home, new URL(page.url()).pathname, '**/api/answers/*');
  await page.goto(`${address}/00000000-0000-4000-8000-000000000000`);
  await page.getByText('Такого вопроса нет').waitFor();
  await isAccessible(t, page, 'no question');
  await page.goto(`${address}#show=not-helped`);
  await page.locator('.tickets-none').waitFor();
  await isAccessible(t, page, 'no question with a verdict');
  await page.goto(`/collections/${empty}/questions`);
  await page.getByText('Вопросов пока нет').waitFor();
  await isAccessible(t, page, 'no questions');
  const off = (route: Route) => route.fulfill({ json: { questions: { recording: 'off', keep_days: 0 } } });
  await during('**/api/me/usage', off, async () => {
    await page.goto('/api/health');
    await page.goto(`/collections/${empty}/questions`);
    await page.getByText('Журнал вопросов выключен').waitFor();
    await isAccessible(t, page, 'questions are not kept');
  });
});

test.serial('tickets in all states', async (t) => {
  const home = await open(t);
  const { page, id, empty } = home;
  const address = `/collections/${id}/tickets`;
  await walk(t, home, address, '**/api/**/tickets?*');
  await walk(t, home, `${address}/1`, '**/api/**/tickets/1');
  await page.goto(`/collections/${empty}/tickets`);
  await page.getByText('Обращений пока нет').waitFor();
  await isAccessible(t, page, 'no tickets');
  await page.goto(`${address}#text=${encodeURIComponent('гиппопотам')}`);
  await page.locator('.tickets-none').waitFor();
  await isAccessible(t, page, 'no ticket matches');
  await page.goto(`${address}/1`);
  await page.locator('kb-ticket-history').waitFor();
  await isAccessible(t, page, 'a ticket');
  await page.getByRole('button', { name: 'Удалить навсегда' }).click();
  await page.locator('dialog[open]').waitFor();
  await isAccessible(t, page, 'the question before an erasure');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Скрыть' }).click();
  await page.locator('.tickets-strip').waitFor();
  await isAccessible(t, page, 'a ticket that was hidden');
  await page.keyboard.press('e');
  await page.locator('#edit-solution').fill('Иначе.');
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor();
  await isAccessible(t, page, 'the question before an edit is lost');
  await page.goto(address);
  await page.locator('tbody input').first().check();
  await isAccessible(t, page, 'a selection');
});

test.serial('uploads and settings in all states', async (t) => {
  const home = await open(t);
  const { page, id } = home;
  await walk(t, home, `/collections/${id}/upload`, '**/api/**/uploads?*');
  const file = {
    name: 'a.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Номер;Проблема;Решение\n1;а;б\n2;в;г\nИтого;;2\n'),
  };
  await page.goto(`/collections/${id}/upload`);
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.locator('kb-preview').waitFor();
  await isAccessible(t, page, 'a preview');
  await walk(t, home, '/settings', '**/api/me');
  await walk(t, home, '/settings', '**/api/me/usage');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Перевыпустить' }).click();
  await page.locator('dialog[open]').waitFor();
  await isAccessible(t, page, 'the question before a new key');
  await page.goto('/erasures');
  await page.locator('h1').waitFor();
  await isAccessible(t, page, 'receipts');
  await page.goto('/nowhere');
  await page.locator('h1').waitFor();
  await isAccessible(t, page, 'no page');
});

test.serial('pages of guests in all states', async (t) => {
  const { page } = await web.visit(t);
  for (const address of ['/login', '/register']) {
    await page.goto(address);
    await page.locator('h1').waitFor();
    await isAccessible(t, page, address);
    await page.keyboard.press('Enter');
    await page.locator('wa-button[type=submit]').click();
    await page.waitForTimeout(300);
    await isAccessible(t, page, `${address} with empty fields`);
  }
});
