import { expect } from 'chai';
import { press, violations } from './support.ts';
import {
  previewGone,
  catchPosts,
  choose,
  csv,
  none,
  post,
  previewed,
  somePreview,
  textOf,
  until,
  withReplaced,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

describe('What a preview shows of a file', () => {
  it('shows samples beside each column, which its list is described by', async () => {
    const { element } = await previewed();
    const columns = [...element.querySelectorAll('.preview-columns li')];
    expect(columns.map((each) => textOf(each.querySelector('p')))).to.deep.equal([
      '47114712',
      'Принтеры',
      'Звонит [ИМЯ], принтер не печатает',
      'Сняли защитную ленту.',
      '[ИМЯ]вторая линия',
    ]);
    const described = columns[4]?.querySelector('select')?.getAttribute('aria-describedby');
    expect(described).to.equal(columns[4]?.querySelector('p')?.id);
  });

  it('shows the text that a remark is about, with its masks', async () => {
    const { element } = await previewed();
    await press(element, 'Ещё 12');
    const texts = [...element.querySelectorAll('.preview-excerpt')].map(textOf);
    expect(texts).to.deep.equal(Array.from({ length: 8 }, () => 'Готово, [ИМЯ]'));
    expect(element.querySelectorAll('.preview-excerpt .ticket-mask')).to.have.length(8);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('gives problem and solution the same width, shows description and messages apart, and opens what is folded', async () => {
    const [first, ...others] = somePreview().tickets;
    if (!first) throw new Error('There is no ticket');
    const parts = ['Не печатает', 'Пробовал перезагрузить, очередь полна. '.repeat(20)];
    const tickets = [{ ...first, problem: parts.join('\n'), problem_parts: parts }, ...others];
    const { element } = await previewed(somePreview({ tickets }));
    const widths = [...element.querySelectorAll('.preview-tickets thead th')].slice(-2).map((each) => each.clientWidth);
    expect(Math.abs((widths[0] ?? 0) - (widths[1] ?? 0))).to.be.below(8);
    const cell = element.querySelector('.preview-tickets kb-folded-text');
    const text = cell?.querySelector('.fold-text');
    expect([...(text?.querySelectorAll('p') ?? [])].map(textOf)).to.deep.equal(parts.map((part) => part.trim()));
    await until(() => text?.classList.contains('is-folded') === true);
    const height = text?.clientHeight ?? 0;
    expect(await violations(element)).to.deep.equal([]);
    cell?.querySelector<HTMLElement>('.fold-button')?.click();
    await until(() => (text?.clientHeight ?? 0) > height * 2);
    expect(cell?.querySelector('.fold-button')?.getAttribute('aria-expanded')).to.equal('true');
  });

  it('downloads all remarks as CSV, safe for spreadsheets, and says if they do not come', async () => {
    const lines = [
      { index: 1, row: 3, ticket_id: '=1+1', outcome: 'no-solution', solution_length: 88 },
      { index: 0, row: 2, detail: 'row 2, column "Номер" must not be empty' },
    ];
    const saved: Blob[] = [];
    const { element, app } = await previewed();
    const keep = (blob: Blob) => `blob:${saved.push(blob)}`;
    await withReplaced(URL, 'createObjectURL', keep, async () => {
      await press(element, 'Скачать все замечания');
      const named = await post(2);
      expect(named.path).to.match(/\/tickets\/preview$/);
      expect(named.headers).to.include({
        ...{ Accept: 'application/x-ndjson', 'Preview-Id': (await post(1)).headers['Preview-Id'] },
      });
      expect(named.form.get('file')).to.equal(null);
      await named.answer(404, ...previewGone);
      const sent = await post(3);
      expect(sent.form.get('file')).to.be.instanceOf(File);
      await sent.answer(200, lines.map((line) => JSON.stringify(line)).join('\n'));
      await until(() => saved.length > 0);
    });
    expect(await saved[0]?.text()).to.equal(
      'Номер;Строка;Код причины;Что сделать\n' +
        ';2;unreadable;Строка 2: столбец «Номер» пуст\n' +
        '\'=1+1;3;no-solution;"Самый длинный ответ поддержки: 88\u00a0знаков, нужно больше 100. Допишите решение."\n',
    );
    expect(app.said).to.deep.equal([]);
    await press(element, 'Скачать все замечания');
    await (await post(4)).break();
    await until(() => app.said.length > 0);
    expect(app.said).to.deep.equal(['Замечания не скачались. Нет связи с сервисом.']);
  });

  it('says how short a solution is that is too short', async () => {
    const [first] = somePreview().skipped;
    const measured = (outcome: 'no-solution' | 'ends-with-question', solution_length: number) =>
      first ? [{ ...first, outcome, solution_length }] : [];
    const skipped = [
      ...measured('no-solution', 88),
      ...measured('no-solution', 0),
      ...measured('ends-with-question', 42),
    ];
    const { element } = await previewed(somePreview({ skipped }));
    const rows = [...element.querySelectorAll('.preview-remarks tbody tr')].map(textOf);
    expect(rows[0]).to.contain('Самый длинный ответ поддержки: 88 знаков, нужно больше 100.');
    expect(rows[1]).to.contain('Ответа поддержки нет');
    expect(rows[2]).to.contain('Последний ответ: 42 знака и вопрос в конце, такому нужно не меньше 150.');
  });

  it('names the sheet of a workbook that is read', async () => {
    const { element } = await previewed(
      somePreview({ format: 'xlsx', encoding: null, delimiter: null, sheet: 'Обращения 2026' }),
    );
    expect(textOf(element.querySelector('.upload-file'))).to.contain('XLSX, лист «Обращения 2026»');
  });

  it('keeps a file that breaks off in the drop zone, with its location in words', async () => {
    const detail = 'file is not valid JSON: unexpected end at byte 981230 (line 4810)';
    const broken = { index: 311, row: null, detail };
    const { element } = await previewed(
      somePreview({
        ...{ format: 'json', columns: [], total: 311, unreadable_count: 1 },
        ...{ unreadable: [{ ...broken, excerpt: null }], broken_off: broken },
      }),
    );
    expect(element.querySelector('kb-drop-zone')).not.to.equal(null);
    expect(textOf(element.querySelector('[role=alert]'))).to.equal(
      'Обрыв на обращении 312, строка 4 810: файл записан не до конца. Выгрузите его ещё раз.',
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says of a file that is a header alone, or an empty list, that it is', async () => {
    const nothing = { total: 0, tickets: [], skipped: [], outcomes: none };
    const header = await previewed(somePreview(nothing));
    expect(textOf(header.element.querySelector('[role=alert]'))).to.equal(
      'В файле один заголовок, под ним нет ни одной строки.',
    );
    await choose(header.element, csv('пусто.json'));
    await (await post(2)).answer(200, somePreview({ ...nothing, format: 'json', columns: [] }));
    expect(textOf(header.element.querySelector('[role=alert]'))).to.equal('В файле нет обращений: список пустой.');
  });
});
