import { readdirSync, readFileSync } from 'node:fs';
import { disjoint } from '../../../src/personal-data/names/cues/cue.ts';
import test from 'ava';
import { facts, senses } from '../../../src/personal-data/names/cues/facts.ts';
import { cueTable } from '../../../src/personal-data/names/cues/index.ts';
import { terms } from '../../../src/personal-data/names/cues/terms.ts';
import { predicates } from '../../../src/personal-data/names/predicates.ts';
import { list, rewriting, shape } from '../../../src/personal-data/names/lexicon.ts';
import { PatternReader, type Sequence, type TokenTest } from '../../../src/personal-data/names/patterns.ts';
import { Spelling } from '../../../src/personal-data/names/spellings.ts';
import { propertyNames, TokenTests } from '../../../src/personal-data/names/token-tests.ts';

test('a term stands for its text in brackets, within a name and outside', (t) => {
  const reader = new PatternReader({ sign: "',' | break", joint: '<sign> и' });
  const [pattern] = reader.patterns('‹[any] <joint>› <joint>');
  const [same] = reader.patterns("‹[any] ((',' | break) и)› ((',' | break) и)");
  t.deepEqual({ ...pattern, text: '' }, { ...same, text: '' });
});

test('a term is no place for agreement, and contains neither itself nor what does not exist', (t) => {
  const reader = new PatternReader({ same: 'any:C', a: '<b>', b: '<a>', lost: '<c>' });
  t.throws(() => reader.patterns('<same> [any]'), { message: /Agreement belongs into a pattern/ });
  t.throws(() => reader.test('<a>'), { message: /Terms that contain each other/ });
  t.throws(() => reader.test('<lost>'), { message: /Unknown term <c>/ });
});

test('docs/personal-data.md lists all that a token can be in a pattern', (t) => {
  const table = readFileSync('docs/personal-data.md', 'utf8');
  t.deepEqual(
    propertyNames.filter((name) => !table.includes(`\`${name}\``)),
    [],
  );
});

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

test('a property is said in others, in readings, lists, shapes and in what a word can be rewritten to', (t) => {
  const reader = new PatternReader(terms);
  const own = { plural: 'common:NOUN.plur', town: 'place:any & !@brands', halves: 'left:plural & right:town' };
  const tests = new TokenTests(reader, { facts: own, senses });
  const has = (word: string, fact: string): boolean => tests.asker(reader.leaf(fact))(new Spelling(word, 'word'));
  t.true(has('столы', 'plural'));
  t.false(has('стол', 'plural'));
  t.true(has('столы-москва', 'halves'));
  t.false(has('столы', 'halves'));
  t.throws(() => has('стол', 'lost'), { message: /Unknown property of a token in a pattern: lost/ });
});

test('every property of the table can be asked of a word', (t) => {
  const reader = new PatternReader(terms);
  const tests = new TokenTests(reader, { facts, senses });
  const surname = new Spelling('Петрова', 'word');
  const held = Object.keys(facts).filter((leaf) => tests.asker(reader.leaf(leaf))(surname));
  t.deepEqual(
    ['known', 'surname', 'surnameLike', 'first', 'greeting'].filter((name) => held.includes(name)),
    ['known', 'surname', 'surnameLike'],
  );
});

const leavesOf = ({ kind, leaf, parts }: TokenTest): readonly string[] =>
  kind === 'leaf' ? [leaf] : parts.flatMap(leavesOf);

const leavesIn = (part: Sequence): readonly string[] => {
  if (part.kind === 'token') return leavesOf(part.test);
  return part.kind === 'repeat' ? leavesIn(part.part) : part.parts.flatMap(leavesIn);
};

test('every leaf of a pattern is a word, a property, a predicate or a context', (t) => {
  const reader = new PatternReader(terms);
  const tests = new TokenTests(reader, { facts, senses });
  const patterns = Object.values(cueTable).flatMap((cues) => cues.flatMap(({ pattern }) => reader.patterns(pattern)));
  const leaves = patterns.flatMap(({ left, slot, right }) => [
    ...leavesIn(left),
    ...leavesOf(slot),
    ...leavesIn(right),
  ]);
  const ofPlace = new Set(['opens', 'marked', 'glued']);
  for (const leaf of new Set(leaves))
    if (leaf.startsWith('#')) t.true(leaf.slice(1) in cueTable || leaf.slice(1) in predicates, leaf);
    else if (!ofPlace.has(leaf)) t.notThrows(() => tests.asker(reader.leaf(leaf))(new Spelling('Петров', 'word')));
});

test('a name that two tables have is an error, since the later one would replace the other unseen', (t) => {
  t.deepEqual(disjoint({ day: 'понедельник' }, { month: 'май' }), { day: 'понедельник', month: 'май' });
  t.throws(() => disjoint({ day: 'понедельник' }, { month: 'май' }, { day: 'вторник' }), {
    message: 'Two tables have the name day',
  });
});
