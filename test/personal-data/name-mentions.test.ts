import test from 'ava';
import { cleanQuery } from '../../src/personal-data/clean.ts';

const masked: Record<string, readonly (readonly [string, string])[]> = {
  'initials between a job or a deed and a surname belong to the surname': [
    ['Инженер Г. К. Ветров выехал', 'Инженер [ИМЯ] выехал'],
    ['Слесарь Г.К. Дроздов', 'Слесарь [ИМЯ]'],
    ['Прораб Г. К. Ткач на объекте', 'Прораб [ИМЯ] на объекте'],
    ['Исполнитель Г.К. Мороз', 'Исполнитель [ИМЯ]'],
    ['Проверил Г. К. Шилов', 'Проверил [ИМЯ]'],
    ['Ветров Г. К. выехал', '[ИМЯ] выехал'],
    ['Клиент Сорока Г.К.', 'Клиент [ИМЯ]'],
  ],
  'initials of a double first name': [
    ['ведёт Ж.-К. Дюваль', 'ведёт [ИМЯ]'],
    ['Ведущий Ж.-К. Дюваль', 'Ведущий [ИМЯ]'],
    ['Дюваль Ж.-К. не пришёл', '[ИМЯ] не пришёл'],
  ],
  'a surname and a first name without known forms are one person': [
    ['Доверенность на Рахимова Фаррухжона', 'Доверенность на [ИМЯ]'],
    ['Я Бекзод Турсунов', 'Я [ИМЯ]'],
  ],
  'a person told by name': [
    ['пользователь по имени Захар', 'пользователь по имени [ИМЯ]'],
    ['Нет имени Ольга', 'Нет имени [ИМЯ]'],
  ],
};

for (const [rule, cases] of Object.entries(masked))
  test(`names: ${rule}`, (t) => {
    for (const [text, expected] of cases) t.is(cleanQuery(text), expected, text);
  });

const kept: Record<string, readonly string[]> = {
  'dates of namesake months': [
    'к 8 Марта не успели',
    '1 Мая работаете?',
    'акция «8 Марта»',
    'на 1 и 9 Мая',
    '12 Августа',
  ],
  'places named after a person and a place': [
    'аэропорт Шереметьево имени Пушкина',
    'Театр на Бронной имени Мейерхольда',
    'школа № 5 имени Гагарина',
    'библиотека имени Чехова',
  ],
};

for (const [rule, texts] of Object.entries(kept))
  test(`names: ${rule} stay`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });
