import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { announced, freshBrowser, opened, replies, searched, searchedOnly, text, written } from './search-page.ts';
import { someCollection, settled, until, violations } from './support.ts';

beforeEach(freshBrowser);
afterEach(() => chooseLanguage('ru'));

const weakly = { verySimilar: 0.99, similar: 0.95 };
const remote = { ...replies.found, levels: weakly };
const tooLittle = 'Недостаточно информации в истории обращений.';
const saying = (answer: string) => ({ ...replies.saying(answer), levels: weakly });
const heading = (page: Element) => text(page.querySelector('.source-list-head.is-weak #sources'));

describe('Matches that are all remote', () => {
  it('are headed so in amber in both languages, with advice and no panel of an answer', async () => {
    const { page } = await searched(remote, saying(tooLittle));
    expect(heading(page)).to.equal('Ближайшее похоже лишь отдалённо');
    expect(page.querySelector('kb-answer')).to.equal(null);
    expect(page.querySelectorAll('kb-source')).to.have.length(2);
    expect(text(page.querySelector('.source-weak'))).to.contain('добавьте подробности');
    expect(announced(page)).to.equal('Ближайшее похоже лишь отдалённо. Найдено: 2 обращения.');
    expect(await violations(page)).to.deep.equal([]);
    chooseLanguage('en');
    await settled();
    expect(heading(page)).to.equal('The closest is only distantly similar');
  });

  it('have no panel while an answer is written either, so that nothing disappears', async () => {
    const { page } = await searched(remote, 'never');
    expect(heading(page)).not.to.equal('');
    expect(page.querySelector('kb-answer')).to.equal(null);
  });

  it('keep an answer that a model has written from them all the same, as a possible one', async () => {
    const { page } = await searched(remote, saying(written));
    // Once what formats an answer is loaded.
    await until(() => text(page.querySelector('kb-answer')).includes('Верните порт.'));
    expect(announced(page)).to.match(/^Возможный ответ\. Обращение, по .* похоже лишь отчасти.*Верните порт\./);
    expect(text(page.querySelector('kb-answer h2'))).to.equal('Возможный ответ');
    expect(text(page.querySelector('.answer-doubt'))).to.contain('похоже лишь отчасти: проверьте, о том ли оно');
    expect(text(page.querySelector('.source-weak')))
      .to.contain('Если они о другом, добавьте подробности')
      .and.not.contain('не решали');
    expect(await violations(page)).to.deep.equal([]);
    const sure = await searched(replies.found, replies.saying(written));
    await until(() => text(sure.page.querySelector('kb-answer')).includes('Верните порт.'));
    expect(text(sure.page.querySelector('kb-answer h2'))).to.equal('Ответ');
    expect(sure.page.querySelector('.answer-doubt')).to.equal(null);
  });

  it('lead to the search in all collections if another one has tickets', async () => {
    const { page, app } = await searchedOnly(remote);
    const targets = () => [...page.querySelectorAll('.source-weak wa-button')].map((each) => each.getAttribute('href'));
    expect(targets().filter((each) => each?.startsWith('/search#q='))).to.have.length(0);
    app.collections.set([...(app.collections.value() ?? []), someCollection({ id: 'other', ticket_count: 7 })]);
    await settled();
    expect(targets().filter((each) => each?.startsWith('/search#q='))).to.have.length(1);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('are not called so if one is similar, nor if the levels of the model are unknown', async () => {
    const { page } = await searchedOnly({ ...replies.found, levels: { verySimilar: 0.99, similar: 0.9 } });
    expect(page.querySelector('.is-weak')).to.equal(null);
    const unknown = await searchedOnly(replies.found);
    expect(unknown.page.querySelector('.is-weak')).to.equal(null);
  });
});

describe('A search without results', () => {
  it('says of a query without words that it has none', async () => {
    const { page } = await searchedOnly(replies.nothing);
    expect(text(page.querySelector('.source-none b'))).to.equal('В запросе нет слов');
    expect(announced(page)).to.equal('В запросе нет слов');
    expect(await violations(page)).to.deep.equal([]);
  });

  it('of an empty collection leads to another one and to the search in all', async () => {
    const { page } = await opened('q=x', [replies.nothing], someCollection({ id: 'empty', ticket_count: 0 }), false);
    expect(text(page.querySelector('.source-none b'))).to.equal('Ничего похожего не нашлось');
    const targets = [...page.querySelectorAll('.source-none wa-button')].map((each) => each.getAttribute('href'));
    expect(targets.at(-1)).to.equal('/search#q=x');
  });
});
