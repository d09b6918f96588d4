import test from 'ava';
import { retyped } from '../../../src/adapters/local-model/keyboard-layout.ts';
import { chunksOf, tokensOf } from '../../../src/adapters/local-model/tokens.ts';
import { localEmbedder } from '../../../src/adapters/local-model/embedder.ts';

const embedder = localEmbedder();

test('a Russian word typed in the Latin layout is read as Russian', (t) => {
  for (const [keys, word] of [
    ['ghbdtn', 'привет'],
    ['hf,jnftn', 'работает'],
    ['[jkjlbkmybr', 'холодильник'],
    ['gkfnt;', 'платеж'],
    ['ghbynth', 'принтер'],
    ['gj;fkeqcnf', 'пожалуйста'],
  ] as const) {
    t.is(retyped(keys, false), word);
  }
});

test('an English word typed in the Russian layout is read as English', (t) => {
  for (const [keys, word] of [
    ['ызукфешщт', 'speration'],
    ['зфыыцщкв', 'password'],
    ['ыгиыскшзешщт', 'subscription'],
    ['зкштеук', 'printer'],
  ] as const) {
    t.is(retyped(keys, false), word);
  }
});

test('ordinary words, acronyms, logins and addresses stay as they are', (t) => {
  const words =
    'printer password strength rhythms login windows outlook excel wifi vpn pdf csv dns html https usb ssd hdmi sql json john_smith backup ' +
    'принтер пароль вход взгляд встреча штамп договор упд инн снилс юристы объезд съёмка айфон вайфай аккаунт кэшбэк приложение';
  for (const word of words.replaceAll('ё', 'е').split(' ')) t.is(retyped(word, false), undefined, word);
});

test('a text in the wrong layout has the vector of the text that was meant', async (t) => {
  t.deepEqual(await embedder.embedQuery('yt hf,jnftn bynthytn'), await embedder.embedQuery('не работает интернет'));
  t.deepEqual(
    await embedder.embedQuery('Rfr jnvtybnm pfrfp? b djn xtr'),
    await embedder.embedQuery('как отменить заказ, и вот чек'),
  );
  t.deepEqual(
    await embedder.embedQuery('рщц ещ куыуе ьн зфыыцщкв'),
    await embedder.embedQuery('how to reset my password'),
  );
});

test('short words are converted only within a text in the wrong layout', (t) => {
  t.is(retyped('b', false), undefined);
  t.is(retyped('b', true), 'и');
});

const texts = (text: string): readonly string[] =>
  chunksOf(text).flatMap((chunk) => tokensOf(chunk, false).map((token) => token.text));

test('a code is kept as a whole and in parts', (t) => {
  t.deepEqual(texts('E-404'), ['e404', 'e', '404']);
  t.deepEqual(texts('№48213'), ['48213']);
  t.deepEqual(texts('v2.3.1'), ['v2.3.1', 'v', '2', '3', '1']);
});

test('a word with look-alike letters of the other alphabet is read in the alphabet of most', (t) => {
  t.deepEqual(texts('cкидкa'), ['скидка']);
});

test('short compounds are one word too', (t) => {
  t.deepEqual(texts('Wi-Fi'), ['wi', 'fi', 'wifi']);
  t.deepEqual(texts('интернет-магазин'), ['интернет', 'магазин']);
});
