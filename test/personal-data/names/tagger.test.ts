import test from 'ava';
import { runToCompletion } from '../../../src/concurrency/steps.ts';
import { NameFinder } from '../../../src/personal-data/names/find-names.ts';
import { chanceAt } from '../../../src/personal-data/names/mentions.ts';
import { compile, compiled, featureBuffer, featuresAt } from '../../../src/personal-data/names/features.ts';
import { Vocabulary } from '../../../src/personal-data/names/spellings.ts';
import { Tagger } from '../../../src/personal-data/names/tagger.ts';
import { readText } from '../../../src/personal-data/names/token-contexts.ts';

const tagger = new Tagger();

/** The chance of each token in a pass over one text, in percent. */
const chances = (written: string): { readonly first: number[]; readonly second: number[] } => {
  const read = runToCompletion(tagger.read(written));
  const [reread = read] = runToCompletion(tagger.reread([read]));
  const all = [read, reread].map((tagged) => tagged.text.tokens.map((_, at) => Math.round(100 * chanceAt(tagged, at))));
  return { first: all[0] ?? [], second: all[1] ?? [] };
};

test('a text without a word that is mentioned twice needs no second pass', (t) => {
  const { first, second } = chances('Позовите Лену из бухгалтерии');
  t.deepEqual(first, second);
  t.true((first[1] ?? 0) > 90);
});

test('a doubtful mention is believed where another one is clear', (t) => {
  const { first, second } = chances('Кузнец закрыт\nМоя фамилия Кузнец, зовут Игорь.');
  t.true((first[0] ?? 0) < 50 && (second[0] ?? 0) > 50, `${first[0]} and ${second[0]}`);
});

test('both passes take steps, also where every second or eighth token may belong to a name', (t) => {
  for (const unit of ['Игорь 7 ', 'Игорь 1 2 3 4 5 6 7 ']) {
    const text = unit.repeat(3_000);
    const steps = { first: 0, second: 0 };
    const first = tagger.read(text);
    let read = first.next();
    for (; !read.done; read = first.next()) steps.first += 1;
    const alone = [...readText(text, new Vocabulary())].length;
    const second = tagger.reread([read.value]);
    for (let step = second.next(); !step.done; step = second.next()) steps.second += 1;
    t.true(steps.first >= alone + Math.floor(3_000 / 256), `${steps.first} steps, ${alone} of them of the reading`);
    t.true(steps.second >= Math.floor(3_000 / 256), `${steps.second} steps`);
  }
});

test('a template asks for what there is, within its reach', (t) => {
  for (const wrong of ['colour', 'word+4', 'list-4', 'glued', 'word1'])
    t.throws(() => compile(wrong), { message: /asks for what there is not/ }, wrong);
  t.is(new Set(compiled.map(({ text }) => text)).size, compiled.length);
});

test('features say what stands where', (t) => {
  const spellings = new Vocabulary();
  const buffer = featureBuffer();
  const features = (text: string, at: number, template: string): number[] => {
    const read = runToCompletion(readText(text, spellings));
    return [...buffer.subarray(0, featuresAt(read, at, [compile(template)], buffer))];
  };
  t.deepEqual(features('ответил Пётр', 1, 'lemma-1'), features('ответила Анна', 1, 'lemma-1'));
  t.notDeepEqual(features('ответил Пётр', 1, 'word-1'), features('ответила Анна', 1, 'word-1'));
  t.deepEqual(features('ответил Пётр', 1, 'verb'), [], 'a name is no verb');
  t.deepEqual(features('стол «Пётр»', 2, 'quoted').length, 1);
  t.deepEqual(features('стол Пётр', 1, 'quoted').length, 0);
  t.true(features('стол Пётр', 1, 'list').length > 1, 'a feature for each list');
});

test('what one finder has learnt of a word means nothing to another', (t) => {
  const texts = ['Позовите Лену из бухгалтерии', 'ул. Маршала Жукова', 'С уважением, Мороз', 'Роза из коробки'];
  const spans = (finder: NameFinder, order: readonly string[]) =>
    new Map(order.map((text) => [text, runToCompletion(finder.find([text]))]));
  const [first, second] = [spans(new NameFinder(), texts), spans(new NameFinder(), texts.toReversed())];
  for (const text of texts) t.deepEqual(first.get(text), second.get(text), text);
});

test('a long text of few words is read as a short one', (t) => {
  const line = 'Позовите Лену из бухгалтерии\n';
  const finder = new NameFinder();
  const [few, many] = [3, 500].map((times) => runToCompletion(finder.find([line.repeat(times)]))[0]?.length);
  t.deepEqual([few, many], [3, 500]);
});
