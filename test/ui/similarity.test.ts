import { expect } from 'chai';
import { freshBrowser, replies, searchedOnly, text } from './search-page.ts';
import { violations } from './support.ts';

beforeEach(freshBrowser);

describe('A found ticket', () => {
  it('says in words how similar a ticket is, with the figure as a tooltip and for screen readers', async () => {
    const levels = { verySimilar: 0.9, similar: 0.5 };
    const { page } = await searchedOnly({ ...replies.found, levels });
    const scores = [...page.querySelectorAll<HTMLElement>('kb-source .ticket-score')];
    expect(scores.map((score) => [text(score), score.title])).to.deep.equal([
      ['Сходство 0,93, очень похоже', 'Сходство 0,93'],
      ['Сходство 0,86, похоже', 'Сходство 0,86'],
    ]);
    const filled = scores.map((score) =>
      Number.parseInt(score.querySelector<HTMLElement>('.score-bar i')?.style.width ?? ''),
    );
    expect(filled).to.deep.equal([87, 77]);
    expect(await violations(page)).to.deep.equal([]);
    const remote = await searchedOnly({ ...replies.found, levels: { verySimilar: 0.99, similar: 0.95 } });
    expect(text(remote.page.querySelector('.ticket-score'))).to.contain('отдалённо');
  });
});
