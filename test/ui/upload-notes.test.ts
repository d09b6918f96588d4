import { expect } from 'chai';
import type { Preview } from '../../ui/pages/upload/upload-records.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import '../../ui/components/kb-toast.ts';
import { settled, someCollection, until, violations } from './support.ts';
import {
  catchPosts,
  choose,
  csv,
  FakePost,
  none,
  post,
  previewed,
  somePreview,
  textOf,
  uploadPage,
} from './upload/service.ts';

/** As `previewed`, on another page of the same test. */
const previewedAgain = async (preview: Preview) => {
  const { element } = await uploadPage();
  const number = FakePost.all.length + 1;
  await choose(element, csv());
  await (await post(number)).answer(200, preview);
  return element;
};

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

describe('What a preview tells of the texts', () => {
  it('says what of the work by hand the upload would replace', async () => {
    const replaced = { corrected: 2, flagged: 1, ticket_ids: ['4711', 'А/1'] };
    const { element } = await previewed(somePreview({ replaced }));
    expect(textOf(element.querySelector('.preview-replaced'))).to.equal(
      'Заменим сделанное вручную: исправленных обращений 2, отметок «устарело» 1. Прежний текст останется в истории обращения. №4711, №А/1.',
    );
    expect([...element.querySelectorAll('.preview-replaced a')].map((link) => link.getAttribute('href'))).to.deep.equal(
      ['4711', 'А%2F1'].map(
        (id) => `/collections/${someCollection().id}/tickets/${id.replace('А', encodeURIComponent('А'))}`,
      ),
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('tells what was removed, and reads the file again once a word is no name', async () => {
    const removed = { links: 2, link_texts: [], names: [{ name: 'Алиса', tickets: 40 }] };
    const { element } = await previewed(somePreview({ removed }));
    expect(textOf(element.querySelector('kb-removed')))
      .to.contain('Убрано ссылок: 2.')
      .and.contain('Алиса в 40');
    expect(await violations(element)).to.deep.equal([]);
    element.querySelector('kb-removed')?.dispatchEvent(new CustomEvent('freed'));
    await (await post(2)).answer(200, somePreview());
    expect(element.querySelector('kb-removed') === null).to.equal(true);
  });

  it('names tickets whose text another one has', async () => {
    const tickets = Array.from({ length: 7 }, (_, at) => ({
      ticket_id: `к${at}`,
      index: at,
      row: at + 2,
      copy_of: '7',
    }));
    const { element } = await previewed(somePreview({ copies: { count: 9, tickets } }));
    const panel = element.querySelector('.preview-copies')?.closest('section') ?? element;
    expect(textOf(panel.querySelector('.upload-head'))).to.equal('Одинаковые тексты 9');
    expect(textOf(panel)).to.contain('Сохраним все: номера разные.');
    const listed = [...panel.querySelectorAll('li')].map(textOf);
    expect(listed).to.have.length(7);
    expect(listed[0]).to.equal('Строка 2 №к0: текст тот же, что у №7');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('names tickets whose text a stored one has, with links to these, in both languages', async () => {
    const tickets = [{ ticket_id: 'к1', index: 0, row: 2, copy_of: 'SN/7' }];
    const { element } = await previewed(somePreview({ stored_copies: { count: 1, tickets } }));
    const panel = element.querySelector('.preview-copies')?.closest('section');
    expect(textOf(panel?.querySelector('.upload-head') ?? null)).to.equal('Повторяют сохранённые обращения 1');
    expect(textOf(panel ?? null)).to.contain('уже есть под другими номерами. Сохраним и эти');
    expect(textOf(panel?.querySelector('li') ?? null)).to.equal('Строка 2 №к1: текст тот же, что у №SN/7');
    const link = panel?.querySelector('li a');
    expect(link?.getAttribute('href')).to.match(/^\/collections\/[^/]+\/tickets\/SN%2F7$/);
    expect(link?.getAttribute('target')).to.equal('_blank');
    expect(await violations(element)).to.deep.equal([]);
    chooseLanguage('en');
    await until(() => textOf(panel?.querySelector('h2') ?? null) === 'Repeats of stored tickets');
    expect(textOf(panel?.querySelector('li') ?? null)).to.contain('the same text as No. SN/7');
    chooseLanguage('ru');
  });

  it('shows the dates of a workbook as dates, in the language of the page', async () => {
    const [first, ...columns] = somePreview().columns;
    const dated = {
      title: 'Решено',
      column: null,
      assigned: false,
      samples: ['2026-05-01', '2026-05-01T10:30:00', '5-я'],
    };
    const { element } = await previewed(somePreview({ columns: [...(first ? [first] : []), dated, ...columns] }));
    const shown = () => [...(element.querySelectorAll('.preview-samples')[1]?.children ?? [])].map(textOf).join('; ');
    expect(shown()).to.equal('1 мая 2026; 1 мая 2026, 10:30; 5-я');
    chooseLanguage('en');
    await until(() => shown() === 'May 1, 2026; May 1, 2026, 10:30 AM; 5-я');
    chooseLanguage('ru');
  });

  it('says why a column of subjects is no category, and how it can be used', async () => {
    const subject = { title: 'Тема', column: null, assigned: false, samples: [], varied: { values: 48, tickets: 50 } };
    const columns = somePreview().columns.map((each) => (each.title === 'Тема' ? subject : each));
    const { element } = await previewed(somePreview({ columns }));
    expect(textOf(element.querySelector('.preview-displaced'))).to.equal(
      'Не взяли как категорию: на 50 обращений 48 разных значений. Это похоже на заголовок; его можно выбрать частью проблемы.',
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('keeps its bar free of toasts, however much that says', async () => {
    const { element } = await previewed(somePreview({ replaced: { corrected: 2, flagged: 1, ticket_ids: ['4711'] } }));
    const toast = document.createElement('kb-toast');
    document.body.append(toast);
    toast.show('«Алиса» больше не скрываем');
    await settled();
    const [over, bar] = [toast.querySelector('.toast-card'), element.querySelector('.preview-send')].map((each) =>
      each?.getBoundingClientRect(),
    );
    toast.remove();
    if (!over || !bar) throw new Error('Something is not shown');
    expect(over.bottom <= bar.top || over.top >= bar.bottom).to.equal(true);
  });

  it('counts unchanged tickets apart from remarks', async () => {
    const outcomes = { ...none, stored: 3, duplicate: 9 };
    const { element } = await previewed(somePreview({ outcomes, unchanged: 8, skipped: [] }));
    const figures = [...element.querySelectorAll('.preview-figures > div')].map(textOf);
    expect(figures.slice(-2)).to.deep.equal(['Без изменений 8', 'С замечаниями 1']);
    expect(textOf(element.querySelector('.preview-send p'))).to.contain('1 обращение с замечаниями не сохраним');
    const same = await previewedAgain(somePreview({ outcomes: { ...none, duplicate: 9 }, unchanged: 9, skipped: [] }));
    expect(textOf(same.querySelector('.preview-send p'))).to.equal(
      'Отправлять нечего: в файле то же, что уже хранится.',
    );
    expect(same.querySelector('.preview-remarks')).to.equal(null);
    expect(await violations(same)).to.deep.equal([]);
  });
});
