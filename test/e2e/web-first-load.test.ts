import { readFileSync } from 'node:fs';
import test from 'ava';
import { loadPage, type PageLoad } from '../../scripts/bench/page-loads.ts';
import { call, newCollection, newUser } from '../support/api.ts';
import { setOnline } from '../support/browser/eventually.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);
const query = encodeURIComponent('Деньги за один заказ сняли два раза, что делать?');

/** Somebody with the example tickets. */
const withTickets = async () => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user);
  const tickets = JSON.parse(readFileSync('scripts/demo/tickets.json', 'utf8')) as readonly unknown[];
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  return { path: `/collections/${id}#q=${query}`, token: user.token };
};

const unthrottled = { bitsPerSecond: 1_000_000_000, roundTripMs: 0, slowdown: 1 };

const load = (address: { path: string; token?: string; complete: string }): Promise<PageLoad> =>
  loadPage(web.browser(), { url: web.url(), ...address }, unthrottled);

test.serial('the sign-in page loads at most 95 kB gzipped without fonts, in at most 12 requests', async (t) => {
  const { requests, bytesUntilComplete, fontBytes } = await load({
    path: '/login',
    complete: 'kb-sign-in-page wa-input',
  });
  t.log(`${requests} requests, ${(bytesUntilComplete / 1_000).toFixed(1)} kB`);
  t.true(requests > 5 && requests <= 12, `${requests} requests`);
  t.true(bytesUntilComplete > 20_000 && bytesUntilComplete <= 95_000, `${bytesUntilComplete} bytes`);
  t.true(fontBytes <= 65_000, `${fontBytes} bytes of fonts`);
});

test.serial(
  'a search opened by its address takes at most 150 kB gzipped without fonts, and 16 requests, those of the other pages with them',
  async (t) => {
    const { requests, bytesUntilComplete, layoutShift } = await load({
      ...(await withTickets()),
      complete: 'kb-answer kb-copy-button',
    });
    t.log(`${requests} requests, ${(bytesUntilComplete / 1_000).toFixed(1)} kB`);
    t.true(bytesUntilComplete > 40_000 && bytesUntilComplete <= 150_000, `${bytesUntilComplete} bytes`);
    t.true(requests > 8 && requests <= 16, `${requests} requests`);
    t.true(layoutShift <= 0.1, `layout shift ${layoutShift}`);
  },
);

test.serial('a search opened by its address waits neither for the collections nor for the user', async (t) => {
  const { path, token } = await withTickets();
  const { page } = await web.visitAs(t, { token });
  const search = page.waitForRequest((request) => request.url().endsWith('/api/answers'));
  const searches: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(search|answers)$/.test(request.url())) searches.push(new URL(request.url()).pathname);
  });
  await page.route(/\/api\/(collections|me)$/, async (route) => {
    await search;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('kb-answer kb-copy-button').first().waitFor();
  t.deepEqual(searches, ['/api/answers']);
});

test.serial(
  'fonts are loaded before the first paint by a browser that has them, after the program by another',
  async (t) => {
    const { page } = await web.visit(t);
    const isPreloaded = () => page.locator('head link[as=font]').count();
    await page.goto('/login');
    t.is(await isPreloaded(), 0);
    await page.waitForFunction(`localStorage.getItem('precedent.fonts') !== null`);
    await page.reload();
    t.is(await isPreloaded(), 2);
  },
);

test.serial(
  'a menu that is clicked before its code is there opens with it; without connection it says so',
  async (t) => {
    const { path, token } = await withTickets();
    const { page } = await web.visitAs(t, { token });
    // With what a repeated import adds to the address: the page asks for all files by itself when it is idle.
    const menus = '**/assets/menus-*.js*';
    await page.route(menus, (route) => route.abort());
    await page.goto(path);
    const trigger = page.locator('kb-source .source-menu').first();
    await trigger.click();
    await page.getByText('Нет связи с сервисом.').waitFor();
    t.is(await page.locator('wa-dropdown-item:visible').count(), 0);
    await page.unroute(menus);
    await trigger.click();
    await page.getByRole('menuitem', { name: 'Скрыть из поиска' }).waitFor();
    t.is(await trigger.getAttribute('aria-expanded'), 'true');
  },
);

test.serial(
  'what the service refuses is said in the language of the page, which loads the sentences for it',
  async (t) => {
    const { path, token } = await withTickets();
    const { page } = await web.visitAs(t, { token });
    const isAsked = page.waitForRequest((request) => request.url().includes('/menus-'));
    await page.route('**/api/answers', (route) =>
      route.fulfill({ status: 503, json: { detail: 'MongoDB did not answer' }, headers: { 'Error-Code': 'later' } }),
    );
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('MongoDB не отвечает').first().waitFor();
    await isAsked;
    t.is(await page.getByText('did not answer').count(), 0);
  },
);

