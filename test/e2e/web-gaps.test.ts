import test from 'ava';
import { isSound } from '../support/browser/inspect-page.ts';
import { filledCollection } from '../support/stored-tickets.ts';
import { askUntilGaps } from '../support/unanswered-questions.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test, () => Promise.resolve({ RATE_LIMIT_PER_MINUTE: '0' }));

const refunds = [
  'Как вернуть деньги за годовую подписку',
  'Хочу вернуть деньги за годовую подписку',
  'Верните деньги за годовую подписку',
];
const acts = ['Где', 'Почему', 'Когда', 'Как'].map((word) => `${word} получить закрывающий акт для бухгалтерии`);
const solution =
  'Деньги за годовую подписку возвращаются за неиспользованные месяцы: откройте «Профиль → Подписка», нажмите «Отменить и вернуть деньги», и сумма придёт на ту же карту за пять рабочих дней.';

test.serial('a gap leads to a ticket, which says what it will answer and closes it', async (t) => {
  const { user, collection } = await filledCollection(web.url());
  await askUntilGaps({ url: web.url(), token: user.token, collection }, [...refunds, ...acts], 2);
  const { page } = await web.visitAs(t, user);
  await page.goto(`/collections/${collection}`);
  await page.locator('h1').waitFor();
  await page.locator('kb-search-box textarea').blur();
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await page.locator('.questions-row').first().waitFor();
  await page.keyboard.press('2');
  await page.waitForURL(`**/collections/${collection}/gaps`);
  const lead = page.locator('.gap-lead li');
  await lead.first().waitFor();
  t.deepEqual(
    (await lead.allInnerTexts()).map((text) => /\d+\s\S+$/.exec(text)?.[0].replace('\u00a0', ' ')),
    ['4 вопроса', '3 вопроса'],
  );
  await isSound(t, page, 'gaps');
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await isSound(t, page, `gaps at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await lead.last().getByRole('link').click();
  const problem = page.locator('#edit-problem');
  await problem.waitFor();
  t.true(refunds.includes(await problem.inputValue()));
  await page.locator('#edit-solution').fill(solution);
  await page.getByRole('button', { name: 'Предпросмотр' }).click();
  await page.getByText('Ответит на 3 вопроса из 3').waitFor();
  await isSound(t, page, 'a ticket for a gap');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const heading = page.locator('aside h2');
  await heading.getByText('№П-').waitFor();
  const number = await heading.innerText();
  await page.goto(`/collections/${collection}/gaps#show=closed`);
  const closed = page.locator('.gap-closed');
  for (let attempt = 0; attempt < 60 && (await closed.count()) === 0; attempt += 1) {
    await page.waitForTimeout(500);
    await page.reload();
    await page.locator('.gap-closed, .tickets-none').first().waitFor();
  }
  t.true((await closed.innerText()).endsWith(`отвечает ${number}`));
  await isSound(t, page, 'closed gaps');
});
