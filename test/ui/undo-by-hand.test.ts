import { expect } from 'chai';
import { press, settled, violations } from './support.ts';
import { catchPosts, eventStream, path, someUpload, textOf, until, uploadPage } from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

/** The dialog before the undo of an upload, so many of whose tickets a person has corrected or flagged. */
const asked = async (byHand: number, withdrawn = 60) => {
  const upload = someUpload();
  const figures = { withdrawn, corrected: byHand, taken_back: 0, left: 0, gone: 0, kept: 0 };
  const page = await uploadPage(
    {
      'uploads?': () => ({ uploads: [upload], next: null }),
      '/uploads/': () => upload,
      '/undo': () => ({ ...figures, state: 'not-started', hidden: 0, active: withdrawn, by_hand: byHand }),
      progress: () => eventStream().response(),
    },
    ({ router }) => router.location.set({ path: `/collections/${path.split('/')[3]}/upload`, fragment: upload.id }),
  );
  await until(() => page.element.querySelector('kb-outcome') !== null);
  await press(page.element, 'Отменить загрузку');
  await until(() => page.element.querySelector('.undo-figures') !== null);
  const dialog = () => page.element.querySelector('kb-dialog') as Element;
  const undone = () =>
    page.asked.filter((endpoint) => endpoint.startsWith('POST')).map((each) => each.split('/').at(-1));
  return { ...page, dialog, undone };
};

describe('The undo of an upload whose tickets were corrected by hand', () => {
  it('says how many, and keeps them unless it is told otherwise', async () => {
    const { dialog, undone } = await asked(3);
    expect(textOf(dialog().querySelector('.undo-keep'))).to.contain('Не скрывать исправленные и отмеченные вручную: 3');
    expect(textOf(dialog())).not.to.contain('тоже скроем');
    expect(await violations(dialog())).to.deep.equal([]);
    await press(dialog(), 'Скрыть 57');
    expect(undone()).to.deep.equal(['undo?by_hand=keep']);
  });

  it('hides them too if that is wanted', async () => {
    const { dialog, undone } = await asked(3);
    dialog().querySelector<HTMLInputElement>('.undo-keep input')?.click();
    await settled();
    expect(textOf(dialog())).to.contain('Исправлены с тех пор, тоже скроем');
    await press(dialog(), 'Скрыть 60');
    expect(undone()).to.deep.equal(['undo']);
  });

  it('does not ask where there are none, and has nothing to undo where all are kept', async () => {
    const { dialog } = await asked(0);
    expect(dialog().querySelector('.undo-keep')).to.equal(null);
    const all = await asked(2, 2);
    expect(textOf(all.dialog())).to.contain('Отменять нечего');
    all.dialog().querySelector<HTMLInputElement>('.undo-keep input')?.click();
    await settled();
    expect(textOf(all.dialog())).to.contain('Скрыть 2 обращения');
  });
});
