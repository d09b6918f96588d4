import test from 'ava';
import type { OpenPage } from '../support/browser/open-browser.ts';
import { call, goodTicket, newCollection, newUser, userPassword } from '../support/api.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { gate } from '../support/web-faults.ts';
import { webFor } from '../support/web-pages.ts';
import { webLanguages, webTexts } from '../support/web-texts.ts';

/** The contract's limit of 30 requests a minute, told apart by the address that each test gives itself. */
let gateway: Gateway | undefined;
const web = webFor(test, async () => {
  gateway = await startGateway();
  return {
    RATE_LIMIT_PER_MINUTE: '30',
    TRUST_PROXY: '1',
    GATEWAY_URL: gateway.url,
    EMBEDDING_MODEL: 'test-embedding',
  };
});
test.after.always(() => gateway?.close());
let addresses = 0;
const nextAddress = () => `10.0.0.${(addresses += 1)}`;

/** A collection with tickets, made from an address of its own. */
const prepared = async () => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user);
  const tickets = [1, 2, 3].map((each) => goodTicket(each, `печать номер ${each}`));
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  return { user, id };
};

const cameFrom = async ({ context }: OpenPage, address: string) =>
  context.setExtraHTTPHeaders({ 'X-Forwarded-For': address });

const useUp = async (address: string) => {
  const ask = () => fetch(`${web.url()}/api/me`, { headers: { 'X-Forwarded-For': address } });
  await Promise.all(Array.from({ length: 31 }, ask));
};

test.serial('a morning of searches, a look at the uploads and the settings stay below the limit', async (t) => {
  const { user, id } = await prepared();
  const opened = await web.visitAs(t, user);
  await cameFrom(opened, nextAddress());
  const { page } = opened;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) asked.push(`${request.method()} ${request.url()}`);
  });
  const say = webTexts.ru;
  await page.goto(`/collections/${id}`);
  for (const query of ['печать номер 1', 'печать номер 2', 'печать номер 3', 'не работает печать номер 3']) {
    await page.getByRole('textbox', { name: say.query }).fill(query);
    await page.getByRole('textbox', { name: say.query }).press('Enter');
    await page.getByRole('article').getByText(say.basis).waitFor();
  }
  await page.goBack();
  await page.getByRole('article').getByText(say.basis).waitFor();
  await page.getByRole('link', { name: say.upload, exact: true }).click();
  await page.getByRole('heading', { name: say.earlier }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('heading', { name: say.settings, level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('heading', { name: say.collections, level: 1 }).waitFor();
  t.is(asked.filter((each) => each.endsWith('/api/answers')).length, 4, asked.join('\n'));
  // Account and collections once each, one for a search, one for the uploads, one for counts that may have changed.
  t.true(asked.length <= 10, asked.join('\n'));
});

test.serial(
  'opening and reloading the collections costs one request each, of somebody who has signed in here',
  async (t) => {
    const { user } = await prepared();
    const opened = await web.visit(t);
    await cameFrom(opened, nextAddress());
    const { page } = opened;
    const say = webTexts.ru;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
    });
    await page.goto('/login');
    await page.getByRole('textbox', { name: say.email }).fill(user.email);
    await page.getByLabel(say.password, { exact: true }).fill(userPassword);
    await page.locator('form wa-button[type=submit]').click();
    await page.getByRole('heading', { name: say.collections, level: 1 }).waitFor();
    await page.locator('tbody button').first().waitFor();
    t.deepEqual(asked.splice(0), ['POST /api/login', 'GET /api/collections']);
    await page.reload();
    await page.locator('tbody button').first().waitFor();
    await page.locator('.account').getByText(user.email).waitFor();
    // The files of other pages are loaded meanwhile.
    await page.waitForTimeout(3_000);
    t.deepEqual(asked.splice(0), ['GET /api/collections']);
  },
);

test.serial(
  'a ticket is read beside the list for two requests at most, and walking through ten costs one more',
  async (t) => {
    const { user, id } = await prepared();
    const more = Array.from({ length: 12 }, (_, each) => goodTicket(100 + each, `печать номер ${100 + each}`));
    await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets: more } });
    const opened = await web.visitAs(t, user);
    await cameFrom(opened, nextAddress());
    const { page } = opened;
    await page.goto(`/collections/${id}/tickets`);
    await page.locator('tbody tr').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname.replace(/^.*\/collections\/[^/]+/, ''));
    });
    await page.locator('tbody tr a').first().click();
    await page.locator('.facts-section li').first().waitFor();
    await page.waitForTimeout(1_000);
    t.true(asked.length <= 2, asked.join(' '));
    asked.length = 0;
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('j');
    await page.locator('.facts-section li').first().waitFor();
    t.is(asked.length, 1, asked.join(' '));
  },
);

test.serial(
  'a search whose answer is slow is one request: its tickets are shown while the answer is written',
  async (t) => {
    const { user, id } = await prepared();
    const opened = await web.visitAs(t, user);
    await cameFrom(opened, nextAddress());
    const { page } = opened;
    const searches: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/answers') searches.push(request.postData() ?? '');
    });
    const answer = gate();
    gateway?.chat.next(answer.behaviour);
    t.teardown(answer.open);
    const say = webTexts.ru;
    await page.goto(`/collections/${id}`);
    await page.getByRole('textbox', { name: say.query }).fill('печать номер 2');
    await page.getByRole('textbox', { name: say.query }).press('Enter');
    await page.getByRole('article').first().waitFor();
    await page.locator('.answer-busy').getByText(say.writing).waitFor();
    answer.open();
    await page.getByRole('article').getByText(say.basis).waitFor();
    t.is(searches.length, 1);
  },
);

for (const language of webLanguages('en')) {
  test.serial(
    `a search beyond the limit is waited out, counted down and goes on by itself, in ${language}`,
    async (t) => {
      const { user, id } = await prepared();
      const opened = await web.visitAs(t, user, { language });
      const [full, free] = [nextAddress(), nextAddress()];
      await cameFrom(opened, full);
      const { page } = opened;
      const say = webTexts[language];
      await page.goto(`/collections/${id}`);
      await page.getByRole('heading', { name: say.hello }).waitFor();
      await useUp(full);
      // The real refusal with a shorter wait than the rest of its minute.
      await page.route(
        '**/api/answers',
        async (route) => {
          const response = await route.fetch();
          const headers = response.headers();
          t.is(response.status(), 429);
          t.true(Number(headers['retry-after']) > 0);
          await cameFrom(opened, free);
          await route.fulfill({ response, headers: { ...headers, 'retry-after': '6' } });
        },
        { times: 1 },
      );
      await page.getByRole('textbox', { name: say.query }).fill('печать номер 1');
      await page.getByRole('textbox', { name: say.query }).press('Enter');
      await page.getByText(say.tooMany).waitFor();
      await isSound(t, page, 'too many requests');
      await page.getByRole('article').getByText(say.basis).waitFor();
    },
  );

  test.serial(`a page that is opened beyond the limit says how long to wait, in ${language}`, async (t) => {
    const { user } = await prepared();
    const opened = await web.visitAs(t, user, { language });
    const full = nextAddress();
    await useUp(full);
    await cameFrom(opened, full);
    const { page } = opened;
    await page.goto('/');
    const again = page.getByRole('button', { name: webTexts[language].retry });
    await again.waitFor();
    t.true(await again.isDisabled());
    await isSound(t, page, 'collections beyond the limit');
    await page.goto('/settings');
    await again.first().waitFor();
    await isSound(t, page, 'settings beyond the limit');
  });
}
