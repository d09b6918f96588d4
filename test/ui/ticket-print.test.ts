import { emulateMedia } from '@web/test-runner-commands';
import { expect } from 'chai';
import '../../ui/pages/search/kb-search-page.ts';
import { replies, searched, written } from './search-page.ts';
import './support.ts';
import { address, openTickets, someTicket } from './tickets-service.ts';

describe('A ticket on paper', () => {
  afterEach(() => emulateMedia({ media: 'screen' }));

  it('is printed alone, whole, and without buttons', async () => {
    const { page } = await openTickets([someTicket('4711'), someTicket('4698')], { path: `${address}/4711` });
    await emulateMedia({ media: 'print' });
    const seen = (selector: string) =>
      [...page.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility()).length;
    expect(seen('.drawer h2')).to.equal(1);
    expect(seen('.drawer button, .drawer wa-button, .tickets-list, .drawer-foot')).to.equal(0);
    expect(getComputedStyle(page.querySelector('.drawer') ?? page).maxHeight).to.equal('none');
  });
});

describe('A search on paper', () => {
  afterEach(() => emulateMedia({ media: 'screen' }));

  it('is printed whole with its answer, and without buttons and notices', async () => {
    const answerId = '1';
    const { page } = await searched({ ...replies.found, answerId }, { ...replies.saying(written), answerId });
    const seen = (selector: string) =>
      [...page.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
    const pressed = 'button, wa-button, wa-switch, .search-kept, .search-keys, kb-verdict';
    expect(seen(pressed)).not.to.have.length(0);
    await emulateMedia({ media: 'print' });
    expect(seen(pressed)).to.have.length(0);
    expect(seen('.source .ticket-solution, .answer-text, .search-box')).not.to.have.length(0);
    const folded = page.querySelector<HTMLElement>('.is-folded dd.ticket-solution');
    expect(folded?.scrollHeight).to.equal(folded?.clientHeight);
  });
});
