import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { settled, violations } from './support.ts';
import { address, openTickets, someTicket, text } from './tickets-service.ts';

const [usual, long] = ['ОБР-0004640', 'СЕРВИСНАЯ-ЗАЯВКА-2026/0004641-К'] as const;

/** Whether the number of a row loses nothing, its beginning or its end. */
const cutOf = (page: Element, id: string) => {
  const cell = page.querySelector(`tr[data-id="${id}"] .cut-number`);
  const [box, whole] = [cell, cell?.firstElementChild].map((each) => each?.getBoundingClientRect() ?? new DOMRect());
  if (!box || !whole || whole.width === 0) return 'missing';
  if (whole.right > box.right + 1) return 'end';
  return whole.left < box.left - 1 ? 'beginning' : 'nothing';
};

describe('The numbers of tickets', () => {
  it('open their tickets when they are clicked, and leave the selection to the boxes', async () => {
    const { page, app } = await openTickets(['4811', '4802'].map((id) => someTicket(id)));
    page.querySelector<HTMLElement>('tr[data-id="4802"] .cut-number bdi')?.click();
    await settled();
    expect(app.visited.at(-1)).to.equal(`${address}/4802`);
    expect(page.querySelectorAll('tbody input:checked')).to.have.length(0);
    page.querySelector<HTMLElement>('tr[data-id="4811"] .tickets-pick')?.click();
    await settled();
    expect(page.querySelector<HTMLInputElement>('tr[data-id="4811"] input')?.checked).to.equal(true);
    expect(app.visited.at(-1)).to.equal(`${address}/4802`);
  });

  it('are whole beside a drawer as long as they are usual, and lose their beginning, not what they differ in', async () => {
    const tickets = [usual, 'ОБР-0004641', long].map((id) => someTicket(id));
    const { page } = await openTickets(tickets, { path: `${address}/${encodeURIComponent(usual)}` });
    expect(page.querySelector('.tickets-table')?.classList.contains('is-narrow')).to.equal(true);
    expect(cutOf(page, usual)).to.equal('nothing');
    expect(cutOf(page, long)).to.equal('beginning');
    const cell = page.querySelector(`tr[data-id="${long}"] .tickets-number`);
    expect(text(cell)).to.equal(long);
    expect(cell?.querySelector('.cut-number')?.getAttribute('title')).to.equal(long);
    expect(cell?.querySelector('input')?.getAttribute('aria-label')).to.contain(long);
    expect(await violations(page)).to.deep.equal([]);
    await setViewport({ width: 1024, height: 800 });
    await settled();
    expect(cutOf(page, usual)).not.to.equal('end');
  });
});
