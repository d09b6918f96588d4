import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import { press, violations } from './support.ts';
import {
  accepted,
  catchPosts,
  eventStream,
  post,
  previewed,
  somePreview,
  someProgress,
  someUpload,
  textOf,
  until,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

describe('An upload that goes on at the service', () => {
  it('says that the service, where it goes on, is away, and shows it again by itself', async () => {
    const [first, second] = [eventStream(), eventStream()];
    const replies = [first.response(), new ApiError(0, 'Failed to fetch'), second.response()];
    const { element } = await previewed(somePreview(), {
      progress: () => {
        const reply = replies.shift();
        if (reply instanceof ApiError) throw reply;
        return reply;
      },
    });
    await press(element, 'Отправить');
    await accepted(await post(2));
    await first.emit('progress', someProgress());
    await until(() => textOf(element.querySelector('.progress-facts')).includes('сохранено'));
    expect(textOf(element.querySelector('.progress-unreachable'))).to.equal('');
    await first.end();
    await until(() => textOf(element.querySelector('.progress-unreachable')).startsWith('Нет связи с сервисом.'));
    expect(textOf(element.querySelector('.progress-facts'))).to.contain('сохранено 1 109');
    expect(textOf(element.querySelector('.progress'))).not.to.contain('осталось');
    expect(await violations(element)).to.deep.equal([]);
    await until(() => textOf(element.querySelector('.progress-unreachable')) === '');
    await second.emit('outcome', someUpload());
    await until(() => element.querySelector('kb-outcome') !== null);
  });

  it('has the rate and the time of its last part when it was resumed, not those of the first', async () => {
    const [first, second] = [eventStream(), eventStream()];
    const streams = [first.response(), second.response()];
    const { element } = await previewed(somePreview(), { progress: () => streams.shift() });
    await press(element, 'Отправить');
    await accepted(await post(2));
    await first.emit('progress', someProgress({ rate: 11 }));
    await first.emit('outcome', someUpload({ state: 'interrupted' }));
    await accepted(await post(3));
    await second.emit('progress', someProgress({ rate: 5, stored: 1_600 }));
    await until(() => textOf(element.querySelector('.progress-facts')).startsWith('5 обращений в секунду'));
    // The record counts what both parts stored, from the time when the second began.
    const times = { started_at: '2026-03-12T16:00:00.000Z', finished_at: '2026-03-12T16:00:40.000Z' };
    await second.emit('outcome', someUpload(times));
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(textOf(element.querySelector('.outcome-head'))).to.equal(
      'Добавлено 1 846 обращений из 2 131 в файле «обращения.csv» за 40 с',
    );
  });
});
