import test from 'ava';
import { cleanQuery } from '../../src/personal-data/clean.ts';

const masked: Record<string, readonly (readonly [string, string])[]> = {
  "a father's name with its particle": [
    ['полис Алиева Рашада Вугар оглы', 'полис [ИМЯ]'],
    ['Я Бакыт уулу Нурлан', 'Я [ИМЯ]'],
  ],
  'families after "from" and "for"': [
    ['письмо от Зайцевых', 'письмо от [ИМЯ]'],
    ['ключи для Петровых', 'ключи для [ИМЯ]'],
  ],
  'an unknown name set off after "I"': [['пишу я, Беатриса, из Чили', 'пишу я, [ИМЯ], из Чили']],
  'jobs the dictionary does not have': [
    ['Тьютор Вера Олеговна занята', 'Тьютор [ИМЯ] занята'],
    ['Сомнолог Глеб Ильич', 'Сомнолог [ИМЯ]'],
  ],
  "a woman's surname without cases on her left": [['счёт на Коваль Инну', 'счёт на [ИМЯ]']],
  'Chinese names': [['пропуск на Чжан Лэя', 'пропуск на [ИМЯ]']],
  'lower-case names to whom something is given': [
    ['скинь диме пароль', 'скинь [ИМЯ] пароль'],
    ['а диме передайте ключи', 'а [ИМЯ] передайте ключи'],
  ],
  'lower-case first name and surname in one case': [['идите к паше иванову', 'идите к [ИМЯ]']],
  'lower-case surnames before first name and patronymic': [['фио орлова инна юрьевна', 'фио [ИМЯ]']],
  'a lower-case woman to whom something is made out': [['пропуск на ковалеву', 'пропуск на [ИМЯ]']],
};

for (const [rule, cases] of Object.entries(masked))
  test(`names: ${rule}`, (t) => {
    for (const [text, expected] of cases) t.is(cleanQuery(text), expected, text);
  });

const kept: Record<string, readonly string[]> = {
  'streets by what stands in them': [
    'отделение на Кочетова, 4',
    'банкомат на Ярагского сломан',
    'аптека на Плеханова закрыта',
  ],
  'institutions of two nouns': ['Музей-квартира Достоевского', 'музей-усадьба Некрасова закрыт'],
  'a form that is a thing where something is given': ['дай мире шанс'],
};

for (const [rule, texts] of Object.entries(kept))
  test(`names: ${rule} stay`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });
