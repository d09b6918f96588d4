import test from 'ava';
import { newCollection, newUser } from '../support/api.ts';
import { isSoundInBothThemes } from '../support/browser/inspect-page.ts';
import { choose } from '../support/web-files.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

/** The files of test/data/desks: each has one solved ticket, with a note between colleagues, and one that is open. */
const exports = {
  'zendesk.json': 'Zendesk',
  'freshdesk.json': 'Freshdesk',
  'jira.json': 'Jira Service Management',
  'intercom-conversations.json': 'Intercom',
  'intercom-tickets.json': 'Intercom',
  'omnidesk.json': 'Омнидеск',
  'usedesk.json': 'Юздеск',
  'helpdeskeddy.json': 'HelpDeskEddy',
  'zammad.json': 'Zammad',
  'chatwoot.json': 'Chatwoot',
};
const query = 'Не уходят письма, сервер отвечает ошибкой входа';
const pathOf = (name: string) => `test/data/desks/${name}`;

for (const [name, desk] of Object.entries(exports)) {
  test.serial(`the export of a desk goes from its file to an answer: ${name}`, async (t) => {
    const user = await newUser(web.url());
    const { page } = await web.visitAs(t, user);
    const id = await newCollection(web.url(), user);
    await page.goto(`/collections/${id}/upload`);
    await choose(page, pathOf(name));
    await page.getByText(`Похоже на выгрузку ${desk}, читаем как её.`).waitFor();
    t.regex(await page.locator('.preview-desk').innerText(), /Не взяли: внутренние заметки 1\./);
    await page.getByRole('button', { name: 'Отправить 1' }).click();
    await page.getByRole('heading', { name: 'Добавлено 1 обращение' }).waitFor();
    await page.goto(`/collections/${id}#q=${encodeURIComponent(query)}`);
    await page.locator('kb-answer kb-copy-button').first().waitFor();
    t.regex(await page.locator('kb-answer').innerText(), /включите вход по ключу и перезапустите программу/);
    t.false((await page.locator('main').innerText()).includes('Секрет отдела'));
  });
}

test.serial('an export of osTicket is refused with what to do instead', async (t) => {
  const user = await newUser(web.url());
  const { page } = await web.visitAs(t, user);
  await page.goto(`/collections/${await newCollection(web.url(), user)}/upload`);
  await choose(page, pathOf('osticket.csv'));
  await page.getByText('В выгрузке osTicket нет переписки. Возьмите её из базы запросом').waitFor();
  t.is(await page.getByRole('button', { name: /^Отправить/ }).count(), 0);
});

test.serial('the source is chosen by the keyboard, is sound in both themes, and fits a window of 320 px', async (t) => {
  const user = await newUser(web.url());
  const { page } = await web.visitAs(t, user, { width: 320, height: 700 });
  await page.goto(`/collections/${await newCollection(web.url(), user)}/upload`);
  const question = page.getByRole('group', { name: 'Откуда обращения?' });
  await question.getByRole('radio', { name: 'Файл' }).focus();
  await page.keyboard.press('ArrowDown');
  t.true(await question.getByRole('radio', { name: 'Zendesk' }).isChecked());
  await page.getByText('Перетащите выгрузку Zendesk').waitFor();
  await isSoundInBothThemes(t, page, 'an export of a desk');
  await page.getByRole('button', { name: 'Другие системы' }).press('Enter');
  await question.getByRole('radio', { name: 'Из своей программы' }).press('Space');
  await page.getByText('Описание API').waitFor();
  await isSoundInBothThemes(t, page, 'a program');
  t.false(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'));
});
