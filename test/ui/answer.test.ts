import { expect } from 'chai';
import type { Source } from '../../ui/api/records.ts';
import { ago } from '../../ui/messages/format.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { announced, freshBrowser, replies, searched, text, written } from './search-page.ts';
import { press, settled, until, violations } from './support.ts';

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

describe('The age of what an answer is written from', () => {
  before(() => import('../../ui/pages/search/answer-markdown.ts'));
  beforeEach(freshBrowser);
  const day = 86_400_000;
  const [best, second] = replies.found.sources as [Source, Source];

  it('is told with each source of which it is known, in both languages', async () => {
    const resolvedAt = Date.now() - 3.2 * 365.25 * day;
    const found = { ...replies.found, sources: [{ ...best, resolvedAt }, second] };
    const { page } = await searched(found, { ...found, answer: written });
    const chips = () =>
      [...page.querySelectorAll('kb-source')].map(
        (each) => /(решено|resolved) [^,]*? (назад|ago)/.exec(text(each))?.[0],
      );
    expect(chips()).to.deep.equal(['решено 3 года назад', undefined]);
    try {
      chooseLanguage('en');
      await settled();
      expect(chips()[0]).to.equal('resolved 3 years ago');
    } finally {
      chooseLanguage('ru');
    }
    expect(await violations(page)).to.deep.equal([]);
  });

  it('is said with the answer if its ticket is flagged as out of date, not if another one is', async () => {
    const flagged = (...isFlagged: readonly boolean[]) => {
      const sources = replies.found.sources.map((each, index) => ({ ...each, isFlagged: isFlagged[index] === true }));
      return searched({ ...replies.found, sources }, { ...replies.found, sources, answer: written });
    };
    const { page } = await flagged(false, true);
    await until(() => text(page.querySelector('kb-answer')).includes('Верните порт.'));
    const outdated = 'Обращение №3977, по которому он написан, отмечено как устаревшее.';
    expect(text(page.querySelector('.answer-doubt'))).to.equal(outdated);
    expect(announced(page)).to.contain(`Ответ. ${outdated} Верните порт.`);
    expect(await violations(page)).to.deep.equal([]);
    const other = await flagged(true, false);
    await until(() => text(other.page.querySelector('kb-answer')).includes('Верните порт.'));
    expect(other.page.querySelector('.answer-doubt')).to.equal(null);
  });

  it('is told in whole days, months and years', () => {
    const now = Date.parse('2026-11-28T12:00:00Z');
    const told = [0, 1, 2, 30, 31, 360, 366, 800].map((days) => ago(now - days * day, now).replace(/\u00a0/g, ' '));
    const days = ['сегодня', 'вчера', '2 дня назад', '30 дней назад'];
    expect(told).to.deep.equal([...days, '1 месяц назад', '11 месяцев назад', '1 год назад', '2 года назад']);
    const [evening, night] = [new Date(2026, 10, 28, 23, 30), new Date(2026, 10, 29, 0, 30)];
    expect(ago(evening.getTime(), night.getTime())).to.equal('вчера');
  });
});

describe('The copy of an answer', () => {
  before(() => import('../../ui/pages/search/answer-markdown.ts'));
  beforeEach(freshBrowser);

  const { clipboard } = navigator;
  afterEach(() => Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true }));

  const copied = async (answer: string, label = 'Скопировать ответ') => {
    const kept: Record<string, string> = {};
    const write = async ([item]: readonly ClipboardItem[]) => {
      for (const type of item?.types ?? []) kept[type] = (await (await item?.getType(type))?.text()) ?? '';
    };
    Object.defineProperty(navigator, 'clipboard', { value: { write }, configurable: true });
    const { page, app } = await searched(replies.found, replies.saying(answer));
    await press(page.querySelector('kb-answer') ?? page, label);
    await until(() => app.said.length > 0);
    expect(app.said).to.deep.equal(['Скопировано']);
    return { plain: kept['text/plain'], html: kept['text/html'] };
  };

  const answer = [
    '[ИМЯ], **сделайте** так:',
    '1. Откройте `Параметры`\n2. Впишите \\\\print-srv\n   - для *всех*\n   - и <b>себя</b>',
    '[Инструкция](https://help.example/print?a=1&b=2), [код](javascript:alert(1))\nПотом позвоните [ИМЯ].',
    'Основано на тикете №3977',
  ].join('\n\n');

  it('can be sent to a customer: no Markdown, no name at the start, no reference', async () => {
    const { plain, html } = await copied(answer);
    expect(plain).to.equal(
      [
        'Сделайте так:',
        '1. Откройте Параметры\n2. Впишите \\\\print-srv\n   • для всех\n   • и <b>себя</b>',
        'Инструкция (https://help.example/print?a=1&b=2), код\nПотом позвоните [ИМЯ].',
      ].join('\n\n'),
    );
    expect(html).to.equal(
      '<p><b>Сделайте</b> так:</p>' +
        '<ol start="1"><li>Откройте <code>Параметры</code></li><li>Впишите \\\\print-srv' +
        '<ul><li>для <em>всех</em></li><li>и &lt;b&gt;себя&lt;/b&gt;</li></ul></li></ol>' +
        '<p><a href="https://help.example/print?a=1&amp;b=2">Инструкция</a>, код<br>Потом позвоните [ИМЯ].</p>',
    );
  });

  it('has the ticket that the answer is based on if that is asked for', async () => {
    const { plain, html } = await copied(answer, 'Скопировать с источником');
    expect(plain?.endsWith('Потом позвоните [ИМЯ].\n\nОсновано на обращении №3977')).to.equal(true);
    expect(html?.endsWith('<p>Основано на обращении №3977</p>')).to.equal(true);
  });

  it('keeps a greeting, names no ticket that was not found, and leaves names that are no address', async () => {
    for (const [said, sent] of [
      ['Добрый день, [ИМЯ] [ИМЯ]! Верните порт.', 'Добрый день! Верните порт.'],
      ['Здравствуйте, [ИМЯ], верните порт.', 'Здравствуйте, верните порт.'],
      ['[ИМЯ]. Верните порт.', 'Верните порт.'],
      ['Верните порт.\nОсновано на тикете №1', 'Верните порт.'],
      ['[ИМЯ] вернула порт.', '[ИМЯ] вернула порт.'],
      ['Обратитесь к [ИМЯ], порт вернут.', 'Обратитесь к [ИМЯ], порт вернут.'],
    ] as const)
      expect((await copied(said)).plain).to.equal(sent);
  });
});
