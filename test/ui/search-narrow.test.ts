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

  it('keeps the buttons of a ticket on one line, and shows some letters of a long category, at any width', async () => {
    const levels = { verySimilar: 0.5, similar: 0.3 };
    const resolvedAt = Date.now() - 90 * 86_400_000;
    const sources = replies.found.sources.map((each) => ({ ...each, ticket_id: `ОИТ-${each.ticket_id}`, resolvedAt }));
    for (const width of [1280, 1024, 700, 390]) {
      await setViewport({ width, height: 800 });
      const answer = written.replace('№3977', '№ОИТ-4812');
      const { page } = await searched({ answer: null, sources, levels }, { answer, sources, levels, answerId: '1' });
      for (const head of page.querySelectorAll('kb-source .ticket-head')) {
        const tops = [...head.querySelectorAll('.ticket-number, .source-thumb, .source-flag, .source-menu')].map(
          (each) => Math.round((each.getBoundingClientRect().top + each.getBoundingClientRect().bottom) / 2),
        );
        expect(Math.max(...tops) - Math.min(...tops), `${width}: ${tops.join(' ')}`).to.be.at.most(4);
        expect(head.querySelector('.ticket-chip')?.clientWidth, String(width)).to.be.at.least(100);
      }
      expect(page.querySelectorAll('.is-cited.ticket-chip')).to.have.length(1);
      expect(document.documentElement.scrollWidth).to.equal(width);
    }
  });

  it('needs no scrolling sideways at 320 px, and is accessible there', async () => {
    await setViewport({ width: 320, height: 700 });
    const { page } = await searched(replies.found, replies.saying(written));
    expect(document.documentElement.scrollWidth).to.equal(320);
    expect(await violations(page)).to.deep.equal([]);
  });
});
