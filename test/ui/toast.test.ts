import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { html } from 'lit';
import '../../ui/components/kb-toast.ts';
import type { KbToast } from '../../ui/components/kb-toast.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { text } from './search-page.ts';
import { appWith, settled, shown, until, violations } from './support.ts';
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
      const [over, under] = [box(toast.querySelector('.toast-card')), box(page.querySelector(foot))];
      expect(over.height > 0 && under.height > 0).to.equal(true);
      const isBeside = over.right <= under.left || over.left >= under.right;
      const isAway = over.bottom <= under.top || over.top >= under.bottom;
      expect(isBeside || isAway, `${foot}, ${width}`).to.equal(true);
    }
  });

  it('leaves a bar that appears, grows or is scrolled to while it is shown', async () => {
    await setViewport({ width: 800, height: 600 });
    const page = await shown(
      html`<kb-toast></kb-toast>
        <div style="height: 900px"></div>`,
      appWith(),
    );
    const toast = page as KbToast;
    toast.show('№П-1 сохранено', { name: 'Проверить поиском', address: '/' });
    await settled();
    const bar = document.createElement('div');
    bar.dataset['dock'] = '';
    bar.setAttribute('style', 'position: sticky; bottom: 0; height: 80px; background: white');
    page.parentElement?.append(bar);
    const isAway = () => {
      const card = toast.querySelector('.toast-card')?.getBoundingClientRect();
      return (card?.bottom ?? Infinity) <= bar.getBoundingClientRect().top;
    };
    await until(isAway);
    bar.style.height = '200px';
    await until(isAway);
    bar.style.bottom = '40px';
    scrollTo(0, 100);
    await until(isAway);
  });

  it('can be closed by a button with a name, or with Esc where it has the focus, which goes back', async () => {
    const page = await shown(html`<kb-toast></kb-toast><button id="before">До</button>`, appWith());
    const toast = page as KbToast;
    const before = page.parentElement?.querySelector<HTMLElement>('#before');
    for (const close of [
      () => toast.querySelector<HTMLElement>('button')?.click(),
      () =>
        toast.querySelector('button')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    ]) {
      toast.show('Скопировано');
      await settled();
      expect(toast.querySelector('button')?.getAttribute('aria-label')).to.equal('Закрыть уведомление');
      expect(toast.querySelector('[role=status] button')).to.equal(null);
      expect(await violations(toast)).to.deep.equal([]);
      before?.focus();
      toast.querySelector<HTMLElement>('button')?.focus();
      close();
      await settled();
      expect(toast.querySelector('.toast-card')).to.equal(null);
      expect(document.activeElement === before).to.equal(true);
    }
    toast.show('Скопировано');
    await settled();
    before?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(toast.querySelector('.toast-card')).not.to.equal(null);
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
