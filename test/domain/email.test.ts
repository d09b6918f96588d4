import test from 'ava';
import { emailSpellings, mixesScripts } from '../../src/domain/email.ts';

test('e-mails are compared in lower case, after NFKC, with the domain in Unicode', (t) => {
  const canonical = (email: string) => emailSpellings(email).canonical;
  for (const same of ['почта@пример.рф', ' Почта@ПРИМЕР.рф ', 'почта@xn--e1afmkfd.xn--p1ai', 'почта@Пример。рф'])
    t.is(canonical(same), 'почта@пример.рф');
  for (const same of ['me@example.com', 'ＭＥ@example.com', 'me@ｅｘａｍｐｌｅ.com', 'ᵐe@EXAMPLE.com'])
    t.is(canonical(same), 'me@example.com');
  t.is(canonical('me@bücher.example'), canonical('me@XN--BCHER-KVA.example'));
  t.not(canonical('me@example.com'), canonical('me@example.org'));
});

test('an account is looked for as it was sent first, so that those of before are found', (t) => {
  t.deepEqual(emailSpellings('Me@Example.com').all, ['me@example.com']);
  t.deepEqual(emailSpellings('me@xn--e1afmkfd.xn--p1ai').all, ['me@xn--e1afmkfd.xn--p1ai', 'me@пример.рф']);
  t.deepEqual(emailSpellings('me@пример.рф').all, ['me@пример.рф', 'me@xn--e1afmkfd.xn--p1ai']);
  t.deepEqual(emailSpellings('ｍe@example.com').all, ['ｍe@example.com', 'me@example.com']);
});

test('what is no e-mail has a spelling too, and a very long text is not normalised', (t) => {
  for (const text of ['', 'nobody', '@', 'me@', 'me@a b', 'me@xn--\u0000']) t.true(emailSpellings(text).all.length > 0);
  const long = `a${'\u0300\u0316'.repeat(200_000)}@example.com`;
  const since = performance.now();
  t.deepEqual(emailSpellings(long).all, [long]);
  t.true(performance.now() - since < 1_000);
});

test('letters of scripts that look alike are mixed within a word only', (t) => {
  for (const mixed of ['аdmin@example.com', 'me@exаmple.com', 'me@example.сom', 'αlpha@example.com'])
    t.true(mixesScripts(mixed), mixed);
  for (const plain of [
    'ivan@пример.рф',
    'ivan.петров@example.com',
    'me2@example.com',
    'müller@bücher.example',
    '東京タワーcom@example.jp',
  ])
    t.false(mixesScripts(plain), plain);
});
