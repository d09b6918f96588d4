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
  'who does something in an English sentence': [
    ['Zoya Vetrova cannot log in', '[ИМЯ] cannot log in'],
    ['User Vetrov is locked', 'User [ИМЯ] is locked'],
    ['Zoya said the printer works', '[ИМЯ] said the printer works'],
    ['my name is gleb vetrov and my vpn fails', 'my name is [ИМЯ] and my vpn fails'],
    ['Hello, I am Zoya from sales', 'Hello, I am [ИМЯ] from sales'],
  ],
  'to whom something is said or done in one': [
    ['Can you ask Gleb about it?', 'Can you ask [ИМЯ] about it?'],
    ['I talked to Zoya yesterday', 'I talked to [ИМЯ] yesterday'],
    ['Please contact Gleb for details', 'Please contact [ИМЯ] for details'],
    ['Call Gleb or Zoya', 'Call [ИМЯ] or [ИМЯ]'],
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
    'my name is missing from the list',
    'User profile is locked',
    'Outlook said the mailbox is full',
    'I talked to support yesterday',
  ],
};

for (const [rule, texts] of Object.entries(kept))
  test(`names in Latin letters: ${rule} stay`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });
