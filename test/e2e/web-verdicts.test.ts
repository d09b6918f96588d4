import test, { type ExecutionContext } from 'ava';
import type { BrowserContext, Page } from 'playwright-core';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { setOnline } from '../support/browser/eventually.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { saying } from '../support/gateway-behaviours.ts';
import { chunk, directed } from '../support/gateway-streams.ts';
import { webFor } from '../support/web-pages.ts';

let gateway: Gateway | undefined;
const web = webFor(test, async () => {
  gateway = await startGateway();
  gateway.chat.always(saying('Очистите очередь печати.\n\nОсновано на тикете №2'));
  return { RATE_LIMIT_PER_MINUTE: '0', GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding' };
});
test.after.always(() => gateway?.close());

const filled = async () => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user);
  const tickets = [1, 2, 3].map((each) => goodTicket(each, `печать номер ${each}`));
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  return { user, id };
};

const search = async (page: Page, id: string, about: string) => {
  await page.goto(`/collections/${id}#q=${encodeURIComponent(about)}`);
  await page.locator('kb-verdict').waitFor();
};

type Recorded = readonly { readonly question: string; readonly verdict: object | null }[];

/** What the service has of the questions, newest first. */
const recorded = async (user: User, id: string): Promise<Recorded> => {
  const { body } = await call(web.url(), `GET /api/collections/${id}/questions`, { credential: user.token });
  return (body as { readonly questions: Recorded }).questions;
};

const slowly = 700;

/** The verdicts that are sent from any tab. */
const sentFrom = (context: BrowserContext) => {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/verdict')) sent.push(request.method());
  });
  return sent;
};

const verdict = (page: Page) => page.locator('kb-verdict');

test.serial('an answer is judged by keys and by the thumb of a source, and the verdict changed', async (t) => {
  const { user, id } = await filled();
  const { page } = await web.visitAs(t, user);
  await search(page, id, 'печать номер 2');
  await isSound(t, page, 'the question whether an answer helped');
  await page.keyboard.press('d');
  await verdict(page).getByText('Какое обращение подошло?').waitFor();
  await isSound(t, page, 'the question which ticket fitted');
  const second = (await page.locator('.verdict-choice b').nth(1).innerText()).replace('№', '');
  await page.keyboard.press('2');
  await verdict(page)
    .getByText(/Не помогло, подошло №\d/)
    .waitFor();
  await isSound(t, page, 'a verdict');
  t.like((await recorded(user, id))[0], { verdict: { helped: false, ticket_id: second } });
  await page.getByRole('button', { name: '№3 помогло' }).click();
  await verdict(page).getByText('Помогло №3').waitFor();
  await isSound(t, page, 'a source that helped');
  t.like((await recorded(user, id))[0], { verdict: { helped: true, ticket_id: '3' } });
  await page.getByRole('button', { name: 'Изменить' }).click();
  const takenBack = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Помогло', exact: true }).click();
  await verdict(page).getByText('Ответ помог?').waitFor();
  t.is((await takenBack).status(), 204);
  t.like((await recorded(user, id))[0], { verdict: null });
  // The way to the collections is not the verdict of its second key.
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL(web.url() + '/');
  t.like((await recorded(user, id))[0], { verdict: null });
});

test.serial('verdicts of several tabs without a connection are sent once each when it is back', async (t) => {
  const { user, id } = await filled();
  const { page, context } = await web.visitAs(t, user);
  const other = await context.newPage();
  await search(page, id, 'печать номер 2');
  await search(other, id, 'печать номер 3');
  const sent = sentFrom(context);
  await setOnline(page, false);
  for (const each of [page, other]) {
    await each.bringToFront();
    await each.keyboard.press('u');
    await verdict(each).getByText('Нет связи, оценку отправим сами').waitFor();
  }
  await isSound(t, other, 'a verdict that waits');
  const failed = sent.length;
  await setOnline(page, true);
  for (const each of [page, other]) await verdict(each).getByText('Изменить').waitFor();
  // A second one would come now.
  await page.waitForTimeout(slowly);
  t.is(sent.length - failed, 2);
  t.deepEqual(
    (await recorded(user, id)).map(({ verdict: given }) => (given as { readonly helped: boolean } | null)?.helped),
    [true, true],
  );
});

test.serial('a verdict that could not be sent is sent by the next visit', async (t) => {
  const { user, id } = await filled();
  const { page, context } = await web.visitAs(t, user);
  await search(page, id, 'печать номер 2');
  await setOnline(page, false);
  await page.keyboard.press('u');
  await verdict(page).getByText('Нет связи, оценку отправим сами').waitFor();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  const done = next.waitForResponse((response) => response.url().endsWith('/verdict'));
  await next.goto('/');
  t.is((await done).status(), 204);
  t.like((await recorded(user, id))[0], { verdict: { helped: true } });
});

const observed = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifts.push(each.value);
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Beyond half a second after an input a browser counts what moves. */

const isStill = async (t: ExecutionContext, width: number) => {
  const { user, id } = await filled();
  const { page, context } = await web.visitAs(t, user, { width, height: 900 });
  await context.addInitScript(observed);
  const model = directed();
  gateway?.chat.next(model.behaviour);
  await page.goto(`/collections/${id}#q=${encodeURIComponent('печать номер 2')}`);
  await page.getByRole('article').first().waitFor();
  await model.say(chunk({ content: 'Очистите очередь печати.' }));
  await page.locator('.is-growing').waitFor();
  await page.waitForTimeout(slowly);
  const before = await page.locator('kb-source').first().boundingBox();
  await page.evaluate('window.shifts.length = 0');
  await model.say(chunk({ content: '\n\nОсновано на тикете №2' }), chunk({}, 'stop'));
  await verdict(page).waitFor();
  await page.waitForTimeout(slowly);
  const shifts = await page.evaluate<readonly number[]>('window.shifts');
  t.true(shifts.reduce((all, each) => all + each, 0) <= 0.01, `${width}: ${shifts.join(', ')}`);
  t.deepEqual(await page.locator('kb-source').first().boundingBox(), before);
};

for (const width of [390, 1280])
  test.serial(`the end of an answer moves nothing in a window of ${width} pixels`, (t) => isStill(t, width));
