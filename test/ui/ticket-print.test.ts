import { emulateMedia } from '@web/test-runner-commands';
import { expect } from 'chai';
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
