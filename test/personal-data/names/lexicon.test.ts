import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { list, rewriting, shape } from '../../../src/personal-data/names/lexicon.ts';

/** The name, the comment and the body of each section of the files of the lexicon. */
const sectionsOf = (files: readonly string[]): string[][] =>
  files
    .flatMap((file) => readFileSync(`src/personal-data/names/lexicon/${file}`, 'utf8').split(/^(?=\[\w+\] )/m))
    .map((section) => /^\[(\w+)\] (.+)\.\n([^]*)$/.exec(section)?.slice(1) ?? [section]);

const noLists = ['shapes.txt', 'forms.txt'];

test('a list of the lexicon has a name, says what it is for, and holds each word once', (t) => {
  const files = readdirSync('src/personal-data/names/lexicon').filter((file) => !noLists.includes(file));
  for (const [name = '', , body = ''] of sectionsOf(files)) {
    const items = body.trim().split(body.includes(',') ? /,\s*/ : /\s+/);
    t.deepEqual(items, [...new Set(items)], name);
    t.true(list(name).size > 0);
  }
  t.throws(() => list('lost'), { message: /no lost/ });
});

/** `what it is for: one two` */
const examplesOf = (comment = ''): string[] => comment.slice(comment.lastIndexOf(': ') + 2).split(' ');

test('the examples of a shape have it', (t) => {
  for (const [name = '', comment] of sectionsOf(['shapes.txt']))
    for (const example of examplesOf(comment)) t.regex(example, shape(name), name);
});

test('the examples of a rewriting become what it says', (t) => {
  for (const [name = '', comment] of sectionsOf(['forms.txt']).filter(
    ([section = '']) => !/declensions/i.test(section),
  ))
    for (const example of examplesOf(comment)) {
      const [from = '', to] = example.split('→');
      t.is(rewriting(name)(from), to ?? '', name);
    }
});