test.serial('a page whose code did not come comes by itself once there is a connection; the others stay', async (t) => {
  const { path, token } = await withTickets();
  const { page } = await web.visitAs(t, { token });
  const tickets = '**/assets/tickets-pages-*.js';
  const isRefused = page.waitForEvent('requestfailed', (request) => request.url().includes('/tickets-pages-'));
  await page.route(tickets, (route) => route.abort());
  await page.goto(path);
  await isRefused;
  await setOnline(page, false);
  await page.unroute(tickets);
  await page.getByRole('link', { name: 'Обращения' }).click();
  await page.getByRole('heading', { name: 'Страница не загрузилась' }).waitFor();
  await page.getByRole('link', { name: 'Поиск' }).click();
  t.true(await page.locator('kb-source').first().isVisible());
  await page.getByRole('link', { name: 'Обращения' }).click();
  await setOnline(page, true);
  await page.locator('.tickets-table').waitFor();
});

test.serial(
  'a page that is opened later is not shown before its styles; without them it says so and comes by itself',
  async (t) => {
    const { path, token } = await withTickets();
    const { page } = await web.visitAs(t, { token });
    const styles = '**/assets/lazy-styles-*.css';
    const isRefused = page.waitForEvent('requestfailed', (request) => request.url().includes('/lazy-styles-'));
    await page.route(styles, (route) => route.abort());
    await page.goto(path);
    await isRefused;
    await setOnline(page, false);
    await page.unroute(styles);
    await page.getByRole('link', { name: 'Обращения' }).click();
    await page.getByRole('heading', { name: 'Страница не загрузилась' }).waitFor();
    let give = (): void => undefined;
    const isGiven = new Promise<void>((resolve) => (give = resolve));
    await page.route(styles, async (route) => {
      await isGiven;
      await route.continue();
    });
    const isAsked = page.waitForRequest((request) => request.url().includes('/lazy-styles-'));
    await setOnline(page, true);
    await isAsked;
    t.is(await page.locator('kb-tickets-page').count(), 0);
    give();
    await page.locator('.tickets-table').waitFor();
    t.is(await page.evaluate(`getComputedStyle(document.querySelector('.tickets-layout')).display`), 'grid');
    // The others are there too, also without connection.
    await setOnline(page, false);
    await page.getByRole('link', { name: 'Загрузка' }).click();
    await page.locator('.upload-main').waitFor();
  },
);

test.serial('a page whose code came only after the connection was back is no new release', async (t) => {
  const { path, token } = await withTickets();
  const { page } = await web.visitAs(t, { token });
  let refused = 0;
  const isRefused = page.waitForEvent('requestfailed', (request) => request.url().includes('/tickets-pages-'));
  // First for the page that asks for all files when it is idle, then for the one that is opened.
  await page.route('**/assets/tickets-pages-*.js*', (route) => (refused++ < 2 ? route.abort() : route.continue()));
  await page.goto(path);
  await isRefused;
  await page.getByRole('link', { name: 'Обращения' }).click();
  await page.locator('.tickets-table').waitFor();
  t.is(refused, 3);
});

test.serial(
  'a new release leads to one reload, when its user asks for it; a page that is missing again is told as that',
  async (t) => {
    const { path, token } = await withTickets();
    const { page } = await web.visitAs(t, { token });
    await page.clock.install();
    const tickets = '**/assets/tickets-pages-*.js*';
    await page.route(tickets, (route) => route.fulfill({ status: 404 }));
    await page.goto(path);
    let reloads = 0;
    page.on('request', (request) => (reloads += request.isNavigationRequest() ? 1 : 0));
    const headings = ['Вышла новая версия', 'Страница не открылась'];
    const reload = page.getByRole('button', { name: 'Обновить страницу' });
    await page.getByRole('link', { name: 'Обращения' }).click();
    for (const expected of [0, 1]) {
      await page.getByRole('heading', { name: headings[expected] ?? '' }).waitFor();
      await page.evaluate(`dispatchEvent(new Event('online'))`);
      await page.clock.runFor(120_000);
      t.is(reloads, expected);
      if (expected === 1) await page.unroute(tickets);
      await reload.click();
      if (expected === 0) await page.waitForEvent('load');
    }
    await page.locator('.tickets-table').waitFor();
    t.is(reloads, 2);
  },
);
