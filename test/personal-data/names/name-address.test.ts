import test from 'ava';
import { cleanQuery } from '../../../src/personal-data/clean.ts';

const masked: Record<string, readonly (readonly [string, string])[]> = {
  'vocatives cut from short names': [
    ['Нюр, зайди', '[ИМЯ], зайди'],
    ['Вадь, глянь', '[ИМЯ], глянь'],
    ['Андрюх, ты где', '[ИМЯ], ты где'],
    ['Зой, посмотри', '[ИМЯ], посмотри'],
    ['Привет, Жек!', 'Привет, [ИМЯ]!'],
  ],
  'who is called': [
    ['позвони свете', 'позвони [ИМЯ]'],
    ['перезвоните вере', 'перезвоните [ИМЯ]'],
  ],
  'a lower-case name that closes the text': [['спасибо за ответ, лена', 'спасибо за ответ, [ИМЯ]']],
  'a name before a comma that is a short adjective elsewhere': [['Рада, глянь', '[ИМЯ], глянь']],
};

for (const [rule, cases] of Object.entries(masked))
  test(`names: ${rule}`, (t) => {
    for (const [text, expected] of cases) t.is(cleanQuery(text), expected, text);
  });

const kept: Record<string, readonly string[]> = {
  'short adjectives': ['Рада, что помогли', 'Рада помочь', 'Мила, как всегда'],
  'what is asked for': ['Прошу света!', 'требую света'],
  'a wife': ['позвоните жене', 'спросите у жены'],
  'genitives of a list': ['нет газа, света', 'жду тепла, света'],
  'abbreviations and words that look like cut names': ['ИНН, КПП верны', 'Лимон, сахар', 'Тоск, да'],
};

for (const [rule, texts] of Object.entries(kept))
  test(`names: ${rule} stay`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });
