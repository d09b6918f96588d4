import { expect } from 'chai';
import type { Source } from '../../ui/api/records.ts';
import { freshBrowser, replies, searched, searchedOnly, text } from './search-page.ts';
import { until, violations } from './support.ts';

const source = (id: string, score: number, solution: string, category = 'Печать'): Source => ({
  ...{ ticket_id: id, score, category },
  full_text: `Категория: ${category}\nПроблема: Принтер не печатает\nРешение: ${solution}`,
});
const sources = [
  source('11', 0.9, 'Вернули прежний порт.'),
  source('12', 0.9, 'Вернули прежний порт.', 'Принтеры'),
  source('13', 0.8, 'Заменили картридж.'),
  source('14', 0.9, 'Вернули прежний порт.'),
];
const found = { answer: null, sources };

const cards = (page: Element) => [...page.querySelectorAll('.ticket-number')].map(text);
const copies = (page: Element) => [...page.querySelectorAll('.source-copies')].map(text);

beforeEach(freshBrowser);

describe('Found tickets with the same text', () => {
  it('are one card that leads to the others, and leave room for what differs', async () => {
    const { page } = await searchedOnly(found);
    expect(cards(page)).to.deep.equal(['№11', '№13']);
    expect(copies(page)).to.deep.equal(['Ещё №12, №14 с тем же текстом']);
    const [link] = page.querySelectorAll('.source-copies a');
    expect(link?.getAttribute('href')).to.match(/\/collections\/.*\/tickets\/12$/);
    expect(text(page.querySelector('.source-list-count'))).to.equal('4');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('are led by the one that the answer is based on', async () => {
    const { page } = await searched(found, { answer: 'Верните порт.\nОсновано на тикете №14', sources });
    await until(() => page.querySelector('kb-source[cited]') !== null);
    expect(cards(page)).to.deep.equal(['№14', '№13']);
    expect(copies(page)).to.deep.equal(['Ещё №11, №12 с тем же текстом']);
  });

  it('are offered once where one says which ticket fitted, and count for each other', async () => {
    const answerId = crypto.randomUUID();
    const { page, app } = await searched(
      { ...found, answerId },
      { ...replies.saying('Верните порт.'), sources, answerId },
    );
    await until(() => page.querySelector('kb-verdict') !== null);
    page.querySelector('kb-verdict')?.didNotHelp();
    await until(() => page.querySelectorAll('.verdict-choice').length === 3);
    app.verdicts.give(answerId, { helped: false, ticket_id: '12' });
    await until(() => page.querySelectorAll('.verdict-choice[aria-pressed=true]').length === 1);
    expect(text(page.querySelector('.verdict-choice[aria-pressed=true] b'))).to.equal('№11');
    expect(text(page.querySelector('kb-source .ticket-head'))).to.contain('подошло');
  });
});
