import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { empty, freshBrowser, opened, replies, searched, text, written } from './search-page.ts';
import { settled, violations } from './support.ts';

describe('The search page on a phone', () => {
  beforeEach(freshBrowser);

  it('needs no scrolling sideways at 390 px where the name of another collection is long', async () => {
    await setViewport({ width: 390, height: 800 });
    const { page, app } = await opened('', [], empty);
    const named = (app.collections.value() ?? []).map((each) =>
      each.id === empty.id ? each : { ...each, name: 'Техподдержка магазина «Северный ветер»' },
    );
    app.collections.set(named);
    await settled();
    expect(text(page.querySelector('.search-intro .action-row'))).to.contain('«Северный ветер»');
    expect(document.documentElement.scrollWidth).to.equal(390);
    const [row, button] = ['.action-row', 'wa-button[appearance=outlined]'].map((each) =>
      page.querySelector(`.search-intro ${each}`)?.getBoundingClientRect(),
    );
    expect(button?.right).to.be.at.most(row?.right ?? 0);
  });

  it('cuts neither category nor age of a ticket off: what does not fit has a line of its own', async () => {
    await setViewport({ width: 390, height: 800 });
    const levels = { verySimilar: 0.9, similar: 0.5 };
    const resolvedAt = Date.now() - 40 * 86_400_000;
    const found = { ...replies.found, levels, sources: replies.found.sources.map((each) => ({ ...each, resolvedAt })) };
    const { page } = await searched(found, { ...replies.saying(written), levels });
    const chips = [...page.querySelectorAll<HTMLElement>('kb-source .ticket-chip')];
    expect(chips.map(text)).to.include.members(['Принтеры и печать', 'решено 1 месяц назад']);
    expect(chips.filter((each) => each.scrollWidth > each.clientWidth)).to.deep.equal([]);
    expect(document.documentElement.scrollWidth).to.equal(390);
  });

  it('needs no scrolling sideways at 320 px, and is accessible there', async () => {
    await setViewport({ width: 320, height: 700 });
    const { page } = await searched(replies.found, replies.saying(written));
    expect(document.documentElement.scrollWidth).to.equal(320);
    expect(await violations(page)).to.deep.equal([]);
  });
});
