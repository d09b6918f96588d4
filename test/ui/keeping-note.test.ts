import { expect } from 'chai';
import { html } from 'lit';
import type { KbSearchPage } from '../../ui/pages/search/kb-search-page.ts';
import '../../ui/pages/search/kb-search-page.ts';
import { replies, searchGiving, text, written } from './search-page.ts';
import { appWith, press, settled, shown, someCollection, someUsage, until, violations } from './support.ts';

const answerId = '2f9a4c7e-5b1d-4e3a-8c6f-0a1b2c3d4e5f';

const open = async (fragment: string, usage = someUsage()) => {
  const collection = someCollection();
  const kept = [
    { ...replies.found, answerId },
    { ...replies.saying(written), answerId },
  ];
  let asked = 0;
  const app = appWith({
    search: searchGiving([...kept, ...kept]).search,
    usage: () => {
      asked += 1;
      return Promise.resolve(usage);
    },
  });
  app.collections.set([collection]);
  const go = async (to: string) => {
    app.router.location.set({ path: `/collections/${collection.id}`, fragment: to });
    await settled();
  };
  await go(fragment);
  const page = await shown<KbSearchPage>(html`<kb-search-page .collection=${collection}></kb-search-page>`, app);
  const type = async () => {
    page.querySelector('kb-search-box')?.focus();
    await settled();
  };
  return { page, go, type, asked: () => asked, note: () => page.querySelector('.search-kept') };
};

describe('The note that questions are kept', () => {
  beforeEach(() => localStorage.removeItem('precedent.keeping-note'));

  it('comes with the first search, is accessible, and is confirmed once', async () => {
    const { page, go, type, note } = await open('');
    await type();
    expect(note()).to.equal(null);
    await go('q=печать');
    expect(text(note())).to.equal(
      'Вопросы и ответы храним 90 дней, чтобы видеть, что помогает. Имена, телефоны и почту скрываем до сохранения. Понятно Открыть «Вопросы»',
    );
    expect(note()?.querySelector('[href]')?.getAttribute('href')).to.match(/\/questions$/);
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Понятно');
    expect(note()).to.equal(null);
    const again = await open('');
    await again.type();
    await again.go('q=печать');
    expect(again.note()).to.equal(null);
    expect(again.asked()).to.equal(0);
  });

  it('waits for the next search where the first one was opened by its address: it moves nothing', async () => {
    const { page, go, type, asked, note } = await open('q=печать');
    await until(() => page.querySelector('kb-verdict') !== null);
    expect(asked()).to.equal(0);
    await type();
    expect(note()).to.equal(null);
    expect(asked()).to.equal(1);
    await go('q=сканер');
    expect(note()).not.to.equal(null);
  });

  it('is not shown if nothing is kept', async () => {
    const { go, type, note } = await open('', someUsage({ recording: 'off', keep_days: 0 }));
    await type();
    await go('q=печать');
    expect(note()).to.equal(null);
  });
});
