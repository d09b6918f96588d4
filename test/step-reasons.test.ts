import { globSync, readFileSync } from 'node:fs';
import test from 'ava';

/** Not a literal import: the interface is checked with the types of the browser. */
const sentences = '../ui/messages/step-reasons.ts';
Object.assign(globalThis, { document: { documentElement: { lang: 'ru' } } });
const { stepReasonText } = (await import(sentences)) as { readonly stepReasonText: (reason: string) => string };

test('what a step of an erasure waits for is said in Russian, whatever it is', (t) => {
  const files = globSync('src/operations/*.ts').map((path) => readFileSync(path, 'utf8'));
  const reasons = files.flatMap((text) =>
    [...text.matchAll(/waitsFor: (['`])(.*?)\1/g)].map(([, , said = '']) => said.replaceAll(/\$\{[^}]*\}/g, '3')),
  );
  t.true(reasons.length > 15, String(reasons.length));
  for (const reason of reasons) t.regex(stepReasonText(reason), /^[А-Я]/, reason);
});
