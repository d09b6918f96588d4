import test from 'ava';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { eventually } from '../support/browser/eventually.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { answering, saying } from '../support/gateway-behaviours.ts';
import { webFor } from '../support/web-pages.ts';

let gateway: Gateway | undefined;
const web = webFor(test, async () => {
  gateway = await startGateway();
  return { RATE_LIMIT_PER_MINUTE: '0', GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding' };
});
test.after.always(() => gateway?.close());

const written = 'Очистите очередь печати.\n\nОсновано на тикете №2';

/** A collection in which three questions were asked, oldest first: with an answer, without one, and of a model that failed. */
const asked = async () => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user);
  const tickets = [1, 2, 3].map((each) => goodTicket(each, `печать номер ${each}`));
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  await ask(user, id, 'печать номер 2, звоните +7 912 345-67-89', saying(written));
  await ask(user, id, 'печать номер 3', saying('Недостаточно информации в истории обращений'));
  await ask(user, id, 'печать номер 1', answering(503));
  return { user, id };
};

const ask = async (user: User, id: string, query: string, model: ReturnType<typeof saying>) => {
  gateway?.chat.always(model);
  const { headers } = await call(web.url(), 'POST /api/search', {
    credential: user.token,
    body: { collection_id: id, query },
  });
  // Recorded a moment after the reply; whoever asks for it waits.
  await call(web.url(), `GET /api/answers/${headers.get('Answer-Id') ?? ''}`, { credential: user.token });
};

test.serial('questions are listed, filtered and read; one leads to a new search and to a new ticket', async (t) => {
  const { user, id } = await asked();
  const { page } = await web.visitAs(t, user);
  await page.goto(`/collections/${id}`);
  await page.locator('h1').waitFor();
  await page.locator('kb-search-box textarea').blur();
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await page.waitForURL(`**/collections/${id}/questions`);
  const rows = page.locator('.questions-row');
  await rows.first().waitFor();
  t.is(await rows.count(), 3);
  await page.getByText('Имена, телефоны и почта скрыты, вопросы храним 90 дней').waitFor();
  await isSound(t, page, 'the list of questions');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const drawer = page.locator('aside');
  await drawer.getByRole('heading', { name: 'Найденные обращения 3' }).waitFor();
  await drawer.getByText(/Ответа нет, ближайшее №\d/).waitFor();
  await isSound(t, page, 'a question without an answer');
  await page.keyboard.press('j');
  await drawer.getByText('печать номер 2').waitFor();
  await drawer.getByText('Очистите очередь печати.').waitFor();
  t.is(await drawer.getByText('+7 912').count(), 0);
  await isSound(t, page, 'a question with its answer');
  await page.keyboard.press('Escape');
  t.is(await drawer.count(), 0);
  await page.getByRole('button', { name: 'Без ответа' }).click();
  t.is(await eventually(page, `document.querySelectorAll('.questions-row').length`, 1), 1);
  await rows.first().click();
  await drawer.getByRole('link', { name: 'Добавить решение' }).click();
  await page.waitForURL('**/tickets#new=*');
  t.is(await page.locator('#edit-problem').inputValue(), 'печать номер 3');
});

test.serial('a ticket says in which answers it was used, also before it is erased', async (t) => {
  const { user, id } = await asked();
  const { page } = await web.visitAs(t, user);
  await page.goto(`/collections/${id}/tickets/2`);
  const drawer = page.locator('aside');
  await drawer.getByRole('button', { name: 'В каких ответах использовано' }).click();
  const used = drawer.locator('kb-ticket-answers li');
  await used.first().waitFor();
  t.is(await used.count(), 1);
  await drawer.getByRole('button', { name: 'Ещё в 2 вопросах среди похожих' }).click();
  await used.nth(2).waitFor();
  await isSound(t, page, 'a ticket with the answers that used it');
  await page.keyboard.press('e');
  await drawer
    .getByText('Обращение вошло в 1 ответ: их текст останется прежним. Ещё в 2 вопросах среди похожих')
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Удалить навсегда' }).click();
  await page
    .getByText(
      'Из 1 ответа и 2 вопросов, где оно среди похожих: обращение и тексты с его словами; вопросы и оценки останутся',
    )
    .waitFor();
  await isSound(t, page, 'the dialog before an erasure with its answers');
  await page.keyboard.press('Escape');
  await used.first().getByRole('link').click();
  await page.waitForURL(`**/questions/*`);
  await drawer.getByRole('heading', { name: 'Найденные обращения 3' }).waitFor();
});

test.serial('the questions on a phone', async (t) => {
  const { user, id } = await asked();
  const { page } = await web.visitAs(t, user, { width: 320, height: 700, touch: true });
  await page.goto(`/collections/${id}/questions`);
  await page.locator('.questions-row').first().click();
  await page.locator('.question-sources').waitFor();
  await isSound(t, page, 'a question on a phone');
  await page.getByRole('button', { name: 'К списку' }).click();
  await page.locator('.questions-row').first().waitFor();
  await isSound(t, page, 'questions on a phone');
});
