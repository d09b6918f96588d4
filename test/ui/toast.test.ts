import { emulateMedia } from '@web/test-runner-commands';
import { expect } from 'chai';
import { html } from 'lit';
import '../../ui/components/kb-toast.ts';
import type { KbToast } from '../../ui/components/kb-toast.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { text } from './search-page.ts';
import { appWith, settled, shown } from './support.ts';
import { address, openTickets, someTicket } from './tickets-service.ts';

describe('A toast', () => {
  it('never covers the pager of a list, nor the foot of a drawer, also on a phone', async () => {
    const many = Array.from({ length: 60 }, (_, index) => someTicket(String(5_000 + index)));
    for (const [path, width, foot] of [
      [address, 1280, '.tickets-foot'],
      [address, 390, '.tickets-foot'],
      [`${address}/5001`, 1280, '.drawer-foot'],
      [`${address}/5001`, 390, '.drawer-foot'],
    ] as const) {
      const { page } = await openTickets(many, { path, width });
      const toast = document.createElement('kb-toast');
      page.append(toast);
      toast.show('Обращение скрыто из поиска и больше не попадёт в ответы');
      await settled();
      const box = (each: Element | null) => each?.getBoundingClientRect() ?? new DOMRect();
      const [over, under] = [box(toast.querySelector('p')), box(page.querySelector(foot))];
      expect(over.height > 0 && under.height > 0).to.equal(true);
      const isBeside = over.right <= under.left || over.left >= under.right;
      const isAway = over.bottom <= under.top || over.top >= under.bottom;
      expect(isBeside || isAway, `${foot}, ${width}`).to.equal(true);
    }
  });

  it('does not outlive the language in which it was said, and is not printed', async () => {
    const toast = await shown<KbToast>(html`<kb-toast></kb-toast>`, appWith());
    toast.show('Скопировано');
    await settled();
    expect(text(toast)).to.equal('Скопировано');
    await emulateMedia({ media: 'print' });
    expect(toast.querySelector('.toast')?.checkVisibility()).to.equal(false);
    await emulateMedia({ media: 'screen' });
    chooseLanguage('en');
    await settled();
    expect(text(toast)).to.equal('');
    chooseLanguage('ru');
  });
});
