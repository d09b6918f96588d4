import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { press, settled, violations } from './support.ts';
import { catchPosts, path, someUpload, textOf, until, uploadPage } from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

const figures = { withdrawn: 1844, corrected: 4, taken_back: 0, left: 0, gone: 2, kept: 0 };
const undone = someUpload({
  undo: {
    ...figures,
    ...{ state: 'finished', surface: 'web', active: null },
    started_at: '2026-11-21T09:00:00.000Z',
    finished_at: '2026-11-21T09:01:00.000Z',
  },
});

/** The page at the record of an undone upload, so many of whose tickets are hidden, two of them by a person. */
const atUndone = async (hidden: number, restorations: () => unknown = () => undefined, upload = undone) => {
  const total = 1846;
  const now = { hidden, active: total - hidden, restorable: hidden > figures.gone };
  const page = await uploadPage(
    {
      'uploads?': () => ({ uploads: [upload], next: null }),
      '/uploads/': () => upload,
      '/undo': () => ({ ...upload.undo, state: 'finished', total, done: total, ...now }),
      restorations,
    },
    ({ router }) => router.location.set({ path: `/collections/${path.split('/')[3]}/upload`, fragment: upload.id }),
  );
  await until(() => page.element.querySelector('kb-outcome') !== null);
  return page;
};

