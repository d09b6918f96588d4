import test from 'ava';
import { dataKey, type DataKeyCommand } from '../../src/domain/data-key.ts';
import type { ApiKeyRotationFinished, ApiKeyRotationStarted, DataKeyChosen } from '../../src/domain/events.ts';
import { specificationOf } from '../support/decider-specification.ts';

const spec = specificationOf(dataKey);
const chosen = (dataKeyId: string): DataKeyChosen => ({ type: 'DataKeyChosen', data: { dataKeyId } });
const started = (run: string, dataKeyId: string): ApiKeyRotationStarted => ({
  type: 'ApiKeyRotationStarted',
  data: { run, dataKeyId },
});
const finished = (run: string, dataKeyId: string): ApiKeyRotationFinished => ({
  type: 'ApiKeyRotationFinished',
  data: { run, dataKeyId },
});
const choose = (dataKeyId: string, instead?: string): DataKeyCommand => ({ type: 'ChooseDataKey', dataKeyId, instead });
const start = (run: string, dataKeyId: string): DataKeyCommand => ({ type: 'StartRotation', run, dataKeyId });

test('the first data key is recorded once, and of two processes the first one’s', (t) => {
  spec(t).given().when(choose('a')).then(chosen('a'));
  spec(t).given(chosen('a')).when(choose('a', 'a')).then();
  spec(t).given(chosen('a')).when(choose('b')).then();
  spec(t).given(chosen('a')).when(choose('b', 'a')).then(chosen('b'));
});

test('a key that is chosen ends a rotation, which can only be one of no accounts', (t) => {
  spec(t).given(chosen('a'), started('1', 'b')).when(choose('a', 'a')).then(chosen('a'));
});

test('a rotation with the same key is continued, one with another key begins anew', (t) => {
  spec(t).given(chosen('a')).when(start('1', 'a')).then(started('1', 'a'));
  spec(t).given(chosen('a'), started('1', 'a')).when(start('2', 'a')).then();
  spec(t).given(chosen('a'), started('1', 'b')).when(start('2', 'c')).then(started('2', 'c'));
});

test('a request that has finished is not run again, a new one is', (t) => {
  const past = [chosen('a'), started('1', 'b'), finished('1', 'b')] as const;
  spec(t)
    .given(...past)
    .when(start('1', 'b'))
    .then();
  spec(t)
    .given(...past)
    .when(start('2', 'b'))
    .then(started('2', 'b'));
});

test('only the rotation that runs is finished', (t) => {
  spec(t).given(chosen('a'), started('1', 'b')).when({ type: 'FinishRotation', run: '1' }).then(finished('1', 'b'));
  spec(t).given(chosen('a'), started('1', 'b')).when({ type: 'FinishRotation', run: '0' }).then();
  spec(t).given(chosen('a')).when({ type: 'FinishRotation', run: '1' }).then();
});
