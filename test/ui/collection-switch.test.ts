import { expect } from 'chai';
import { html } from 'lit';
import '../../ui/components/kb-top-bar.ts';
import '../../ui/components/menus.ts';
import { appWith, settled, shown, someCollection, someUser, violations } from './support.ts';

const signedIn = () => {
  const app = appWith();
  app.account.set(someUser);
  app.collections.set([someCollection({ id: 'first' }), someCollection({ id: 'second', name: 'Доставка' })]);
  return app;
};

const choose = async (root: Element, value: string) => {
  const item = root.querySelector(`wa-dropdown-item[value='${value}']`);
  root.querySelector('wa-dropdown')?.dispatchEvent(new CustomEvent('wa-select', { detail: { item } }));
  await settled();
};

describe('The name of a collection', () => {
  it('has the collection as the heading of its page and leads to another one', async () => {
    const app = signedIn();
    const element = await shown(html`<kb-top-bar .collectionId=${'first'}></kb-top-bar>`, app);
    expect(element.querySelector('h1')?.textContent).to.contain('Техподдержка');
    expect(await violations(element)).to.deep.equal([]);
    await choose(element.querySelector('kb-collection-switch') ?? element, 'second');
    expect(app.visited).to.deep.equal(['/collections/second']);
  });

  it('marks the collection that is open by a check mark and for screen readers, and stays there when it is chosen', async () => {
    const app = signedIn();
    const element = await shown(html`<kb-top-bar .collectionId=${'first'}></kb-top-bar>`, app);
    const [here, other] = element.querySelectorAll('kb-collection-switch wa-dropdown-item');
    expect([here?.getAttribute('aria-current'), other?.getAttribute('aria-current')]).to.deep.equal(['page', null]);
    expect([here?.querySelector('.icon') !== null, other?.querySelector('.icon') !== null]).to.deep.equal([
      true,
      false,
    ]);
    expect(here?.hasAttribute('disabled')).to.equal(false);
    await choose(element.querySelector('kb-collection-switch') ?? element, 'first');
    expect(app.visited).to.deep.equal([]);
  });
});
