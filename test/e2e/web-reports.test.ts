import test from 'ava';
import { call, newCollection, newUser } from '../support/api.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { reportOf1C } from '../support/report-files.ts';
import { choose } from '../support/web-files.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

const button = /^Отправить/;

test.serial('a report of 1C is uploaded as it is, undone, uploaded again, undone and taken back whole', async (t) => {
  const user = await newUser(web.url());
  const id = await newCollection(web.url(), user, 'Склад');
  const { page } = await web.visitAs(t, user);
  const stored = async () => {
    const { body } = await call(web.url(), `GET /api/collections/${id}`, { credential: user.token });
    return (body as { readonly ticket_count: number }).ticket_count;
  };
  const undo = async () => {
    await page.getByRole('button', { name: 'Отменить загрузку' }).first().click();
    await page.getByText('Исправленный файл можно загрузить снова').waitFor();
    await page.getByRole('button', { name: /^Скрыть 3/ }).click();
    await page.getByRole('button', { name: 'Вернуть все' }).waitFor();
    t.is(await stored(), 0);
  };
  for (const attempt of [1, 2]) {
    await page.goto(`/collections/${id}/upload`);
    await choose(page, { name: 'реестр.xlsx', mimeType: '', buffer: reportOf1C() });
    await page.getByRole('button', { name: button }).waitFor();
    t.is(await page.getByLabel('Заголовки в строке').inputValue(), '7');
    if (attempt === 1) await isSound(t, page, 'preview of a report');
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('heading', { name: /^Добавлено/ }).waitFor();
    t.is(await stored(), 3);
    await undo();
  }
  await page.getByRole('button', { name: 'Вернуть все' }).click();
  await page.getByRole('dialog', { name: 'Вернуть скрытое отменой?' }).waitFor();
  await isSound(t, page, 'the question before a record is taken back');
  await page.getByRole('button', { name: 'Вернуть в поиск' }).click();
  await page.getByText('Возвращено').first().waitFor();
  t.is(await stored(), 3);
  await isSound(t, page, 'record of an upload that was undone and taken back');
});
