import test from 'ava';
import { call, newCollection, newUser } from '../support/api.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

const question = 'Терминал оплаты не печатает второй чек';
const solution =
  'Иван Петров сменил ленту на узкую, включил печать второго чека в настройках терминала и проверил сверку итогов. Вопросы по телефону +7 912 345-67-89.';

test.serial('a question without an answer becomes a ticket by hand, which the same search then finds', async (t) => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user, 'Кассы');
  const other =
    'Сменили пароль учётной записи, проверили вход с телефона и с рабочего места, записали в журнал дежурства.';
  const tickets = [{ ticket_id: '1', description: 'Не войти в почту', messages: [{ role: 'support', text: other }] }];
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  const { page } = await web.visitAs(t, user);
  await page.goto(`/collections/${id}#q=${encodeURIComponent(question)}`);
  await page.locator('a[href*="#new="], wa-button[href*="#new="]').first().click();
  await page.waitForURL(/tickets#new=/);
  await page.locator('#edit-solution:focus').waitFor();
  t.is(await page.locator('#edit-problem').inputValue(), question);
  await isSound(t, page, 'the form for a ticket');
  await page.locator('#edit-solution').fill(solution);
  // It outlives a reload, which asks first.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  t.is(await page.locator('#edit-solution').inputValue(), solution);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Ещё не сохранено: так обращение будет храниться' }).waitFor();
  const shown = await page.locator('.drawer-body').innerText();
  t.regex(shown, /\[ИМЯ\] сменил ленту/);
  t.regex(shown, /\[ТЕЛЕФОН\]/);
  await isSound(t, page, 'a ticket as it will be stored');
  const before = await call(web.url(), `GET /api/collections/${id}`, { credential: user.token });
  t.is((before.body as { ticket_count: number }).ticket_count, 1);
  await page.keyboard.press('Control+Enter');
  await page.getByText('сохранено и находится поиском').waitFor();
  await page.locator('aside h2:focus').waitFor();
  await isSound(t, page, 'a ticket that was added');
  t.true(await page.getByRole('button', { name: 'Закрыть уведомление' }).isVisible());
  await page.getByRole('link', { name: 'Проверить поиском' }).click();
  await page.waitForURL(/#q=/);
  const first = page.locator('kb-source').first();
  await first.getByText('П-').waitFor();
  t.regex(await first.innerText(), /сменил ленту/);
});

test.serial('a toast ends with the page where it was said, and never lies on the bar that sends a file', async (t) => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user, 'Кассы');
  const { page } = await web.visitAs(t, user);
  await page.goto(`/collections/${id}/tickets#new=`);
  await page.locator('#edit-problem').fill(question);
  await page.locator('#edit-solution').fill(solution);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Верно, сохранить' }).click();
  const toast = page.locator('.toast-card');
  await toast.getByText('сохранено и находится поиском').waitFor();
  // Another row is the same page.
  await page.getByRole('button', { name: 'Закрыть (Esc)' }).click();
  t.true(await toast.isVisible());
  await page
    .getByRole('tab', { name: 'Загрузка' })
    .or(page.getByRole('link', { name: 'Загрузка' }))
    .first()
    .click();
  await page.locator('input[type=file]').first().setInputFiles('ui/templates/tickets.csv');
  t.is(await toast.count(), 0);
  // One that is said before the bar is there.
  await page.evaluate(`document.querySelector('kb-toast').show('Скопировано', { name: 'Открыть', address: '/' })`);
  await page.locator('.preview-send').waitFor();
  const places = `[...document.querySelectorAll('.toast-card, .preview-send')].map((each) => { const { top, bottom } = each.getBoundingClientRect(); return [top, bottom]; })`;
  const [bar, card] = await page.evaluate<readonly (readonly [number, number])[]>(places);
  t.true(bar !== undefined && card !== undefined && card[1] <= bar[0], JSON.stringify([bar, card]));
});
