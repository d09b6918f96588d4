import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import type { UploadRecord, UploadUndo } from '../../ui/pages/upload/upload-records.ts';
import { press, settled, violations } from './support.ts';
import {
  type Answers,
  catchPosts,
  eventStream,
  none,
  path,
  post,
  previewed,
  somePreview,
  someUpload,
  textOf,
  until,
  uploadPage,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

const figures = { withdrawn: 1844, corrected: 4, taken_back: 0, left: 0, gone: 2, kept: 0 };
/** What is answered before the undo and after it, when the dialog and the record each read their part. */
const forecast: UploadUndo = {
  ...{ ...figures, state: 'not-started', total: 1846, done: 0, hidden: 2, active: 1844, restorable: true, by_hand: 0 },
  ...{ started_at: null, finished_at: null },
};
const undone = someUpload({
  undo: {
    ...figures,
    ...{ state: 'finished', surface: 'web', active: 0, started_at: '2026-11-21T09:00:00.000Z' },
    finished_at: '2026-11-21T09:01:00.000Z',
  },
});
const undoing = someUpload({
  undo: {
    ...figures,
    ...{ withdrawn: 184, corrected: 0, gone: 0 },
    ...{ state: 'running', surface: 'web', active: null, started_at: '2026-11-21T09:00:00.000Z', finished_at: null },
  },
});

/** Undoes over a stream that the test writes. */
const undoable = (upload: UploadRecord = someUpload(), shown: unknown = forecast) => {
  const stream = eventStream();
  const answers: Answers = {
    'uploads?': () => ({ uploads: [upload], next: null }),
    '/uploads/': () => upload,
    '/undo': (endpoint) => (endpoint.startsWith('POST') ? { ...forecast, state: 'running' } : shown),
    progress: stream.response,
  };
  return { stream, answers };
};

/** The page at the address of an upload. */
const atRecord = async (upload?: UploadRecord, shown?: unknown) => {
  const { stream, answers } = undoable(upload, shown);
  const page = await uploadPage(answers, ({ router }) =>
    router.location.set({ path: `/collections/${path.split('/')[3]}/upload`, fragment: someUpload().id }),
  );
  await until(() => page.element.querySelector('kb-outcome') !== null);
  return { ...page, stream };
};

const dialogText = (element: Element) => textOf(element.querySelector('kb-dialog'));
const choice = async (element: Element, value: string) => {
  element.querySelector('wa-dropdown')?.dispatchEvent(new CustomEvent('wa-select', { detail: { item: { value } } }));
  await settled();
};

describe('An upload that was undone', () => {
  it('is headed so, not by what it had added, also in its bar and in the history', async () => {
    const { element } = await atRecord(undone);
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(textOf(element.querySelector('.outcome-lead'))).to.equal('Загрузка отменена');
    expect(textOf(element.querySelector('.outcome-summary'))).to.match(
      /^до отмены: добавлено 1 846 обращений из 2 131/,
    );
    expect(element.querySelector('.outcome-segment-stored, .outcome-legend .is-stored')).to.equal(null);
    expect(element.querySelectorAll('.outcome-bar .outcome-segment-withdrawn')).to.have.length(1);
    expect(await violations(element)).to.deep.equal([]);
  });
});

describe('The undo of an upload', () => {
  it('says before what it does, begins at the safe button, and is accessible', async () => {
    const { element, asked } = await atRecord();
    await press(element, 'Отменить загрузку');
    await until(() => element.querySelector('.undo-figures') !== null);
    expect(dialogText(element)).to.contain('Обращения из файла «обращения.csv» уйдут из поиска и новых ответов.');
    expect(dialogText(element)).to.contain('Исправленный файл можно загрузить снова');
    expect([...element.querySelectorAll('.undo-figures div')].map(textOf)).to.deep.equal([
      'Добавила эта загрузка 1 846',
      'Из них уже скрыты или удалены 2',
      'Исправлены с тех пор, тоже скроем 4',
    ]);
    expect(textOf(document.activeElement)).to.equal('Не отменять');
    expect(dialogText(element)).to.contain('Скрыть 1 844 обращения');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Не отменять');
    expect(element.querySelector('kb-dialog')).to.equal(null);
    expect(asked.some((endpoint) => endpoint.startsWith('POST'))).to.equal(false);
  });

  it('runs with its progress, and leaves a line in the record', async () => {
    const { element, app, asked, stream } = await atRecord();
    await press(element, 'Отменить загрузку');
    await until(() => element.querySelector('.undo-figures') !== null);
    await press(element, 'Скрыть 1\u00a0844\u00a0обращения');
    await until(() => textOf(element.querySelector('.undo-state')) === 'отменяется, 0 %');
    expect(asked.at(-1)).to.contain('/progress');
    await stream.emit('undo', { ...forecast, state: 'running', done: 702 });
    await until(() => textOf(element.querySelector('.undo-state')) === 'отменяется, 38 %');
    expect(await violations(element)).to.deep.equal([]);
    await stream.emit('outcome', undone);
    await until(() => textOf(element.querySelector('.undo-state')).startsWith('отменена'));
    expect(textOf(element.querySelector('.undo-state'))).to.match(/^отменена Скрыто 1 844 обращения, 21 ноября/);
    expect(textOf(element.querySelector('kb-outcome'))).not.to.contain('Отменить загрузку');
    expect(app.said.map((each) => each.replace(/\s/g, ' '))).to.deep.equal([
      'Загрузка отменена: скрыто 1 844 обращения',
    ]);
    expect(await violations(element)).to.deep.equal([]);
  });

  const views = {
    outcome: (element: Element) => press(element, 'Отменить загрузку'),
    history: (element: Element) => choice(element, 'undo'),
  };
  for (const [view, ask] of Object.entries(views)) {
    it(`asked for in the ${view} of the upload that has just ended is shown in both`, async () => {
      const { stream, answers } = undoable();
      let now = someUpload();
      const uploads = () => ({ uploads: [now], next: null });
      const page = await previewed(somePreview(), { ...answers, 'uploads?': uploads, '/uploads/': () => now });
      const { element } = page;
      await press(element, 'Отправить');
      await (await post(2)).answer(200, {});
      await until(() => element.querySelector('.history-menu wa-dropdown') !== null);
      await ask(element);
      await until(() => element.querySelector('.undo-figures') !== null);
      await press(element.querySelector('kb-dialog') ?? element, 'Скрыть');
      now = undone;
      await stream.emit('outcome', undone);
      await until(() => textOf(element.querySelector('.history-table .history-state')) === 'отменена');
      await until(() => textOf(element.querySelector('.undo-state')).startsWith('отменена'));
      expect(textOf(element.querySelector('.outcome-legend tbody tr'))).to.contain('скрыты отменой загрузки');
      expect(textOf(element.querySelector('kb-outcome'))).not.to.contain('Отменить загрузку');
      expect(await violations(element)).to.deep.equal([]);
    });
  }

  it('that runs already is followed when the record is opened', async () => {
    const { element, stream } = await atRecord(undoing);
    expect(textOf(element.querySelector('.undo-state'))).to.equal('отменяется, 9 %');
    await stream.emit('outcome', undone);
    await until(() => textOf(element.querySelector('.undo-state')).startsWith('отменена'));
  });

  it('of updates says how many texts come back, and which are left', async () => {
    const upload = someUpload({ outcomes: { ...none, stored: 10, updated: 5 } });
    const shown = { ...forecast, withdrawn: 10, corrected: 0, taken_back: 3, left: 2, gone: 0, total: 15 };
    const { element } = await atRecord(upload, shown);
    await press(element, 'Отменить загрузку');
    await until(() => element.querySelector('.undo-figures') !== null);
    expect([...element.querySelectorAll('.undo-figures div')].map(textOf)).to.deep.equal([
      'Добавила эта загрузка 10',
      'Обновила эта загрузка 5',
      'Из них вернём прежний текст 3',
      'Изменены с тех пор, не тронем 2',
    ]);
    expect(dialogText(element)).to.match(/Новые обращения .*Вернуть скрытые можно.*Скрыть 10, вернуть текст 3/);
  });

  it('has no button where there is nothing to undo', async () => {
    const nothing = { ...forecast, withdrawn: 0, corrected: 0, gone: 1846 };
    const { element } = await atRecord(someUpload(), nothing);
    await press(element, 'Отменить загрузку');
    await until(() => dialogText(element).includes('Отменять нечего'));
    expect(element.querySelectorAll('kb-dialog wa-button')).to.have.length(1);
    const empty = await atRecord(someUpload({ outcomes: { ...none, duplicate: 3 } }));
    expect(textOf(empty.element)).not.to.contain('Отменить загрузку');
  });

  it('is in the menu of the history, which leads to the outcome too', async () => {
    const { stream, answers } = undoable();
    const { element, app } = await uploadPage(answers);
    await until(() => element.querySelector('.history-menu button') !== null);
    expect(element.querySelector('.history-menu button')?.ariaLabel).to.equal('Действия с загрузкой «обращения.csv»');
    expect(await violations(element)).to.deep.equal([]);
    await choice(element, 'open');
    expect(app.visited.at(-1)).to.contain(`/upload#${someUpload().id}`);
    await choice(element, 'undo');
    await until(() => element.querySelector('.undo-figures') !== null);
    await press(element, 'Скрыть 1\u00a0844\u00a0обращения');
    await stream.emit('undo', { ...forecast, state: 'running', done: 923 });
    await until(() => textOf(element.querySelector('.history-state')) === 'отменяется, 50 %');
    await stream.emit('outcome', undone);
    await until(() => textOf(element.querySelector('.history-state')) === 'отменена');
    expect(textOf(element.querySelector('wa-dropdown'))).not.to.contain('Отменить загрузку');
  });

  it('of an upload that runs is refused with what to do', async () => {
    const running = someUpload({ state: 'running', finished_at: null });
    const { element } = await uploadPage(undoable(running).answers);
    await until(() => element.querySelector('.history-menu button') !== null);
    await choice(element, 'undo');
    expect(dialogText(element)).to.contain('Загрузка ещё идёт: остановите её, потом отмените.');
    expect(await violations(element)).to.deep.equal([]);
    const { answers } = undoable();
    const began = await uploadPage({
      ...answers,
      '/undo': (endpoint) =>
        endpoint.startsWith('POST') ? Promise.reject(new ApiError(409, 'The upload is still running')) : forecast,
    });
    await until(() => began.element.querySelector('.history-menu button') !== null);
    await choice(began.element, 'undo');
    await until(() => began.element.querySelector('.undo-figures') !== null);
    await press(began.element, 'Скрыть 1\u00a0844\u00a0обращения');
    await until(() => dialogText(began.element).includes('Загрузка ещё идёт'));
  });

  it('whose figures do not come is asked for again', async () => {
    let isAway = true;
    const { element } = await uploadPage({
      ...undoable().answers,
      '/undo': () => (isAway ? Promise.reject(new ApiError(500, 'Event log does not answer')) : forecast),
    });
    await until(() => element.querySelector('.history-menu button') !== null);
    await choice(element, 'undo');
    await until(() => element.querySelector('kb-dialog kb-failure') !== null);
    expect(await violations(element)).to.deep.equal([]);
    isAway = false;
    await press(element, 'Повторить');
    await until(() => element.querySelector('.undo-figures') !== null);
  });
});
