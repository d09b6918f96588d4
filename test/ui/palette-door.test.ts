import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { html } from 'lit';
import '../../ui/components/kb-command-palette.ts';
import type { KbCommandPalette } from '../../ui/components/kb-command-palette.ts';
import '../../ui/components/kb-top-bar.ts';
import { appWith, settled, shown, someCollection, someUser, violations } from './support.ts';

const signedIn = () => {
  const app = appWith();
  app.account.set(someUser);
  app.collections.set([someCollection({ id: 'first' }), someCollection({ id: 'second', name: 'Доставка' })]);
  return app;
};

describe('The top bar', () => {
  it('opens the palette with its magnifier, also on a phone, where it is large enough to touch', async () => {
    for (const width of [1280, 320]) {
      await setViewport({ width, height: 600 });
      const element = await shown(html`<kb-top-bar .pageTitle=${'Настройки'}></kb-top-bar>`, signedIn());
      let opened = 0;
      element.addEventListener('palette', () => (opened += 1));
      const button = element.querySelector<HTMLElement>('[aria-label="Перейти или искать"]');
      expect(button?.checkVisibility()).to.equal(true);
      expect(button?.getBoundingClientRect().width).to.be.at.least(width === 320 ? 44 : 32);
      button?.click();
      expect(opened).to.equal(1);
      const palette = await shown<KbCommandPalette>(html`<kb-command-palette></kb-command-palette>`, signedIn());
      palette.show();
      await settled();
      expect(palette.querySelector('.palette input')).to.equal(document.activeElement);
      expect(palette.textContent).to.contain('Искать во всех коллекциях');
      expect(await violations(palette)).to.deep.equal([]);
    }
    await setViewport({ width: 1280, height: 800 });
  });
});
