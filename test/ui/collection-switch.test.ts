import { expect } from 'chai';
import { html } from 'lit';
import '../../ui/components/kb-top-bar.ts';
import '../../ui/components/menus.ts';
import { appWith, fill, settled, shown, someCollection, someUser, violations } from './support.ts';

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

  it('has a field to find one of many, by its name and in the other keyboard layout', async () => {
    const app = signedIn();
    const many = Array.from({ length: 30 }, (_, index) => someCollection({ id: `c${index}`, name: `Отдел ${index}` }));
    app.collections.set([...(app.collections.value() ?? []), ...many]);
    const element = await shown(html`<kb-top-bar .collectionId=${'first'}></kb-top-bar>`, app);
    const names = () => [...element.querySelectorAll('.find-menu button')].map((each) => each.textContent.trim());
    element.querySelector<HTMLElement>('.breadcrumbs-switch')?.click();
    await settled();
    expect(document.activeElement?.classList.contains('find-field')).to.equal(true);
    expect(names()).to.have.length(33);
    expect(await violations(element)).to.deep.equal([]);
    for (const [typed, found] of [
      ['отдел 17', ['Отдел 17']],
      ['ljcnfdrf', ['Доставка']],
      ['нет такого', []],
    ] as const) {
      fill(element, '.find-field', typed);
      await settled();
      expect(names()).to.deep.equal([...found, 'Настроить коллекцию']);
    }
    expect(element.querySelector('kb-collection-switch .none-found')?.textContent).to.contain('Ничего не нашлось');
    expect(await violations(element)).to.deep.equal([]);
    fill(element, '.find-field', 'отдел 17');
    await settled();
    element
      .querySelector('.find-field')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await settled();
    expect(app.visited).to.deep.equal(['/collections/c17']);
    expect(document.activeElement?.className).to.equal('breadcrumbs-switch');
    expect(element.querySelector('.find-menu')).to.equal(null);
  });

  it('needs no field for a few', async () => {
    const element = await shown(html`<kb-top-bar .collectionId=${'first'}></kb-top-bar>`, signedIn());
    expect(element.querySelector('kb-collection-switch wa-dropdown')).not.to.equal(null);
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
