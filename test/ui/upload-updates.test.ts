import { expect } from 'chai';
import type { UploadRecord } from '../../ui/pages/upload/upload-records.ts';
import { press, settled, violations } from './support.ts';
import {
  catchPosts,
  choose,
  csv,
  none,
  path,
  post,
  somePreview,
  someUpload,
  textOf,
  until,
  uploadPage,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

/** The page at the address of an upload. */
const recordOf = async (upload: UploadRecord) => {
  const page = await uploadPage({ '/uploads/': () => upload }, ({ router }) =>
    router.location.set({ path: `/collections/${path.split('/')[3] ?? ''}/upload`, fragment: upload.id }),
  );
  await until(() => page.element.querySelector('kb-outcome') !== null);
  return page;
};

describe('An upload that updates', () => {
  const first = somePreview({ outcomes: { ...none, stored: 2, duplicate: 9 } });
  const second = somePreview({ outcomes: { ...none, stored: 2, updated: 4, duplicate: 5 } });

  const previewed = async () => {
    const page = await uploadPage();
    await choose(page.element, csv());
    await (await post()).answer(200, first);
    return page;
  };
  const tick = async (element: Element) => {
    element.querySelector<HTMLInputElement>('.preview-update input')?.click();
    await settled();
  };

  it('is chosen where the file has tickets that are stored already: counted before, and sent so', async () => {
    const { element } = await previewed();
    expect(textOf(element.querySelector('.preview-update'))).to.contain('Обновить то, что изменилось');
    expect(await violations(element)).to.deep.equal([]);
    await tick(element);
    const again = await post(2);
    expect(again.path).to.equal(`${path}/tickets/preview?on_duplicate=update`);
    await again.answer(200, second);
    await until(() =>
      textOf(element.querySelector('.preview-update')).includes('Изменился текст: 4, без изменений: 5'),
    );
    expect(textOf(element.querySelector('.preview-send'))).to.contain('6 обращений отправим');
    expect(textOf(element.querySelector('.preview-send'))).to.contain('из них обновим 4');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Отправить 6');
    expect((await post(3)).path).to.equal(`${path}/tickets/upload?on_duplicate=update`);
  });

  it('can be taken back, and is not offered where nothing is stored already', async () => {
    const { element } = await previewed();
    await tick(element);
    await (await post(2)).answer(200, second);
    await until(() => element.querySelector<HTMLInputElement>('.preview-update input')?.checked === true);
    await tick(element);
    const again = await post(3);
    expect(again.path).to.equal(`${path}/tickets/preview`);
    await again.answer(200, somePreview({ outcomes: { ...none, stored: 2 } }));
    await until(() => element.querySelector('.preview-update') === null);
  });

  it('has its updates in the outcome', async () => {
    const upload = someUpload({ on_duplicate: 'update', outcomes: { ...none, stored: 2, updated: 4, duplicate: 5 } });
    const { element } = await recordOf(upload);
    expect(textOf(element.querySelector('.outcome-lead'))).to.equal('Добавлено 2 обращения, обновлено 4');
    const rows = [...element.querySelectorAll('.outcome-legend tbody tr')].map(textOf);
    expect(rows[1]).to.contain('Обновлено текст отличался, прежний остался в истории обращения 4 36,4 %');
    const only = await recordOf(someUpload({ outcomes: { ...none, updated: 4 } }));
    expect(textOf(only.element.querySelector('.outcome-lead'))).to.equal('Обновлено 4 обращения');
  });

  it('goes on as one when its file is chosen again', async () => {
    const interrupted = someUpload({ on_duplicate: 'update', state: 'interrupted' });
    const { element } = await recordOf(interrupted);
    element.querySelector('kb-outcome')?.dispatchEvent(new CustomEvent('file', { detail: csv() }));
    expect((await post()).path).to.equal(`${path}/tickets/upload?on_duplicate=update`);
  });
});
