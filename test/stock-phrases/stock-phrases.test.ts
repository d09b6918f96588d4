import test from 'ava';
import { isStockMessage } from '../../src/stock-phrases/is-stock-message.ts';
import { stockPhrases } from '../../src/stock-phrases/stock-phrases.ts';
import { requestLookalikes } from './request-lookalikes.ts';
import { solutionTexts } from './solution-texts.ts';
import { stockLetters } from './stock-letters.ts';
import { stockMessages } from './stock-messages.ts';

test('a message that consists of stock phrases and courtesies is stock', (t) => {
  t.true(stockMessages.length >= 60);
  t.deepEqual(
    [...stockMessages, ...stockLetters].filter((message) => !isStockMessage(message)),
    [],
  );
});

test('a real solution is never stock, even one that begins or ends with a stock phrase', (t) => {
  t.true(solutionTexts.length >= 60);
  t.deepEqual([...solutionTexts, ...requestLookalikes].filter(isStockMessage), []);
});

test('a stock message with a real solution before or after it is not stock', (t) => {
  const solution = 'Обновите прошивку до версии 3.1 и перезагрузите роутер.';
  for (const message of [...stockMessages, ...stockLetters]) {
    t.false(isStockMessage(`${solution} ${message}`), message);
    t.false(isStockMessage(`${message}\n${solution}`), message);
  }
});

test('case, ё, punctuation and emoji do not matter', (t) => {
  for (const message of [
    'Уточните, пожалуйста, номер счёта',
    'уточните пожалуйста номер счета!!!',
    'УТОЧНИТЕ НОМЕР СЧЁТА 🙏🙏',
    '— Уточните… номер счёта?',
  ]) {
    t.true(isStockMessage(message), message);
  }
});

test('masks count as words and do not make a message stock by themselves', (t) => {
  t.true(isStockMessage('[ИМЯ], позвоните нам по телефону [ТЕЛЕФОН] или напишите на [EMAIL]'));
  t.false(isStockMessage('[ИМЯ] [ТЕЛЕФОН] [EMAIL]'));
});

test('courtesies alone are not stock, nor is a message without words', (t) => {
  for (const message of [
    '',
    '🙂',
    '...',
    'Здравствуйте!',
    'Спасибо за обращение! Хорошего дня!',
    'С уважением, служба поддержки',
  ]) {
    t.false(isStockMessage(message), message);
  }
});

test('a message longer than 100 characters may still be stock', (t) => {
  const message =
    'Здравствуйте, [ИМЯ]! Для решения вашего вопроса пришлите, пожалуйста, номер заказа, дату покупки, фото товара и чека. Ждём вашего ответа. С уважением, служба поддержки';
  t.true(message.length > 150 && isStockMessage(message));
});

test('each kind has its forms in both languages, and no form occurs twice', (t) => {
  const kinds = Object.values(stockPhrases);
  for (const { ru, en } of kinds) {
    t.true(ru.length >= 15);
    t.true(en.length >= 5);
  }
  const forms = kinds.flatMap(({ ru, en }) => [...ru, ...en]);
  t.is(new Set(forms).size, forms.length);
});

test('a missing thing is part of a stock message together with a request for it, and an answer together with a closing', (t) => {
  t.true(isStockMessage('Файл пришёл пустым. Пришлите, пожалуйста, скриншот ошибки.'));
  t.true(isStockMessage('Уточните номер заказа: в системе его не видно.'));
  t.false(isStockMessage('К сожалению, скидки не суммируются. Если будут вопросы, обращайтесь.'));
  t.false(isStockMessage('Файл пришёл пустым.'));
});

test('a list of what to send is part of the request, a list of steps is not', (t) => {
  t.true(isStockMessage('Пришлите, пожалуйста:\n1. Общий вид\n2. Этикетку с артикулом;\n• чек'));
  t.true(isStockMessage('Уточните: 1) номер заказа; 2) дату покупки.'));
  t.false(isStockMessage('Пришлите, пожалуйста, фото:\n1. Откройте камеру\n2. Снимите экран'));
});

test('a typo in a long word does not hide a stock phrase', (t) => {
  t.true(isStockMessage('Здраствуйте, пришлите пожалуста скришот'));
  t.true(isStockMessage('Закрываем обрашение в связи с отсуствием ответа'));
  t.false(isStockMessage('Перезагузите устройство'));
});

test('a long hostile message is decided without reading it through', (t) => {
  t.false(isStockMessage('уточните номер '.repeat(20_000)));
  t.false(isStockMessage('?'.repeat(262_144)));
  t.notThrows(() => isStockMessage('не в связи 1 '.repeat(150)));
});
