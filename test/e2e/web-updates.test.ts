import test from 'ava';
import { call, newCollection, newUser } from '../support/api.ts';
import { isSound } from '../support/browser/inspect-page.ts';
import { choose, csvFile, goodRow } from '../support/web-files.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

const titles = ['Номер', 'Проблема', 'Решение'];
/** A row without its category. */
const bareRow = (id: number, about: string, more = ''): readonly string[] => {
  const [number = '', , problem = '', solution = ''] = goodRow(id, about);
  return [number, problem, solution + more];
};

test.serial(
  'a table without categories updates what it has, says what changes, and keeps the categories',
  async (t) => {
    const user = await newUser(web.url());
    const id = await newCollection(web.url(), user, 'Склад');
    const { page } = await web.visitAs(t, user);
    const upload = async (rows: readonly (readonly string[])[], head?: readonly string[]) => {
      await page.goto(`/collections/${id}/upload`);
      await choose(page, csvFile('склад.csv', rows, head && [...head]));
    };
    await upload([goodRow(1, 'весы'), goodRow(2, 'лоток'), goodRow(3, 'сканер')]);
    await page.getByRole('button', { name: 'Отправить 3' }).click();
    await page.getByRole('heading', { name: 'Добавлено 3 обращения' }).waitFor();

    const short = ['4', 'Не работает касса', 'Перейдите на сервер.'];
    await upload([bareRow(1, 'весы', ' Подробнее.'), bareRow(2, 'лоток'), short], titles);
    await page.getByLabel('Обновить то, что изменилось').check();
    await page.getByText('Изменятся обращения: 1 (решение 1), без изменений: 1.').waitFor();
    await page.getByText('Самый длинный ответ поддержки: 20 знаков, нужно больше 100.').waitFor();
    await page.locator('.preview-excerpt').getByText('Перейдите на сервер.').waitFor();
    await isSound(t, page, 'the preview of an update');
    await page.getByRole('button', { name: 'Отправить 1' }).click();
    await page.getByRole('heading', { name: 'Обновлено 1 обращение' }).waitFor();

    type Shown = { readonly category: string; readonly solution: string; readonly revision: number };
    const shown = async (ticket: number) =>
      (await call(web.url(), `GET /api/collections/${id}/tickets/${ticket}`, { credential: user.token })).body as Shown;
    t.like(await shown(1), { category: 'Оборудование', revision: 2 });
    t.regex((await shown(1)).solution, / Подробнее\.$/);
    t.like(await shown(2), { category: 'Оборудование', revision: 1 });
  },
);
