import { expect } from 'chai';
import type { ColumnName } from '../../src/domain/ticket-fields.ts';
import { readBrowserList, settingNames } from '../../ui/browser/storage.ts';
import { forgetChoicesExcept } from '../../ui/pages/upload/last-choice.ts';
import { press, settled } from './support.ts';
import { assign, columnsOf, shownAs, titled } from './upload/chosen-columns.ts';
import { catchPosts, choose, csv, post, someUpload, textOf, until, uploadPage } from './upload/service.ts';

let restore: () => void;
beforeEach(() => {
  restore = catchPosts();
  forgetChoicesExcept([]);
});
afterEach(() => {
  restore();
  forgetChoicesExcept([]);
});

describe('The columns of the sheets that were uploaded', () => {
  it('are those of each sheet of a workbook, however many were sent since', async () => {
    const sheets = ['Журнал', 'Приёмная'];
    const journal = (columns: Readonly<Record<string, ColumnName | null>>) =>
      titled(columns, { sheet: 'Журнал', sheets });
    const office = (columns: Readonly<Record<string, ColumnName | null>>) =>
      titled(columns, { sheet: 'Приёмная', sheets });
    const [journalFound, officeFound] = [
      journal({ Заявка: 'ticket_id', Суть: 'problem', Меры: null }),
      office({ Вход: null, Вопрос: 'problem', Ответ: 'solution' }),
    ];
    const [journalRead, officeRead] = [
      journal({ Заявка: 'ticket_id', Суть: 'problem', Меры: 'solution' }),
      office({ Вход: 'ticket_id', Вопрос: 'problem', Ответ: 'solution' }),
    ];
    const { element } = await uploadPage({ '/uploads/': () => someUpload(), '/previews/': () => ({}) });
    const openOffice = async () => {
      const select = element.querySelector<HTMLSelectElement>('.preview-place select');
      if (select) select.value = 'Приёмная';
      select?.dispatchEvent(new Event('change', { bubbles: true }));
      await settled();
    };
    const send = async (number: number) => {
      await press(element, 'Отправить');
      await (await post(number)).answer(200, {});
      await until(() => element.querySelector('kb-outcome') !== null);
      await press(element, 'Загрузить ещё файл');
    };
    await choose(element, csv());
    await (await post()).answer(200, journalFound);
    await assign(element, 'Меры', 'solution');
    await (await post(2)).answer(200, journalRead);
    await send(3);
    await choose(element, csv());
    await (await post(4)).answer(200, journalFound);
    await (await post(5)).answer(200, journalRead);
    await openOffice();
    const office1 = await post(6);
    expect([columnsOf(office1), office1.form.get('sheet')]).to.deep.equal([null, 'Приёмная']);
    await office1.answer(200, officeFound);
    await until(() => textOf(element.querySelector('.preview-columns')).includes('Вход'));
    expect(shownAs(element)).to.equal('', 'such a sheet was never read');
    await assign(element, 'Вход', 'ticket_id');
    await (await post(7)).answer(200, officeRead);
    expect(shownAs(element)).to.equal('');
    await send(8);
    await choose(element, csv('июнь.csv'));
    await (await post(9)).answer(200, journalFound);
    const again = await post(10);
    expect([columnsOf(again), again.form.get('sheet')]).to.deep.equal([{ Меры: 'solution' }, null]);
    await again.answer(200, journalRead);
    await until(() => shownAs(element) === 'Столбцы выбраны как в прошлый раз. Выбрать заново');
    await openOffice();
    await (await post(11)).answer(200, officeFound);
    const office2 = await post(12);
    expect([columnsOf(office2), office2.form.get('sheet')]).to.deep.equal([{ Вход: 'ticket_id' }, 'Приёмная']);
    await office2.answer(200, officeRead);
    await until(() => shownAs(element) === 'Столбцы выбраны как в прошлый раз. Выбрать заново');
    await press(element, 'Выбрать заново');
    const anew = await post(13);
    expect([columnsOf(anew), anew.form.get('sheet')]).to.deep.equal([null, 'Приёмная']);
  });

  it('are kept for a bounded number of sheets', async () => {
    const { element } = await uploadPage({ '/uploads/': () => someUpload(), '/previews/': () => ({}) });
    for (let index = 0; index < 14; index += 1) {
      await choose(element, csv());
      await (
        await post(2 * index + 1)
      ).answer(200, titled({ [`Заявка ${'абвгдежзиклмно'[index]}`]: 'ticket_id', Суть: 'problem', Итог: 'solution' }));
      await press(element, 'Отправить');
      await (await post(2 * index + 2)).answer(200, {});
      await until(() => element.querySelector('kb-outcome') !== null);
      await press(element, 'Загрузить ещё файл');
    }
    expect(readBrowserList(settingNames().find((name) => name.startsWith('columns.')) ?? '')).to.have.length(12);
  });
});
