import { expect } from 'chai';
import { noteSentSheet, sheetsLeft } from '../../ui/pages/upload/other-sheets.ts';
import type { Preview } from '../../ui/pages/upload/upload-records.ts';
import { press, settled, violations } from './support.ts';
import { catchPosts, none, post, previewed, somePreview, someUpload, textOf, until } from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

const workbook: Partial<Preview> = {
  ...{ format: 'xlsx', encoding: null, delimiter: null, sheet: 'Сводка', header_row: 1 },
  sheets: ['Сводка', 'Заявки'],
};

/** Two columns, of which none is known. */
const summary = somePreview({
  ...workbook,
  columns: ['Показатель', 'Значение'].map((title) => ({ title, column: null, assigned: false, samples: ['3'] })),
  ...{ total: 0, outcomes: none, tickets: [], skipped: [], unreadable_count: 1 },
  unreadable: [{ index: null, row: 1, detail: 'row 1: no column ticket_id', excerpt: null }],
});

const selectNamed = (element: Element, label: string): HTMLSelectElement => {
  const found = [...element.querySelectorAll('.preview-place-choice')].find((each) => textOf(each).startsWith(label));
  const select = found?.querySelector('select');
  if (!select) throw new Error(`There is no choice of ${label}`);
  return select;
};

const choose = async (select: HTMLSelectElement, value: string): Promise<void> => {
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await settled();
};

