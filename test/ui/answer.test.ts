import { expect } from 'chai';
import { freshBrowser, replies, searched, text } from './search-page.ts';
import { press, until, violations } from './support.ts';

describe('An answer', () => {
  // The parser is loaded when an answer is shown, later than a test waits.
  before(() => import('../../ui/pages/search/answer-markdown.ts'));
  beforeEach(freshBrowser);

  it('shows lists, links and masks of an answer, and leaves HTML, paths and other addresses as text', async () => {
    const answer = [
      'Здравствуйте, [ИМЯ]. **Сделайте** так:',
      '1. Откройте `Параметры`\n2. Впишите \\\\print-srv\\hp_4010\n   - для всех',
      '[Инструкция](https://help.example/print), [код](javascript:alert(1)), <img src=x onerror=alert(1)>',
      '    отступ',
      '5 * 3 * 2 = 30',
    ].join('\n\n');
    const { page } = await searched(replies.found, replies.saying(answer));
    const shownText = page.querySelector('.answer-text');
    expect(text(shownText?.querySelector('.ticket-mask') ?? null)).to.equal('[ИМЯ]');
    expect(text(shownText?.querySelector('b') ?? null)).to.equal('Сделайте');
    expect([...(shownText?.querySelectorAll('ol > li') ?? [])].map(text)).to.deep.equal([
      'Откройте Параметры',
      'Впишите \\\\print-srv\\hp_4010 для всех',
    ]);
    const links = [...(shownText?.querySelectorAll('a') ?? [])];
    expect(links.map((each) => each.getAttribute('href'))).to.deep.equal(['https://help.example/print']);
    expect(links[0]?.rel).to.contain('noopener');
    expect(shownText?.querySelector('img, pre')).to.equal(null);
    expect(text(shownText)).to.contain('Инструкция, код, <img src=x onerror=alert(1)>');
    expect(text(shownText)).to.contain('5 * 3 * 2 = 30');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('stays text if its Markdown is nested without end, so that no answer stops the page', async () => {
    for (const nested of ['- '.repeat(3_900), '> '.repeat(3_900), '1. '.repeat(2_600), '*'.repeat(7_900)]) {
      const { page } = await searched(replies.found, replies.saying(`Вот: a\n\n${nested}конец`));
      expect(text(page.querySelector('.answer-text'))).to.contain('конец');
      expect(page.querySelector('.answer-text :is(ul, ol, em, b)')).to.equal(null);
    }
  });

  it('folds a long answer until it is opened', async () => {
    const long = Array.from({ length: 40 }, (_, index) => `- шаг ${index}`).join('\n');
    const { page } = await searched(replies.found, replies.saying(long));
    const answer = page.querySelector('kb-answer');
    await until(() => answer?.querySelector('.is-folded') !== null);
    const height = answer?.offsetHeight ?? 0;
    expect(await violations(page)).to.deep.equal([]);
    await press(answer ?? page, 'Показать целиком');
    expect(answer?.offsetHeight).to.be.greaterThan(height * 1.5);
    await press(answer ?? page, 'Свернуть');
    expect(answer?.offsetHeight).to.equal(height);
  });
});
