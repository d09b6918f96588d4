import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { freshBrowser, replies, searchedOnly } from './search-page.ts';
import { settled } from './support.ts';
import { openTickets, someTicket } from './tickets-service.ts';

beforeEach(freshBrowser);
afterEach(() => setViewport({ width: 800, height: 600 }));

const middle = (element: Element | null) => {
  const { top, height } = element?.getBoundingClientRect() ?? { top: -1, height: 0 };
  return top + height / 2;
};

describe('The head of a source on a phone', () => {
  it('has its menu beside the number, whatever the number is, at 375 px and at 320', async () => {
    const [first, ...others] = replies.found.sources;
    if (!first) throw new Error('There is no source');
    const sources = [{ ...first, ticket_id: 'ЗАЯВКА-2026-001043' }, ...others];
    for (const width of [375, 320]) {
      await setViewport({ width, height: 700 });
      const { page } = await searchedOnly({ ...replies.found, sources, levels: { verySimilar: 0.9, similar: 0.5 } });
      for (const source of page.querySelectorAll('kb-source')) {
        const number = middle(source.querySelector('.ticket-number'));
        expect(middle(source.querySelector('.source-menu')), `${width}`).to.be.closeTo(number, 8);
        expect(middle(source.querySelector('.source-flag'))).to.be.closeTo(number, 8);
        expect(middle(source.querySelector('.ticket-score'))).to.be.above(number + 10);
      }
      expect(document.documentElement.scrollWidth).to.be.at.most(width);
    }
  });
});

describe('A ticket that is opened by its address', () => {
  it('is in sight in the list beside it', async () => {
    const many = Array.from({ length: 50 }, (_, index) => someTicket(String(5_049 - index)));
    const { page } = await openTickets(many, { path: '/collections/tickets/tickets/5003' });
    await settled();
    const { top, bottom } = page.querySelector('tr[data-id="5003"]')?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
    expect(top).to.be.at.least(0);
    expect(bottom).to.be.at.most(innerHeight);
  });
});

describe('The boxes of the list', () => {
  it('are seen without a pointer over their rows', async () => {
    await setViewport({ width: 1280, height: 700 });
    const { page } = await openTickets([someTicket('4711'), someTicket('4698')]);
    await settled();
    const boxes = [...page.querySelectorAll<HTMLInputElement>('.tickets-pick input')];
    expect(boxes).to.have.length(3);
    for (const box of boxes) {
      const { opacity, visibility } = getComputedStyle(box);
      const { left, width } = box.getBoundingClientRect();
      expect([opacity, visibility]).to.deep.equal(['1', 'visible']);
      expect(width).to.be.above(12);
      // Nor cut off by its cell, or under the number.
      expect(left).to.be.at.least((box.closest('td, th')?.getBoundingClientRect().left ?? 0) - 0.5);
      const number = box.nextElementSibling ?? box.closest('label')?.nextElementSibling;
      expect(left + width).to.be.at.most(number?.getBoundingClientRect().left ?? 0);
    }
  });
});
