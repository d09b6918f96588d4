import test from 'ava';
import { cleanQuery } from '../../../src/personal-data/clean.ts';

const masked: Record<string, readonly (readonly [string, string])[]> = {
  'first name and surname in either order and any letters': [
    ['Zoya Vetrova, Sales', '[ИМЯ], Sales'],
    ['карта GLEB VETROV', 'карта [ИМЯ]'],
    ['Vetrov Gleb Olegovich', '[ИМЯ]'],
    ['vetrova zoya не может войти', '[ИМЯ] не может войти'],
    ['Gleb Olegovich', '[ИМЯ]'],
  ],
  'the spellings of passports, maps and habit': [
    ['Iuliia Shilova', '[ИМЯ]'],
    ['Yulia Shilova', '[ИМЯ]'],
    ['Alexey Tkachenko', '[ИМЯ]'],
    ['Aleksei Tkachenko', '[ИМЯ]'],
    ['Yevgeny Lapin', '[ИМЯ]'],
    ['Artyom Sarkisyan', '[ИМЯ]'],
  ],
  initials: [
    ['G. Vetrov', '[ИМЯ]'],
    ['Vetrova Z.G.', '[ИМЯ]'],
  ],
  'one word where a person is spoken of': [
    ['Best regards,\nZoya', 'Best regards,\n[ИМЯ]'],
    ['Dear Gleb, hello', 'Dear [ИМЯ], hello'],
    ['менеджер Zoya', 'менеджер [ИМЯ]'],
    ['Mr. Vetrov', 'Mr. [ИМЯ]'],
  ],
  'whom a letter is for, whatever the surname': [
    ['Cc: Gleb Titov; Anna Lis', 'Cc: [ИМЯ]; [ИМЯ]'],
    ['To: Mark Stone', 'To: [ИМЯ]'],
    ['Anna Lis <lis@firma.ru>', '[ИМЯ] <[EMAIL]>'],
  ],
  'how tickets write it': [['VETROV/GLEB MR', '[ИМЯ] MR']],
};

for (const [rule, cases] of Object.entries(masked))
  test(`names in Latin letters: ${rule}`, (t) => {
    for (const [text, expected] of cases) t.is(cleanQuery(text), expected, text);
  });

const kept: Record<string, readonly string[]> = {
  'programs, goods and places': [
    'Windows Server',
    'Lada Vesta',
    'Marina Bay Sands',
    'Nina Ricci',
    'Maria Login failed',
  ],
  'files, paths and identifiers': [
    'gleb_vetrov.docx',
    'C:\\Users\\Gleb Vetrov\\Desktop',
    'class GlebVetrov extends Base',
    'gleb.vetrov',
    'new Gleb Vetrov()',
  ],
  'English sentences': [
    'Hello World',
    'Max main version',
    'Sent from my iPhone',
    'Will Smith again',
    'Thanks in advance',
    'Name: Microsoft Office',
  ],
};

for (const [rule, texts] of Object.entries(kept))
  test(`names in Latin letters: ${rule} stay`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });
