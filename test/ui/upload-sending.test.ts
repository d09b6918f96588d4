import { expect } from 'chai';
import { html } from 'lit';
import { uploadMessages } from '../../ui/messages/upload.ts';
import { press, settled, shown, stoppedTime, violations } from './support.ts';
import {
  accepted,
  catchPosts,
  csv,
  eventStream,
  none,
  FakePost,
  path,
  post,
  sending,
  sendingBytes,
  someProgress,
  someUpload,
  textOf,
  until,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

const isWarned = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

describe('Sending a file', () => {
  it('has a new id, shows its bytes, warns before the window closes, and is accessible', async () => {
    const { element, app, upload } = await sendingBytes();
    expect(upload.path).to.equal(`${path}/tickets/upload`);
    expect(upload.headers['Upload-Id']).to.match(/^[0-9a-f-]{36}$/);
    await upload.sent(0.4);
    expect(textOf(element.querySelector('.progress b'))).to.equal('Передано 40 % файла');
    expect(app.windowTitle.get()?.replace('\u00a0', ' ')).to.equal('40 % · Передача файла');
    expect(isWarned()).to.equal(true);
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Остановить');
    expect(upload.isAborted).to.equal(true);
    expect(isWarned()).to.equal(false);
    expect(app.windowTitle.get()).to.equal(undefined);
    expect(app.uploads.get()).to.deep.equal([]);
    expect(element.querySelector('kb-preview')).not.to.equal(null);
  });

  it('shows count, rate, remaining time, stored and skipped from the event stream, and is accessible', async () => {
    const { element, app, upload, stream, asked } = await sendingBytes();
    await upload.sent(1);
    expect(textOf(element.querySelector('.progress-facts'))).to.contain('Не закрывайте вкладку');
    expect(isWarned()).to.equal(true);
    await accepted(upload);
    expect(isWarned()).to.equal(false);
    expect(textOf(element.querySelector('.progress-facts'))).to.contain('Вкладку можно закрыть');
    await until(() => asked.some((endpoint) => endpoint.endsWith(`${upload.headers['Upload-Id'] ?? ''}/progress`)));
    expect(textOf(element.querySelector('.progress b'))).to.equal('Проверяем файл');
    expect(element.querySelector('wa-progress-bar')?.indeterminate).to.equal(true);
    await stream.emit('progress', someProgress());
    await until(() => textOf(element.querySelector('.progress b')) === 'Обработано 1 282 из 2 131');
    expect(textOf(element.querySelector('.progress'))).to.contain('осталось около 1 мин 20 с');
    expect(textOf(element.querySelector('.progress-facts'))).to.contain(
      '11 обращений в секунду сохранено 1 109 пропущено 173',
    );
    expect(element.querySelector('wa-progress-bar')?.value).to.equal(60);
    expect(app.windowTitle.get()?.replace('\u00a0', ' ')).to.equal('60 % · Загрузка');
    expect(app.uploads.get().map(({ percent, stored }) => [percent, stored])).to.deep.equal([[60, 1_109]]);
    expect(await violations(element)).to.deep.equal([]);
    await stream.emit('outcome', someUpload());
    await until(() => element.querySelector('kb-outcome') !== null);
  });

  it('announces each tenth to screen readers, not each second', async () => {
    const { element, upload, stream } = await sending();
    const region = element.querySelector('[role=status]');
    await accepted(upload);
    const announced: string[] = [];
    for (const stored of [0, 100, 220, 260, 430]) {
      await stream.emit('progress', someProgress({ stored, skipped: 0, total: 1000 }));
      await until(() => textOf(element.querySelector('.progress-facts')).includes(`сохранено ${stored}`));
      announced.push(textOf(region));
    }
    expect(announced).to.deep.equal([0, 10, 20, 20, 40].map((percent) => `Загружено ${percent} процентов`));
    await stream.emit('outcome', someUpload());
  });

  it('repeats the same request with the same id when the line breaks, is accessible, and goes on', async () => {
    const { element, upload } = await sending({ '/uploads/': undefined as never });
    stoppedTime();
    await upload.sent(0.5);
    await upload.break();
    await until(() => element.querySelector('.notice') !== null);
    expect(textOf(element.querySelector('.progress b'))).to.equal('Нет связи с сервисом');
    expect(textOf(element.querySelector('.notice'))).to.contain('Продолжим сами с того же места, как только она');
    expect(textOf(element.querySelector('[role=status]'))).to.contain('Нет связи с сервисом. Продолжим сами');
    const { offline, offlineText } = uploadMessages.en;
    expect([offline, offlineText].join('. ')).to.equal(
      'The service cannot be reached. The upload goes on by itself from the same place as soon as it can.',
    );
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Повторить сейчас');
    const again = await post(3);
    expect(again.headers['Upload-Id']).to.equal(upload.headers['Upload-Id']);
    expect(again.path).to.equal(upload.path);
    await again.break();
    await until(() => element.querySelector('.notice') !== null);
    window.dispatchEvent(new Event('online'));
    expect((await post(4)).headers['Upload-Id']).to.equal(upload.headers['Upload-Id']);
  });

  it('does not repeat what has finished meanwhile', async () => {
    const { element, upload } = await sending();
    stoppedTime();
    await upload.break();
    await until(() => element.querySelector('.notice') !== null);
    await press(element, 'Повторить сейчас');
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(FakePost.all).to.have.length(2);
  });

  it('follows a previous attempt that is still running, and repeats one that was interrupted', async () => {
    const stream = eventStream();
    const { element, upload } = await sending({
      progress: stream.response,
      '/uploads/': () => someUpload({ state: 'running', finished_at: null }),
    });
    stoppedTime();
    await upload.break();
    await until(() => element.querySelector('.notice') !== null);
    await press(element, 'Повторить сейчас');
    await stream.emit('progress', someProgress());
    await until(() => textOf(element.querySelector('.progress b')) === 'Обработано 1 282 из 2 131');
    await stream.emit('outcome', someUpload({ state: 'interrupted' }));
    expect((await post(3)).headers['Upload-Id']).to.equal(upload.headers['Upload-Id']);
  });

  it('waits after too many requests, counted down, is accessible, and goes on by itself', async () => {
    const { element, upload } = await sending({ '/uploads/': undefined as never });
    const pass = stoppedTime();
    await upload.answer(429, { detail: 'Rate limit exceeded' }, { 'Retry-After': '2' });
    await until(() => element.querySelector('.notice') !== null);
    expect(textOf(element.querySelector('.progress b'))).to.equal('Загрузка ждёт');
    expect(textOf(element.querySelector('.notice'))).to.equal(
      'Слишком много запросов. Продолжим сами через 2 секунды.',
    );
    expect(await violations(element)).to.deep.equal([]);
    pass(1);
    await until(() => textOf(element.querySelector('.notice')).includes('через 1 секунду'));
    pass(1);
    await post(3);
  });

  it('is stopped: what was stored stays and is shown, is accessible, and the same can go on', async () => {
    const stopped = Promise.withResolvers<object>();
    const { element, upload, stream, asked } = await sending({ '/stop': () => stopped.promise });
    await accepted(upload);
    await stream.emit('progress', someProgress());
    await until(() => textOf(element.querySelector('.progress b')).startsWith('Обработано'));
    await press(element, 'Остановить');
    const id = upload.headers['Upload-Id'] ?? '';
    await until(() => asked.includes(`POST ${path}/uploads/${id}/stop`));
    expect(textOf(element.querySelector('.progress b'))).to.contain('Останавливаем');
    expect(await violations(element)).to.deep.equal([]);
    // The stream says so before the tickets in work are stored: the outcome is that of the answer.
    await stream.emit('outcome', someUpload({ state: 'stopped', outcomes: none }));
    expect(element.querySelector('kb-outcome')).to.equal(null);
    stopped.resolve(someUpload({ state: 'stopped' }));
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(textOf(element.querySelector('.notice'))).to.contain('Загрузка остановлена Сохранили 1 846 обращений');
    await press(element, 'Продолжить загрузку');
    const again = await post(3);
    expect(again.headers['Upload-Id']).to.equal(someUpload().id);
    expect(again.form.get('file')).to.be.instanceOf(File);
  });

  it('is stopped as soon as it was accepted, if that is wished before', async () => {
    const { element, upload, asked } = await sending();
    await upload.sent(1);
    await press(element, 'Остановить');
    expect(upload.isAborted).to.equal(false);
    expect(asked.some((endpoint) => endpoint.endsWith('/stop'))).to.equal(false);
    await accepted(upload);
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(asked.some((endpoint) => endpoint.endsWith('/stop'))).to.equal(true);
  });

  it('is continued when it was broken off, without being asked', async () => {
    const { upload, stream } = await sending();
    await accepted(upload);
    await stream.emit('outcome', someUpload({ state: 'interrupted' }));
    const again = await post(3);
    expect(again.headers['Upload-Id']).to.equal(upload.headers['Upload-Id']);
  });

  it('says that it waits for other workbooks, in both languages', async () => {
    const stream = eventStream();
    const { element, upload } = await sending({ progress: () => stream.response() });
    await accepted(upload);
    const heading = () => textOf(element.querySelector('.progress b'));
    await stream.emit('progress', someProgress({ waiting_for: 'workbook-reader', read: 0, total: null }));
    await until(() => heading() === 'В очереди: сейчас читаются другие книги');
    expect(uploadMessages.en.waitingFor['workbook-reader']).to.equal('In the queue: other workbooks are being read');
    await stream.emit('progress', someProgress({ read: 20, total: null }));
    await until(() => heading() === 'Проверено 20 обращений');
    await stream.emit('progress', someProgress({ waiting_for: 'log', read: 20, total: 20 }));
    await until(() => heading() === 'Журнал событий не отвечает; загрузка продолжится, как только он заработает');
  });

  it('continues while another page is shown, and reports its end there', async () => {
    const { app, upload, element, again } = await sending();
    await upload.sent(1);
    app.router.location.set({ path: '/', fragment: '' });
    await shown(html`<p>Другая страница</p>`, app);
    expect(element.isConnected).to.equal(false);
    expect(upload.isAborted).to.equal(false);
    await upload.answer(200, {});
    await until(() => app.said.length > 0);
    expect(app.said[0]?.replace(/\s/g, ' ')).to.equal('Загрузка закончена: добавлено 1 846 обращений');
    expect((await again()).querySelector('kb-outcome')).not.to.equal(null);
  });

  it('accepts no other file meanwhile, and ends with the session', async () => {
    const { app, upload, element } = await sending();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(csv());
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await settled();
    expect(app.said).to.deep.equal(['Дождитесь конца отправки, потом загрузите следующий файл.']);
    app.session.end('signed out');
    await settled();
    expect(upload.isAborted).to.equal(true);
    expect(element.querySelector('kb-drop-zone')).not.to.equal(null);
  });
});