describe('The place of the table in a file', () => {
  it('is chosen among the sheets and the first twenty rows, and the file is read there and sent so', async () => {
    const { element } = await previewed(summary);
    const sheet = selectNamed(element, 'Лист');
    expect([...sheet.options].map(({ value }) => value)).to.deep.equal(['Сводка', 'Заявки']);
    expect(selectNamed(element, 'Заголовки в строке').options).to.have.length(20);
    expect(await violations(element)).to.deep.equal([]);
    await choose(sheet, 'Заявки');
    const other = await post(2);
    expect([...other.form.entries()]).to.deep.equal([['sheet', 'Заявки']]);
    await other.answer(200, somePreview({ ...workbook, sheet: 'Заявки', header_row: 2 }));
    await until(() => selectNamed(element, 'Лист').value === 'Заявки');
    expect(selectNamed(element, 'Заголовки в строке').value).to.equal('2');
    await choose(selectNamed(element, 'Заголовки в строке'), '3');
    const lower = await post(3);
    expect([...lower.form.entries()]).to.deep.equal([
      ['sheet', 'Заявки'],
      ['header_row', '3'],
    ]);
    await lower.answer(200, somePreview({ ...workbook, sheet: 'Заявки', header_row: 3 }));
    await press(element, 'Отправить');
    expect([...(await post(4)).form.entries()]).to.deep.equal([
      ['sheet', 'Заявки'],
      ['header_row', '3'],
    ]);
  });

  it('names the other sheets that have tickets before and after it is sent, and the way to them, until they are sent too', async () => {
    const left = (sheet: string, rows: number) => ({ sheet, rows, titles: [] });
    const of = (sheet: string, other_sheets: Preview['other_sheets']) =>
      somePreview({ ...workbook, sheets: ['Розница', 'Опт'], sheet, other_sheets });
    const { element } = await previewed(of('Розница', [left('Опт', 60)]), { '/uploads/': () => someUpload() });
    expect(textOf(element.querySelector('.preview-send'))).to.contain(
      'Обращения есть и на других листах, отсюда их не берём: «Опт», 60 строк. Взять лист «Опт»',
    );
    await press(element, 'Взять лист «Опт»');
    const other = await post(2);
    expect([...other.form.entries()]).to.deep.equal([['sheet', 'Опт']]);
    await other.answer(200, of('Опт', [left('Розница', 282)]));
    await until(() => textOf(element).includes('«Розница», 282 строки'));
    await press(element, 'Отправить');
    const upload = await post(3);
    expect([...upload.form.entries()]).to.deep.equal([['sheet', 'Опт']]);
    await upload.answer(200, someUpload());
    await until(() => textOf(element.querySelector('.outcome-head')).includes('Ещё не загружено'));
    expect(textOf(element.querySelector('.outcome-head'))).to.contain(
      'Ещё не загружено из этой книги: «Розница», 282 строки.',
    );
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Загрузить лист «Розница»');
    const last = await post(4);
    expect(last.form.get('sheet')).to.equal('Розница');
    await last.answer(200, of('Розница', [left('Опт', 60)]));
    await until(() => element.querySelector('.preview-send') !== null);
    expect(textOf(element)).not.to.contain('Опт», 60');
  });

  it('names a sheet whose columns nobody knows before and after it is sent, and opens it to choose them', async () => {
    const titles = ['Вх. №', 'Кто', 'Когда', 'Суть', 'Ответ', 'Отв.'];
    const of = (sheet: string, other_sheets: Preview['other_sheets']) =>
      somePreview({ ...workbook, sheets: ['Журнал', 'Абон.отдел'], sheet, other_sheets });
    const journal = of('Журнал', [{ sheet: 'Абон.отдел', rows: 48, titles }]);
    const { element } = await previewed(journal, { '/uploads/': () => someUpload() });
    expect(textOf(element.querySelector('.preview-send'))).to.contain(
      'На листе «Абон.отдел» 48 строк, столбцы не узнаны: «Вх. №», «Кто», «Когда», «Суть», «Ответ»… Выбрать столбцы листа «Абон.отдел»',
    );
    expect(textOf(element)).not.to.contain('Обращения есть и на других листах');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Отправить');
    await (await post(2)).answer(200, someUpload());
    await until(() => textOf(element.querySelector('.outcome-head')).includes('не загружен'));
    expect(textOf(element.querySelector('.outcome-head'))).to.contain(
      'Лист «Абон.отдел» не загружен: 48 строк, столбцы не узнаны: «Вх. №»,',
    );
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Выбрать столбцы листа «Абон.отдел»');
    const opened = await post(3);
    expect(opened.form.get('sheet')).to.equal('Абон.отдел');
    await opened.answer(200, of('Абон.отдел', [{ sheet: 'Журнал', rows: 160, titles: [] }]));
    await until(() => element.querySelector('.preview-send') !== null);
    expect(textOf(element)).not.to.contain('«Журнал», 160');
  });

  it('knows a sheet that was sent to the collection also if its file is chosen again', () => {
    const chosen = () => new File(['1'], 'журнал.xlsx', { lastModified: 7 });
    const both = {
      other_sheets: [
        { sheet: 'Розница', rows: 282, titles: [] },
        { sheet: 'Опт', rows: 60, titles: [] },
      ],
    };
    noteSentSheet({ collectionId: 'one', file: chosen() }, { sheet: 'Розница' });
    const left = (collectionId: string, file = chosen()) =>
      sheetsLeft({ collectionId, file }, both).map(({ sheet }) => sheet);
    expect(left('one')).to.deep.equal(['Опт']);
    expect(left('two')).to.deep.equal(['Розница', 'Опт']);
    expect(left('one', new File(['1'], 'журнал.xlsx', { lastModified: 8 }))).to.deep.equal(['Розница', 'Опт']);
  });

  it('has said for screen readers which columns are to be chosen, in place of how much can be sent', async () => {
    const columns = ['Шифр', 'Суть дела', 'Итог дела', 'Кто'].map((title) => ({
      ...{ title, column: null },
      assigned: false,
      samples: [],
    }));
    const { element } = await previewed(somePreview({ columns, total: 2, outcomes: none, tickets: [], skipped: [] }));
    await until(() => element.querySelector('.preview-reason') !== null);
    expect(textOf(element.querySelector('p[role=status]'))).to.equal(textOf(element.querySelector('.preview-reason')));
  });

  it('is what to look at where the columns are too few to choose from', async () => {
    const { element } = await previewed(summary);
    const reason = textOf(element.querySelector('.preview-columns .preview-reason'));
    expect(reason).to.contain('Столбцов в таблице: 2');
    expect(reason).to.contain('заголовки в другой строке или на другом листе');
    expect(reason).not.to.contain('выберите');
  });

  it('has no sheets in a CSV file, and neither sheets nor rows in JSON', async () => {
    const table = await previewed();
    expect(table.element.querySelectorAll('.preview-place-choice')).to.have.length(1);
    restore();
    restore = catchPosts();
    const json = await previewed(somePreview({ format: 'json', columns: [], header_row: null }));
    const choices = [...json.element.querySelectorAll('.preview-place-choice')];
    expect(choices.map((each) => textOf(each.querySelector('span')))).to.deep.equal(['Читать как']);
  });

  it('says which rows are no tickets: totals and signatures at its end, and rows without number and text', async () => {
    const totals = await previewed(somePreview({ ...workbook, total_rows: [512] }));
    expect(textOf(totals.element)).to.contain('Строка 512 — итог или подпись под таблицей: её пропустили.');
    restore();
    restore = catchPosts();
    const empty = { count: 7, rows: [3, 5, 8, 9, 11, 12, 14] };
    const { element } = await previewed(
      somePreview({ ...workbook, total_rows: [512, 513], empty_rows: empty, html_tickets: 50 }),
    );
    expect(textOf(element)).to.contain('Строки 512, 513 — итоги или подписи под таблицей: их пропустили.');
    expect(textOf(element)).to.contain('Пропустили 7 строк без номера и текста: 3, 5, 8, 9, 11 и ещё 2.');
    expect(textOf(element)).to.contain('HTML превратили в текст: 50 обращений.');
    expect(await violations(element)).to.deep.equal([]);
  });
});
