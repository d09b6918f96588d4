import { expect } from 'chai';
import type { Source } from '../../ui/api/records.ts';
import { freshBrowser, replies, searched, searchedOnly, text } from './search-page.ts';
import { until, violations } from './support.ts';

const source = (id: string, score: number, solution: string, copies: readonly string[] = []): Source => ({
  ...{ ticket_id: id, score, category: 'Печать', copies },
  full_text: `Категория: Печать\nПроблема: Принтер не печатает\nРешение: ${solution}`,
});
const many = ['21', '22', '23', '24', '25', '26'];
const sources = [
  source('11', 0.9, 'Вернули прежний порт.', ['12', '14']),
  source('13', 0.8, 'Заменили картридж.'),
  source('15', 0.7, 'Обновили драйвер.', many),
];
const found = { answer: null, sources };

const cards = (page: Element) => [...page.querySelectorAll('.ticket-number')].map(text);
const copies = (page: Element) => [...page.querySelectorAll('.source-copies')].map(text);

beforeEach(freshBrowser);

describe('Found tickets with the same solution', () => {
  it('are led to from the card of one of them, many behind a line that says how many', async () => {
    const { page } = await searchedOnly(found);
    expect(cards(page)).to.deep.equal(['№11', '№13', '№15']);
    const [few, more] = copies(page);
    expect(few).to.equal('Ещё №12, №14 с тем же решением');
    expect(more).to.match(/^Ещё 6 обращений с тем же решением №21, №22/);
    const links = [...page.querySelectorAll('.source-copies a')];
    expect(links.map((link) => link.getAttribute('href')?.split('/').at(-1))).to.deep.equal(['12', '14', ...many]);
    expect(links.map((link) => (link as HTMLElement).checkVisibility())).to.deep.equal([
      true,
      true,
      ...many.map(() => false),
    ]);
    page.querySelector<HTMLElement>('details.source-copies summary')?.click();
    await until(() => links.every((link) => (link as HTMLElement).checkVisibility()));
    expect(await violations(page)).to.deep.equal([]);
  });

  it('are named beside the basis of an answer', async () => {
    const { page } = await searched(found, { answer: 'Верните порт.\nОсновано на тикете №11', sources });
    await until(() => page.querySelector('kb-source[cited]') !== null);
    expect(text(page.querySelector('kb-source[cited] .source-copies'))).to.contain('№12, №14');
  });

  it('are offered once where one says which ticket fitted', async () => {
    const answerId = crypto.randomUUID();
    const { page } = await searched({ ...found, answerId }, { ...replies.saying('Верните порт.'), sources, answerId });
    await until(() => page.querySelector('kb-verdict') !== null);
    page.querySelector('kb-verdict')?.didNotHelp();
    await until(() => page.querySelectorAll('.verdict-choice').length === sources.length + 1);
    expect([...page.querySelectorAll('.verdict-choice b')].map(text)).to.deep.equal(['№11', '№13', '№15']);
  });

  it('had the solution as it was, once that of their card is corrected', async () => {
    const { page, app } = await searchedOnly(found);
    const row = {
      ...{ ticket_id: '11', category: 'Печать', problem: 'Принтер не печатает', solution: 'Заменили порт.' },
      ...({ state: 'active', revision: 2, flagged_at: null, upload_id: null, corrected_by: null } as const),
      ...{ stored_at: '2026-01-01T00:00:00Z', changed_at: '2026-01-02T00:00:00Z' },
    };
    const collectionId = page.querySelector('kb-source')?.collectionId ?? '';
    app.changedTickets.set({ collectionId, before: [row], rows: [row] });
    await until(() => copies(page)[0]?.endsWith('с прежним решением') === true);
  });
});
