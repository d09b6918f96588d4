import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Collection } from '../../ui/api/records.ts';
import '../../ui/pages/dashboard/kb-dashboard-page.ts';
import {
  type AppUnderTest,
  appWith,
  fill,
  press,
  settled,
  shown,
  someCollection,
  stoppedTime,
  violations,
} from './support.ts';

const page = html`<kb-dashboard-page></kb-dashboard-page>`;
const three = [
  someCollection({ id: 'first' }),
  someCollection({ id: 'second', name: 'Доставка и возвраты', ticket_count: 2540 }),
  someCollection({ id: 'third', name: 'Оборудование складов', ticket_count: 0 }),
];

const holding = (collections: readonly Collection[], app: AppUnderTest = appWith()): AppUnderTest => {
  const held = { ...app, collections: { ...app.collections, load: () => Promise.resolve() } };
  held.collections.set(collections);
  return held;
};

describe('The dashboard', () => {
  it('shows collections with counts and dates and is accessible', async () => {
    const element = await shown(page, holding(three));
    const text = element.textContent.replaceAll('\u00a0', ' ');
    expect(text).to.contain('3 коллекции, 6 758 обращений');
    expect(text).to.contain('12 марта 2026');
    expect(element.querySelectorAll('tbody tr')).to.have.length(3);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('leads to the search of a collection with tickets, and to the upload of an empty one', async () => {
    const element = await shown(page, holding(three));
    const targets = [...element.querySelectorAll('.collections-name')].map((each) => each.getAttribute('href'));
    expect(targets).to.deep.equal(['/collections/first', '/collections/second', '/collections/third/upload']);
  });

  it('shows that it is loading, and is accessible', async () => {
    const element = await shown(page, appWith());
    expect(element.querySelector('[role=status]')?.textContent).to.contain('Загружаем');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says why the collections cannot be loaded, and retries', async () => {
    const replies = [() => Promise.reject(new ApiError(0, 'Failed to fetch')), () => Promise.resolve(three)];
    const app = appWith({ collections: () => replies.shift()?.() ?? Promise.resolve([]) });
    await app.collections.load();
    const element = await shown(page, app);
    expect(element.querySelector('[role=alert]')?.textContent).to.contain('Нет связи с сервисом');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Повторить');
    expect(element.querySelectorAll('tbody tr')).to.have.length(3);
  });

  it('keeps what it shows if a later load fails, says so, and loads again by itself', async () => {
    const replies = [
      () => Promise.resolve(three),
      () => Promise.reject(new ApiError(429, 'Rate limit exceeded', { retryAfter: 0.5 })),
      () => Promise.resolve(three.slice(1)),
    ];
    const app = appWith({
      collections: () => replies.shift()?.() ?? Promise.reject(new ApiError(500, 'Not foreseen')),
    });
    const pass = stoppedTime();
    await app.collections.load();
    // What was loaded just now is not asked for again, and what is older is.
    const first = await shown(page, app);
    expect(first.querySelector('.notice-strip')).to.equal(null);
    expect(replies).to.have.length(2);
    pass(6);
    const element = await shown(page, app);
    expect(element.querySelectorAll('tbody tr')).to.have.length(3);
    const notice = element.querySelector('.notice-strip');
    expect(notice?.closest('[role=status]')?.textContent).to.contain('Показано загруженное раньше');
    expect(await violations(element)).to.deep.equal([]);
    await new Promise((done) => setTimeout(done, 700));
    await settled();
    expect(element.querySelectorAll('tbody tr')).to.have.length(2);
    expect(element.querySelector('.notice-strip')).to.equal(null);
  });

  it('leads to the search in all collections if more than one has tickets', async () => {
    const links = async (all: readonly Collection[]) => {
      const element = await shown(page, holding(all));
      expect(await violations(element)).to.deep.equal([]);
      return [...element.querySelectorAll('.dashboard-head wa-button[href]')].map((each) => each.getAttribute('href'));
    };
    const [one, other] = ['one', 'other'].map((id) => someCollection({ id }));
    expect(await links([one ?? someCollection(), other ?? someCollection()])).to.deep.equal(['/search']);
    expect(
      await links([someCollection({ id: 'filled' }), someCollection({ id: 'empty', ticket_count: 0 })]),
    ).to.deep.equal([]);
  });

  it('finds and sorts collections if there are more than eight', async () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      someCollection({ id: `c${index}`, name: `Отдел ${9 - index}`, ticket_count: index === 4 ? 900 : index }),
    );
    const few = await shown(page, holding(many.slice(1)));
    expect(few.querySelector('.dashboard-find, .collections-sort')).to.equal(null);
    const element = await shown(page, holding([...many, someCollection({ id: 'yo', name: 'Учёт', ticket_count: 1 })]));
    const names = () => [...element.querySelectorAll('.collections-name')].map((each) => each.textContent);
    expect(names()[0]).to.equal('Отдел 9');
    await press(element, 'Название');
    expect(names().slice(0, 2)).to.deep.equal(['Отдел 1', 'Отдел 2']);
    await press(element, 'Обращений');
    expect(names()[0]).to.equal('Отдел 5');
    expect(element.querySelector('[aria-sort]')?.textContent).to.contain('Обращений');
    fill(element, '.dashboard-find', ' учет');
    await settled();
    expect(names()).to.deep.equal(['Учёт']);
    expect(await violations(element)).to.deep.equal([]);
    fill(element, '.dashboard-find', 'склад');
    await settled();
    expect(element.querySelector('.none-found')?.textContent).to.equal('Коллекции с «склад» в названии нет');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('opens the creation of a collection at its address', async () => {
    const app = holding(three);
    app.router.location.set({ path: '/', fragment: 'new' });
    const element = await shown(page, app);
    expect(element.querySelector('kb-create-collection')).not.to.equal(null);
    expect(app.visited).to.deep.equal(['/']);
  });

  it('asks before it deletes, names the count, and focuses the cancel button', async () => {
    const element = await shown(page, holding(three));
    await press(element, 'Удалить «Доставка и возвраты»');
    const dialog = element.querySelector('kb-dialog');
    expect(dialog?.heading).to.equal('Удалить «Доставка и возвраты»?');
    expect(dialog?.textContent.replaceAll('\u00a0', ' ')).to.contain('Удалить 2 540 обращений');
    expect(document.activeElement?.textContent).to.contain('Отмена');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Отмена');
    expect(element.querySelector('kb-dialog')).to.equal(null);
  });

  it('deletes, says so, and leads to the row that followed', async () => {
    const app = holding(three, appWith({ deleteCollection: (id) => Promise.resolve(someCollection({ id })) }));
    const element = await shown(page, app);
    await press(element, 'Удалить «Доставка и возвраты»');
    await press(element.querySelector('kb-dialog') ?? element, 'Удалить 2');
    expect(app.said).to.deep.equal(['Коллекция удалена']);
    expect([...element.querySelectorAll('.collections-name')].map((each) => each.textContent)).to.deep.equal([
      'Техподдержка',
      'Оборудование складов',
    ]);
    expect(document.activeElement?.textContent).to.equal('Оборудование складов');
  });

  it('treats a collection that no longer exists as deleted', async () => {
    const gone = () => Promise.reject(new ApiError(404, 'Collection not found', { code: 'collection-not-found' }));
    const element = await shown(page, holding(three, appWith({ deleteCollection: gone })));
    await press(element, 'Удалить «Техподдержка»');
    await press(element.querySelector('kb-dialog') ?? element, 'Удалить 4');
    expect(element.querySelectorAll('tbody tr')).to.have.length(2);
  });

  it('keeps the dialog with the reason when a deletion fails', async () => {
    const failing = () => Promise.reject(new ApiError(500, 'Internal error'));
    const element = await shown(page, holding(three, appWith({ deleteCollection: failing })));
    await press(element, 'Удалить «Техподдержка»');
    await press(element.querySelector('kb-dialog') ?? element, 'Удалить 4');
    expect(element.querySelector('kb-dialog [role=alert]')?.textContent).to.contain('Внутренняя ошибка сервиса');
    expect(element.querySelectorAll('tbody tr')).to.have.length(3);
  });

  it('makes a collection and leads to its upload; a repeat after a lost reply makes the same one', async () => {
    const keys: string[] = [];
    const create = (name: string, key: string) => {
      keys.push(key);
      return keys.length === 1
        ? Promise.reject(new ApiError(0, 'lost'))
        : Promise.resolve(someCollection({ id: 'new', name }));
    };
    const app = holding(three, appWith({ createCollection: create }));
    const element = await shown(page, app);
    await press(element, 'Новая коллекция');
    expect(await violations(element)).to.deep.equal([]);
    const dialog = element.querySelector('kb-dialog') ?? element;
    await press(dialog, 'Создать');
    expect(dialog.querySelector('.field-error')?.textContent).to.contain('Введите название');
    fill(dialog, 'wa-input', ' Возвраты ');
    await press(dialog, 'Создать');
    await press(dialog, 'Создать');
    expect(new Set(keys).size).to.equal(1);
    expect(app.visited).to.deep.equal(['/collections/new/upload']);
    // The page that opens shows it; a notice would cover its buttons.
    expect(app.said).to.deep.equal([]);
    expect(app.collections.value()?.map(({ name }) => name)).to.include('Возвраты');
  });
});
