import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

/** Beyond half a second after an input a browser counts what moves. */
const slowly = 700;

const observed = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifts.push([each.value, each.sources.map(({ node }) => node?.className || node?.nodeName).join()]);
  }).observe({ type: 'layout-shift', buffered: true });`;

const open = async (t: ExecutionContext, user: User) => {
  const { page, context } = await web.visitAs(t, user, { width: 1280, height: 800 });
  // As a sign-in leaves it.
  await context.addInitScript(`localStorage.setItem('precedent.email', ${JSON.stringify(user.email)})`);
  await context.addInitScript(observed);
  await context.route('**/api/**', async (route) => {
    await setTimeout(slowly);
    await route.continue().catch(() => undefined);
  });
  page.setDefaultTimeout(20_000);
  return page;
};

type Shift = readonly [value: number, what: string];

const isStill = async (t: ExecutionContext, page: Page, what: string) => {
  await page.waitForTimeout(300);
  const shifts = await page.evaluate<readonly Shift[]>('window.shifts');
  const sum = shifts.reduce((all, [value]) => all + value, 0);
  t.true(sum <= 0.01, `${what}: ${sum.toFixed(3)}, ${JSON.stringify(shifts)}`);
};

const filled = async () => {
  const user = await newUser(web.url());
  for (const name of ['Кассы', 'Почта', 'Связь']) {
    const id = await newCollection(web.url(), user, name);
    const tickets = Array.from({ length: 12 }, (_, index) => goodTicket(index));
    await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  }
  return user;
};

test.serial('the settings do not move while they come', async (t) => {
  const page = await open(t, await filled());
  await page.goto('/settings');
  await page.getByText('curl').first().waitFor();
  await page.locator('kb-usage dd').first().waitFor();
  await page.waitForLoadState('networkidle');
  await isStill(t, page, 'settings');
});

test.serial('a search in all collections does not move what it has shown, one after another', async (t) => {
  const page = await open(t, await filled());
  await page.goto('/search');
  for (const query of ['Не работает вход', 'Не работает печать']) {
    await page.locator('.find-field').fill(query);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(4 * slowly);
    await page.locator('kb-source').first().waitFor();
    await isStill(t, page, `search in all collections for ${query}`);
  }
});

test.serial('a search in a collection does not move what is beside its results', async (t) => {
  const user = await filled();
  const page = await open(t, user);
  const { body } = await call(web.url(), 'GET /api/collections', { credential: user.token });
  const [collection] = body as readonly { readonly id: string }[];
  await page.goto(`/collections/${collection?.id ?? ''}`);
  await page.locator('textarea').fill('Не работает вход');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(3 * slowly);
  await page.locator('kb-source').first().waitFor();
  await isStill(t, page, 'search');
});

test.serial('the questions do not move while they come', async (t) => {
  const user = await filled();
  const page = await open(t, user);
  const { body } = await call(web.url(), 'GET /api/collections', { credential: user.token });
  const [collection] = body as readonly { readonly id: string }[];
  const id = collection?.id ?? '';
  const { headers } = await call(web.url(), 'POST /api/search', {
    ...{ credential: user.token, body: { collection_id: id, query: 'Не работает вход' } },
  });
  await call(web.url(), `GET /api/answers/${headers.get('Answer-Id') ?? ''}`, { credential: user.token });
  await page.goto(`/collections/${id}/questions`);
  await page.locator('.questions-row').first().waitFor();
  await page.locator('.figures-line').first().waitFor();
  await page.locator('.questions-privacy').getByText('90').waitFor();
  await page.waitForLoadState('networkidle');
  await isStill(t, page, 'questions');
});
