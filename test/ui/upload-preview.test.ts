import { expect } from 'chai';
import { press, violations } from './support.ts';
import {
  FakePost,
  catchPosts,
  uploadPage,
  choose,
  csv,
  post,
  until,
  none,
  previewed,
  textOf,
  somePreview,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

describe('The preview', () => {
  it('shows figures, columns, first tickets and remarks, leads the focus to the file, and is accessible', async () => {
    const { element } = await previewed();
    expect([...element.querySelectorAll('.preview-figures dd')].map(textOf)).to.deep.equal([
      '2 148',
      '4 из 5',
      '2 131',
      '17',
    ]);
    expect(textOf(element.querySelector('.upload-file'))).to.contain('CSV, WINDOWS-1251, разделитель «;»');
    expect(element.querySelectorAll('.preview-table tbody tr')).to.have.length(4);
    expect(textOf(element.querySelector('.preview-remarks tbody tr'))).to.contain('Строка 102 Повторы Номер s0.');
    expect(textOf(element.querySelector('.preview-send p'))).to.equal(
      '2 131 обращение отправим в коллекцию «Техподдержка», 17 обращений с замечаниями не сохраним.',
    );
    await until(() => document.activeElement?.textContent === 'обращения.csv');
    expect(textOf(element.querySelector('p[role=status]'))).to.contain(
      'Файл прочитан: можно отправить 2 131 обращение',
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('calls a solution that is too short by that, before a file is chosen too', async () => {
    const { element } = await uploadPage();
    expect(textOf(element)).to.contain('обращения без решения длиннее 100 знаков');
    await choose(element, csv());
    await (await post()).answer(200, somePreview());
    await press(element, 'Ещё 12');
    const reasons = [...element.querySelectorAll('.preview-remarks .preview-reason')].map(textOf);
    expect(new Set(reasons)).to.deep.equal(new Set(['Повторы', 'Нет полного решения']));
  });

  it('shows all received tickets and remarks on request', async () => {
    const { element } = await previewed();
    await press(element, 'Ещё 2');
    await press(element, 'Ещё 12');
    expect(element.querySelectorAll('.preview-table tbody tr')).to.have.length(6);
    expect(element.querySelectorAll('.preview-remarks tbody tr')).to.have.length(17);
  });

  it('says how many remarks there are beyond those that it lists', async () => {
    const { outcomes } = somePreview();
    const { element } = await previewed(
      somePreview({ outcomes: { ...outcomes, duplicate: outcomes.duplicate + 4_000 } }),
    );
    const more = element.querySelector('.preview-remarks')?.parentElement?.querySelector('.upload-more button');
    expect(textOf(more ?? null)).to.equal('Ещё 12 из 4 012 строк');
  });

  it('is made again when a column is assigned, and leaves the one that holds another part of the same text', async () => {
    const { element } = await previewed();
    const select = element.querySelectorAll<HTMLSelectElement>('.preview-columns select')[4];
    if (!select) throw new Error('There is no select');
    select.value = 'solution';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    const again = await post(2);
    expect(JSON.parse(again.form.get('columns') as string)).to.deep.equal({
      'Что сделали': 'solution',
      Оператор: 'solution',
    });
    expect(textOf(element.querySelector('.preview-columns [role=status]'))).to.equal('');
    expect(element.querySelector('.upload-head-note')?.textContent).to.equal('Читаем с новыми столбцами');
    const columns = somePreview().columns.map((each) =>
      each.title === 'Оператор' ? { ...each, column: 'solution' as const, assigned: true } : each,
    );
    await again.answer(200, somePreview({ columns, outcomes: { ...somePreview().outcomes, stored: 7 } }));
    expect(textOf(element.querySelector('.preview-send'))).to.contain('Отправить 7');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('keeps the previous preview, with the reason, if the new one fails', async () => {
    const { element } = await previewed();
    const select = element.querySelector<HTMLSelectElement>('.preview-columns select');
    if (select) select.value = 'category';
    select?.dispatchEvent(new Event('change', { bubbles: true }));
    await (await post(2)).break();
    expect(element.querySelectorAll('.preview-figures dd')).to.have.length(4);
    expect(textOf(element.querySelector('kb-failure'))).to.contain('Нет связи');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('names what no column holds', async () => {
    const columns = somePreview().columns.filter(({ column }) => column !== 'solution');
    const { element } = await previewed(somePreview({ columns, tickets: [] }));
    expect(textOf(element.querySelector('.preview-columns .preview-reason'))).to.contain(
      'Не узнали, в каком столбце решение: выберите его',
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('names all that no column holds at once', async () => {
    const { element } = await previewed(
      somePreview({ columns: [{ title: 'A', column: null, assigned: false, samples: [] }] }),
    );
    expect(textOf(element.querySelector('.preview-columns .preview-reason'))).to.contain(
      'номер обращения, проблема и решение',
    );
  });

  it('says nothing else of a table that lacks a column: neither figures, nor remarks, nor to repair the file', async () => {
    const columns = [{ title: 'A', column: null, assigned: false, samples: ['1'] }];
    const detail = 'No header row: row 1 names none of the columns; found "A"';
    const unreadable = [{ ticket_id: null, index: null, row: 1, detail, excerpt: null }];
    const nothing = { total: 0, outcomes: none, tickets: [], skipped: [], unreadable, unreadable_count: 1 };
    const { element } = await previewed(somePreview({ columns, ...nothing }));
    expect(element.querySelector('.preview-figures, .preview-remarks, .upload-none')).to.equal(null);
    expect(element.querySelectorAll('.preview-reason')).to.have.length(1);
    expect(textOf(element.querySelector('.preview-send'))).to.contain('Отправить можно будет, когда столбцы выбраны.');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says which of two columns for one part was taken, and lets the other be chosen', async () => {
    const read = { assigned: false, samples: ['x'] };
    const { element } = await previewed(
      somePreview({
        columns: [
          ...somePreview().columns.filter(({ title }) => title !== 'Тема'),
          { title: 'Тема', column: null, ...read, displaced: { column: 'category', by: 'Категория' } },
          { title: 'Категория', column: 'category', ...read },
          { title: 'Автор', column: null, ...read, displaced: { column: 'role', by: 'Описание' } },
        ],
      }),
    );
    const [topic, author] = [...element.querySelectorAll('.preview-displaced')];
    expect(textOf(topic ?? null)).to.equal('Не читается: категория уже в столбце «Категория».');
    expect(textOf(author ?? null)).to.equal('Не читается вместе со столбцом «Описание».');
    const select = topic?.parentElement?.querySelector('select');
    if (!select) throw new Error('There is no select');
    expect(select.getAttribute('aria-describedby')).to.contain(topic?.id);
    expect(await violations(element)).to.deep.equal([]);
    select.value = 'category';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    const again = await post(2);
    expect(JSON.parse(again.form.get('columns') as string)).to.deep.equal({ Тема: 'category', Категория: null });
  });

  it('asks for the author of messages where a table has none, and not to repair the file', async () => {
    const columns = [
      { title: 'Номер', column: 'ticket_id', assigned: false, samples: ['1'] },
      { title: 'Сообщение', column: 'text', assigned: false, samples: ['Не печатает'] },
      ...['Ответили', 'Когда'].map((title) => ({ title, column: null, assigned: false, samples: [] })),
    ] as const;
    const detail = 'row 1: no column role; one row a message needs both role and text';
    const unreadable = [{ index: null, row: 1, detail, excerpt: null }];
    const { element } = await previewed(somePreview({ columns, total: 0, unreadable, unreadable_count: 1 }));
    expect(textOf(element.querySelector('.preview-send'))).to.contain('Отправить можно будет, когда столбцы выбраны.');
  });

  it('takes a choice made with arrow keys when the field is left, and says what lost its column', async () => {
    const { element } = await previewed();
    const select = element.querySelectorAll<HTMLSelectElement>('.preview-columns select')[4];
    if (!select) throw new Error('There is no select');
    for (const value of ['problem', 'solution', 'category']) {
      select.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
    expect(FakePost.all).to.have.length(1);
    select.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    const again = await post(2);
    expect(JSON.parse(again.form.get('columns') as string)).to.deep.equal({ Тема: null, Оператор: 'category' });
    select.dispatchEvent(new FocusEvent('blur'));
    expect(FakePost.all).to.have.length(2);
    expect(textOf(element.querySelector('.preview-columns [role=status]'))).to.equal(
      'Столбец «Тема» больше не читается: его место занял «Оператор».',
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('has no button to send a file with rows that cannot be read, names them, and is accessible', async () => {
    const detail = 'row 6, column "Номер" must not be empty';
    const unreadable = [{ index: 4, row: 6, detail, excerpt: 'Не печатает, звонит [ИМЯ]' }];
    const { element } = await previewed(somePreview({ unreadable, unreadable_count: 1 }));
    expect(textOf(element.querySelector('.preview-remarks tbody tr'))).to.equal(
      'Строка 6 Не читается Строка 6: столбец «Номер» пуст Не печатает, звонит [ИМЯ]',
    );
    expect(element.querySelector('.preview-send wa-button[variant=brand]')).to.equal(null);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('has no button to send nothing', async () => {
    const { element } = await previewed(somePreview({ outcomes: { ...somePreview().outcomes, stored: 0 } }));
    expect(element.querySelector('.preview-send wa-button[variant=brand]')).to.equal(null);
    expect(textOf(element.querySelector('.preview-send'))).to.contain('Отправлять нечего');
  });

  it('shows positions instead of rows for JSON, and its format instead of columns', async () => {
    const preview = somePreview({
      ...{ format: 'json', encoding: null, delimiter: null, columns: [] },
      tickets: somePreview().tickets.map((each) => ({ ...each, row: null })),
      skipped: somePreview().skipped.map((each) => ({ ...each, row: null })),
    });
    const { element } = await previewed(preview);
    expect([...element.querySelectorAll('.preview-figures dd')].map(textOf)[1]).to.equal('JSON');
    expect(textOf(element.querySelector('.preview-remarks tbody tr'))).to.contain('Обращение 101');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('is closed by cancelling', async () => {
    const { element } = await previewed();
    await press(element, 'Отмена');
    expect(element.querySelector('kb-drop-zone')).not.to.equal(null);
  });
});
