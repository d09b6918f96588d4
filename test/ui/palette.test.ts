import { expect } from 'chai';
import { html } from 'lit';
import '../../ui/components/kb-command-palette.ts';
import { recentQueries } from '../../ui/pages/search/recent-queries.ts';
import { appWith, fill, settled, shown, someCollection, someUser, violations } from './support.ts';

const first = someCollection({ id: crypto.randomUUID() });
const second = someCollection({ id: crypto.randomUUID(), name: 'Учёт', ticket_count: 0 });

const opened = async () => {
  const app = appWith();
  app.account.set(someUser);
  app.collections.set([first, second]);
  app.router.location.set({ path: `/collections/${first.id}`, fragment: '' });
  const element = await shown(html`<kb-command-palette></kb-command-palette>`, app);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true }));
  await settled();
  const field = () => element.querySelector('input');
  const press = async (key: string) => {
    field()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await settled();
  };
  const labels = () => [...element.querySelectorAll('[role=option] span')].map((each) => each.textContent);
  const chosen = () => element.querySelector('[aria-selected=true] span')?.textContent;
  return { app, element, field, press, labels, chosen };
};

describe('The palette', () => {
  it('opens with Ctrl+K in every layout, has the focus in its field, and is accessible', async () => {
    const { element, field } = await opened();
    expect(document.activeElement).to.equal(field());
    expect(element.textContent).to.contain('Новая коллекция');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('finds a collection by parts of its name, and leads to it with Enter', async () => {
    const { app, element, press, chosen } = await opened();
    fill(element, 'input', 'учет');
    await settled();
    expect(chosen()).to.equal('Учёт');
    await press('Enter');
    expect(app.visited).to.deep.equal([`/collections/${second.id}/upload`]);
    expect(element.querySelector('kb-dialog')).to.equal(null);
  });

  it('finds in the other keyboard layout, of collections and of actions', async () => {
    const { element, chosen, labels } = await opened();
    fill(element, 'input', 'extn');
    await settled();
    expect(chosen()).to.equal('Учёт');
    fill(element, 'input', 'yjdfz rjk');
    await settled();
    expect(labels()).to.include('Новая коллекция');
    fill(element, 'input', 'утпдшыр');
    await settled();
    expect(labels()).to.include('English');
  });

  it('offers recent queries and a search for what was typed', async () => {
    const recent = recentQueries(someUser.id, first.id);
    recent.add('не печатает принтер');
    const { app, element, labels, press } = await opened();
    fill(element, 'input', 'принтер');
    await settled();
    expect(labels()).to.deep.equal(['не печатает принтер', 'Искать «принтер»']);
    await press('ArrowDown');
    await press('Enter');
    expect(app.visited).to.deep.equal([`/collections/${first.id}#q=${encodeURIComponent('принтер')}`]);
    recent.clear();
  });

  it('offers a search in all collections if more than one has tickets', async () => {
    const { app, element, labels, press } = await opened();
    app.collections.set([first, { ...second, ticket_count: 5 }]);
    fill(element, 'input', 'сканер');
    await settled();
    expect(labels()).to.deep.equal(['Искать «сканер»', 'Искать во всех: «сканер»']);
    await press('ArrowDown');
    await press('Enter');
    expect(app.visited).to.deep.equal([`/search#q=${encodeURIComponent('сканер')}`]);
  });

  it('offers a search in the only collection that has tickets on pages of none', async () => {
    const { app, element, labels, press } = await opened();
    app.router.location.set({ path: '/settings', fragment: '' });
    fill(element, 'input', 'сканер');
    await settled();
    expect(labels()).to.deep.equal(['Искать «сканер»']);
    await press('Enter');
    expect(app.visited).to.deep.equal([`/collections/${first.id}#q=${encodeURIComponent('сканер')}`]);
  });

  it('opens a ticket of the current collection by its number, and its tickets and settings', async () => {
    const { app, element, chosen, press } = await opened();
    fill(element, 'input', '№ 4711');
    await settled();
    expect(chosen()).to.equal('Открыть №4711');
    await press('Enter');
    expect(app.visited).to.deep.equal([`/collections/${first.id}/tickets/4711`]);
    const other = await opened();
    fill(other.element, 'input', 'обращения кол');
    await settled();
    await other.press('ArrowDown');
    await other.press('Enter');
    expect(other.app.visited).to.deep.equal([`/collections/${first.id}/tickets`]);
    const third = await opened();
    fill(third.element, 'input', 'настроить');
    await settled();
    await third.press('ArrowDown');
    await third.press('Enter');
    expect(third.app.configuring.get()).to.equal(first);
  });

  it('goes round with the arrow keys, says when nothing is found, and runs actions', async () => {
    const { app, element, chosen, press } = await opened();
    expect(chosen()).to.equal('Техподдержка');
    await press('ArrowUp');
    expect(chosen()).to.equal('Выйти');
    await press('ArrowDown');
    expect(chosen()).to.equal('Техподдержка');
    app.router.location.set({ path: '/settings', fragment: '' });
    // With tickets in one there would be a search.
    app.collections.set([second]);
    fill(element, 'input', 'ничего такого');
    await settled();
    expect(element.querySelector('[role=status]')?.textContent).to.contain('Ничего не нашлось');
    expect(await violations(element)).to.deep.equal([]);
    fill(element, 'input', 'новая колл');
    await settled();
    await press('Enter');
    expect(app.visited).to.deep.equal(['/#new']);
  });
});
