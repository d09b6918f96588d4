import { expect } from 'chai';
import { enableShortcuts } from '../../ui/browser/shortcuts.ts';
import { freshBrowser, opened, text } from './search-page.ts';
import { until } from './support.ts';

beforeEach(freshBrowser);

describe('The search page before the first query', () => {
  it('says what to write whatever the tickets are about, and of the answer no more than that it comes', async () => {
    const { page } = await opened('');
    expect(text(page.querySelector('.search-intro li'))).to.equal('Что случилось что не получается и где');
    expect(text(page.querySelector('wa-switch'))).to.equal('С ответом');
  });

  it('names the key that leads to the query only where that key does so', async () => {
    const { page } = await opened('');
    const isNamed = () => page.querySelector('.search-key-outside')?.checkVisibility() ?? false;
    (document.activeElement as HTMLElement | null)?.blur();
    expect(isNamed()).to.equal(true);
    page.querySelector('kb-search-box')?.focus();
    await until(() => !isNamed());
    try {
      enableShortcuts(false);
      const { page: without } = await opened('');
      expect(without.querySelector('.search-key-outside')).to.equal(null);
    } finally {
      enableShortcuts(true);
    }
  });
});
