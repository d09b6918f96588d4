import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { press, violations } from './support.ts';
import {
  catchPosts,
  none,
  path,
  post,
  previewed,
  someUpload,
  somePreview,
  textOf,
  until,
  type Answers,
  withReplaced,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

const ended = async (answers: Answers = {}, upload = someUpload()) => {
  const page = await previewed(somePreview(), { '/uploads/': () => upload, ...answers });
  await press(page.element, 'Отправить');
  await (await post(2)).answer(200, {});
  await until(() => page.element.querySelector('kb-outcome') !== null);
  return page;
};

const someCollectionId = path.split('/')[3] ?? '';

const ticketsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ ticket_id: `n${first + index}`, index: first + index, row: first + index + 2, outcome: 'duplicate' },
  }));

describe('The outcome of an upload', () => {
  it('is one figure, a bar and a legend, has the focus, and is accessible', async () => {
    const { element } = await ended();
    expect(textOf(element.querySelector('.outcome-head'))).to.equal(
      'Добавлено 1 846 обращений из 2 131 в файле «обращения.csv» за 3 мин 12 с',
    );
    const rows = [...element.querySelectorAll('.outcome-legend tbody tr')].map(textOf);
    expect(rows[0]).to.contain('Сохранено теперь участвуют в поиске 1 846 86,6 %');
    expect(rows).to.have.length(3);
    const bar = [...element.querySelectorAll<HTMLElement>('.outcome-bar i')];
    expect(bar.map(({ style }) => style.flexGrow)).to.deep.equal(['1846', '201', '84']);
    await until(() => document.activeElement?.textContent.includes('Добавлено') === true);
    expect(textOf(element.querySelector('[role=status]'))).to.equal('Загрузка закончена: добавлено 1 846 обращений');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says what was removed and copied, and which of the duplicates are unchanged', async () => {
    const counts = { ...none, stored: 3, duplicate: 9 };
    const { element } = await ended({}, someUpload({ outcomes: counts, removed_links: 4, copies: 2, unchanged: 8 }));
    expect(textOf(element.querySelector('.outcome-head'))).to.contain(
      'Убрано ссылок: 4. С тем же текстом, что у другого номера: 2.',
    );
    const row = () => textOf(element.querySelector('[data-outcome=duplicate]')?.closest('tr') ?? null);
    expect(row()).to.contain('Повторы такие номера уже есть в коллекции или в файле; без изменений: 8');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('calls duplicates unchanged if all were compared', async () => {
    const { element } = await ended({}, someUpload({ outcomes: { ...none, duplicate: 9 }, unchanged: 9 }));
    expect(textOf(element.querySelector('.outcome-legend'))).to.contain(
      'Без изменений в файле то же, что уже хранится',
    );
  });

  it('says how many tickets behind a reason are counted without their numbers', async () => {
    const upload = someUpload({ outcomes: { ...none, duplicate: 25_000 }, unlisted: 24_900 });
    const { element } = await ended({ '/tickets?': () => ({ tickets: ticketsFrom(0, 100), next: null }) }, upload);
    await press(element, 'Строки «Повторы»');
    await until(() => textOf(element.querySelector('kb-outcome-tickets')).includes('без номеров'));
    expect(textOf(element.querySelector('kb-outcome-tickets'))).to.contain(
      'Ещё 24 900 сосчитаны без номеров: хранятся номера первых 10 000 пропущенных.',
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('of an upload that was stopped says so first, and shows how many tickets it did not get to', async () => {
    const stopped = someUpload({ state: 'stopped', outcomes: { ...none, stored: 500, duplicate: 31 } });
    const { element } = await ended({}, stopped);
    expect(textOf(element.querySelector('.outcome-lead'))).to.equal('Добавлено 500 обращений, загрузка остановлена');
    const rows = [...element.querySelectorAll('.outcome-legend tbody tr')].map(textOf);
    expect(rows[0]).to.contain('500 23,5 %');
    expect(rows.at(-1)).to.equal('Не обработано до них загрузка не дошла 1 600 75,1 %');
    const bar = [...element.querySelectorAll<HTMLElement>('.outcome-bar i')];
    expect(bar.map(({ style }) => style.flexGrow)).to.deep.equal(['500', '31', '1600']);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('shows the tickets behind a reason, page by page, leads the focus there and back, and is accessible', async () => {
    const { element, asked } = await ended({
      '/tickets?': (endpoint) =>
        endpoint.includes('after=')
          ? endpoint.endsWith('after=99')
            ? { tickets: ticketsFrom(100, 100), next: '199' }
            : { tickets: ticketsFrom(200, 1), next: null }
          : { tickets: ticketsFrom(0, 100), next: '99' },
    });
    await press(element, 'Строки «Повторы»');
    await until(() => element.querySelectorAll('.outcome-tickets tbody tr').length === 100);
    expect(document.activeElement?.textContent).to.equal('Повторы');
    expect(textOf(element.querySelector('.outcome-tickets tbody tr'))).to.equal('2 n0');
    expect(await violations(element)).to.deep.equal([]);
    const more = () => textOf(element.querySelector('kb-outcome-tickets .upload-more'));
    expect(more()).to.equal('Ещё 100 из 101 строк');
    await press(element, 'Ещё 100');
    await until(() => more() === 'Ещё 1 строка');
    await press(element, 'Ещё 1');
    await until(() => element.querySelectorAll('.outcome-tickets tbody tr').length === 201);
    expect(asked.at(-1)).to.contain('outcome=duplicate&limit=100&after=199');
    await press(element, 'Закрыть список');
    expect(textOf(document.activeElement)).to.equal('Строки «Повторы»');
    expect(element.querySelector('kb-outcome-tickets')).to.equal(null);
  });

  it('says why the tickets behind a reason cannot be loaded, is accessible, and retries', async () => {
    const replies: (() => unknown)[] = [
      () => Promise.reject(new ApiError(0, 'offline')),
      () => ({ tickets: ticketsFrom(0, 3), next: null }),
    ];
    const { element } = await ended({ '/tickets?': () => replies.shift()?.() });
    await press(element, 'Строки «Повторы»');
    await until(() => element.querySelector('kb-outcome-tickets kb-failure') !== null);
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Повторить');
    await until(() => element.querySelectorAll('.outcome-tickets tbody tr').length === 3);
  });

  it('saves the CSV of skipped tickets without a token in any address, under headings in the language of the page', async () => {
    const saved: string[] = [];
    let content = Promise.resolve('');
    const click = function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.protocol}`);
      content = fetch(this.href).then((response) => response.text());
    };
    const csv = '\ufeffticket_id;row;rule;sentence\n17;3;duplicate;Повтор\n';
    const { element, asked } = await ended({ 'skipped.csv': () => new Response(csv) });
    await withReplaced(HTMLElement.prototype, 'click', click, async () => {
      element.querySelector('kb-outcome .upload-more-end')?.dispatchEvent(new MouseEvent('click'));
      await until(() => saved.length > 0);
      expect(asked.filter((endpoint) => endpoint.includes('skipped'))).to.deep.equal([
        `GET ${path}/uploads/${someUpload().id}/skipped.csv?delimiter=semicolon`,
      ]);
    });
    expect(saved).to.deep.equal(['пропущенные-обращения.csv blob:']);
    expect(await content).to.equal('Номер;Строка;Код причины;Что сделать\n17;3;duplicate;Повтор\n');
  });

  it('says that the CSV cannot be loaded, and is accessible', async () => {
    const { element } = await ended({
      'skipped.csv': () => Promise.reject(new ApiError(429, 'Too many', { retryAfter: 9 })),
    });
    await press(element, 'Скачать пропущенные');
    await until(() => element.querySelector('kb-failure') !== null);
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('Список пропущенных не скачался');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('leads to the search and to the next file', async () => {
    const { element } = await ended();
    const search = element.querySelector<HTMLElement & { href: string }>('.upload-more wa-button');
    expect(search?.href).to.equal(`/collections/${someCollectionId}`);
    await press(element, 'Загрузить ещё файл');
    expect(element.querySelector('kb-drop-zone')).not.to.equal(null);
  });

  it('says that all were repeats if nothing is new', async () => {
    const { element } = await ended({}, someUpload({ total: 3, outcomes: { ...none, duplicate: 3 } }));
    expect(textOf(element.querySelector('.outcome-lead'))).to.equal('Новых обращений нет');
  });

  it('counts nothing where nothing was stored', async () => {
    const { element } = await ended({}, someUpload({ state: 'stopped', outcomes: none }));
    expect(textOf(element.querySelector('.notice'))).to.contain(
      'Загрузка остановлена Ничего не сохранили. Отправьте тот же файл ещё раз, чтобы загрузить его.',
    );
    expect(textOf(element.querySelector('[role=status]'))).to.equal('Загрузка не закончена: новых обращений нет');
  });
});
