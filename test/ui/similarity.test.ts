import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { freshBrowser, replies, searched, searchedOnly, text } from './search-page.ts';
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

  it('has levels of its own if it is the nearest', async () => {
    const levels = { verySimilar: 0.99, similar: 0.95, first: { verySimilar: 0.92, similar: 0.5 } };
    const { page } = await searchedOnly({ ...replies.found, levels });
    const words = [...page.querySelectorAll('kb-source .ticket-score-value')].map(text);
    expect(words).to.deep.equal(['очень похоже', 'отдалённо']);
    expect(page.querySelector('.is-weak')).to.equal(null);
  });

  it('shows masks in the language of the interface', async () => {
    const masks = async () => {
      const { page } = await searchedOnly(replies.found);
      return [...page.querySelectorAll('.ticket-mask')].map(text);
    };
    expect(await masks()).to.deep.equal(['[ИМЯ]', '[ИМЯ]']);
    try {
      chooseLanguage('en');
      expect(await masks()).to.deep.equal(['[NAME]', '[NAME]']);
    } finally {
      chooseLanguage('ru');
    }
  });

  it('says by its rank how similar it is if the levels of the model are unknown, in both languages', async () => {
    const said = async () => {
      const { page } = await searchedOnly(replies.found);
      expect(page.querySelector('kb-source .score-bar')).to.equal(null);
      const scores = [...page.querySelectorAll<HTMLElement>('kb-source .ticket-score')];
      return scores.map((score) => [text(score), score.title]);
    };
    expect(await said()).to.deep.equal([
      ['Сходство 0,93, самое близкое', 'Сходство 0,93'],
      ['Сходство 0,86, 2-е по близости', 'Сходство 0,86'],
    ]);
    chooseLanguage('en');
    expect(await said()).to.deep.equal([
      ['Similarity 0.93, the closest', 'Similarity 0.93'],
      ['Similarity 0.86, 2nd closest', 'Similarity 0.86'],
    ]);
    chooseLanguage('ru');
  });
});

describe('The tickets of an unanswered question', () => {
  it('are all shown, and called the closest rather than an error, in both languages', async () => {
    const heading = async () => {
      const tooLittle = replies.saying('Недостаточно информации в истории обращений.');
      const { page } = await searched(replies.found, tooLittle);
      expect(page.querySelectorAll('kb-source')).to.have.length(2);
      expect(page.querySelector('.search-failure, [role="alert"]')).to.equal(null);
      return text(page.querySelector('#sources'));
    };
    expect(await heading()).to.equal('Ответа нет, ближайшие обращения');
    chooseLanguage('en');
    expect(await heading()).to.equal('No answer, the closest tickets');
    chooseLanguage('ru');
  });
});