describe('The record of an undone upload', () => {
  it('is taken back whole from its record, in requests that wait for the limit, and leaves what a person hid', async () => {
    const pages = [
      { restored: 1000, left: 0, next: 999 },
      new ApiError(429, 'Too many requests', { retryAfter: 0.05 }),
      { restored: 844, left: 2, next: null },
    ];
    const { element, app, asked } = await atUndone(1846, () => {
      const page = pages.shift();
      return page instanceof ApiError ? Promise.reject(page) : page;
    });
    await until(() => textOf(element.querySelector('kb-restore-undone')).includes('Вернуть все'));
    expect(textOf(element.querySelector('kb-restore-undone'))).to.contain('Исправленный файл добавит их заново');
    expect(await violations(element)).to.deep.equal([]);
    expect(textOf(element.querySelector('[data-lead]'))).to.equal('Загрузка отменена');
    await press(element, 'Вернуть все');
    expect(textOf(element.querySelector('kb-dialog'))).to.contain('Отменить эту загрузку ещё раз будет нельзя');
    expect(textOf(document.activeElement)).to.equal('Отмена');
    expect(await violations(element)).to.deep.equal([]);
    await press(element.querySelector('kb-restore-undone') ?? element, 'Отмена');
    expect(asked.filter((endpoint) => endpoint.includes('restorations'))).to.deep.equal([]);
    await press(element, 'Вернуть все');
    await press(element, 'Вернуть в поиск');
    await until(() => textOf(element.querySelector('kb-restore-undone')).includes('Возвращено'));
    expect(textOf(element.querySelector('[data-lead]'))).to.equal('Загрузку отменили, потом обращения вернули');
    expect(textOf(element.querySelector('.history-state'))).to.equal('отменена, потом возвращено 1 844');
    expect(textOf(element.querySelector('.undo-state .number'))).to.equal('Отмена 21 ноября скрыла 1 844');
    expect(textOf(element.querySelector('.outcome-legend tr.is-stored'))).to.contain('теперь участвуют в поиске');
    expect(textOf(element.querySelector('kb-restore-undone'))).to.equal(
      'Возвращено 1 844 обращения. Скрытое вручную осталось скрытым.',
    );
    const posts = asked.filter((endpoint) => endpoint.includes('restorations')).map((each) => each.split('?')[1]);
    expect(posts).to.deep.equal([undefined, 'after=999', 'after=999']);
    expect(document.activeElement).to.equal(element.querySelector('kb-restore-undone [tabindex]'));
    expect(app.said.map((each) => each.replace(/\s/g, ' '))).to.deep.equal(['Возвращено 1 844 обращения']);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('that had updates is taken back but for their texts, and says so', async () => {
    const updated = { ...undone, undo: undone.undo && { ...undone.undo, taken_back: 10 } };
    const { element } = await atUndone(1846, () => ({ restored: 1844, left: 0, next: null }), updated);
    await until(() => textOf(element.querySelector('kb-restore-undone')).includes('Вернуть скрытые'));
    expect(textOf(element)).not.to.contain('Вернуть все');
    expect(textOf(element.querySelector('.history-table wa-dropdown'))).not.to.contain('Вернуть все');
    await press(element, 'Вернуть скрытые');
    expect(textOf(element.querySelector('kb-dialog'))).to.contain('останутся с прежним текстом');
    await press(element, 'Вернуть в поиск');
    await until(() => textOf(element.querySelector('kb-restore-undone')).includes('Возвращено'));
    expect(textOf(element.querySelector('kb-restore-undone'))).to.equal(
      'Возвращено 1 844 обращения. Скрытое вручную осталось скрытым, обновлённые – с прежним текстом.',
    );
    expect(textOf(element.querySelector('[data-lead]'))).to.equal('Загрузку отменили, потом скрытые обращения вернули');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('ends where the changes of a day are used up, and says for how long', async () => {
    const used = new ApiError(429, 'Too many changes of this account in a day; try again in 14 h', {
      ...{ code: 'too-many-attempts', retryAfter: 50_000 },
    });
    const { element, asked } = await atUndone(3, () => Promise.reject(used));
    await until(() => textOf(element).includes('Вернуть все'));
    await press(element, 'Вернуть все');
    await press(element, 'Вернуть в поиск');
    await until(() => textOf(element.querySelector('kb-restore-undone')).includes('через 14 ч'));
    expect(asked.filter((endpoint) => endpoint.includes('restorations')).length).to.equal(1);
  });

  it('offers nothing to restore where a person has hidden what is hidden, and goes on after a failure', async () => {
    const shown = await atUndone(figures.gone);
    await until(() => shown.asked.some((endpoint) => endpoint.endsWith('/undo')));
    await settled();
    expect(textOf(shown.element)).not.to.contain('Вернуть все');
    expect(textOf(shown.element)).to.contain('Загрузку отменили, потом обращения вернули');
    expect(await violations(shown.element)).to.deep.equal([]);
    let isAway = true;
    const { element } = await atUndone(3, () =>
      isAway ? Promise.reject(new ApiError(500, 'Event log does not answer')) : { restored: 3, left: 0, next: null },
    );
    await until(() => textOf(element).includes('Вернуть все'));
    await press(element, 'Вернуть все');
    await press(element, 'Вернуть в поиск');
    await until(() => element.querySelector('kb-restore-undone kb-failure') !== null);
    isAway = false;
    await press(element, 'Повторить');
    await until(() => textOf(element.querySelector('kb-restore-undone')).includes('Возвращено 3 обращения'));
  });

  it('says why nothing can be restored where another upload has stored its tickets', async () => {
    const page = await uploadPage(
      {
        'uploads?': () => ({ uploads: [undone], next: null }),
        '/uploads/': () => undone,
        '/undo': () => ({ ...figures, state: 'finished', hidden: 2, active: 0, restorable: false }),
      },
      ({ router }) => router.location.set({ path: `/collections/${path.split('/')[3]}/upload`, fragment: undone.id }),
    );
    await until(() =>
      textOf(page.element.querySelector('kb-restore-undone')).includes('Скрытых этой отменой не осталось'),
    );
    expect(textOf(page.element)).not.to.contain('Вернуть все');
    expect(textOf(page.element.querySelector('[data-lead]'))).to.equal('Загрузка отменена');
  });

  it('does not count as returned what it has kept', async () => {
    const kept = { ...undone, undo: undone.undo && { ...undone.undo, withdrawn: 1841, kept: 3, active: 3 } };
    const { element } = await uploadPage(
      {
        'uploads?': () => ({ uploads: [kept], next: null }),
        '/uploads/': () => kept,
        '/undo': () => ({ ...kept.undo, hidden: 2, active: 3, restorable: false }),
      },
      ({ router }) => router.location.set({ path: `/collections/${path.split('/')[3]}/upload`, fragment: undone.id }),
    );
    await until(() => textOf(element.querySelector('kb-restore-undone')).includes('Скрытых этой отменой не осталось'));
    expect(textOf(element.querySelector('[data-lead]'))).to.equal('Загрузка отменена');
    expect(textOf(element.querySelector('.undo-state'))).to.contain('Исправленные и отмеченные вручную остались: 3.');
  });

  it('is taken back from its menu in the history too, which says how many came back', async () => {
    let isBack = false;
    const back = { ...undone, undo: undone.undo && { ...undone.undo, active: 1844 } };
    const { element, asked } = await uploadPage({
      'uploads?': () => ({ uploads: [isBack ? back : undone], next: null }),
      '/undo': () => ({ ...figures, state: 'finished', hidden: 1846, active: 0, restorable: true }),
      restorations: () => {
        isBack = true;
        return { restored: 1844, left: 2, next: null };
      },
    });
    await until(() => element.querySelector('.history-table') !== null);
    const menu = element.querySelector('.history-table wa-dropdown');
    expect(textOf(menu)).to.contain('Вернуть все');
    menu?.dispatchEvent(new CustomEvent('wa-select', { detail: { item: { value: 'restore' } } }));
    await until(() => element.querySelector('kb-restore-undone kb-dialog') !== null);
    await press(element.querySelector('kb-restore-undone') ?? element, 'Отмена');
    expect(element.querySelector('kb-restore-undone')).to.equal(null);
    menu?.dispatchEvent(new CustomEvent('wa-select', { detail: { item: { value: 'restore' } } }));
    await until(() => element.querySelector('kb-restore-undone kb-dialog') !== null);
    await press(element, 'Вернуть в поиск');
    const state = () => textOf(element.querySelector('.history-table .history-state'));
    await until(() => state() === 'отменена, потом возвращено 1 844');
    expect(asked.filter((endpoint) => endpoint.includes('restorations'))).to.have.length(1);
    await until(() => !textOf(element.querySelector('.history-table wa-dropdown')).includes('Вернуть все'));
    expect(textOf(element.querySelector('kb-restore-undone'))).to.contain('Возвращено 1 844 обращения');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('says in the history how many came back', async () => {
    const back = { ...undone, undo: undone.undo && { ...undone.undo, active: 1844 } };
    const { element } = await uploadPage({ 'uploads?': () => ({ uploads: [back, undone], next: null }) });
    await until(() => element.querySelector('.history-table') !== null);
    const states = [...element.querySelectorAll('.history-table .history-state')].map(textOf);
    expect(states).to.deep.equal(['отменена, потом возвращено 1 844', 'отменена']);
    expect(element.querySelectorAll('.history-table .is-undone')).to.have.length(1);
    expect(await violations(element)).to.deep.equal([]);
  });
});
