/** Pieces that start a rule and never finish it: repeated without end they are the worst a text can be. */
const pieces = [
  ...[
    'а',
    'А',
    'é',
    '😀',
    '\t',
    '  ',
    '\n',
    '\u00a0',
    '\u00ad',
    '\u200d',
    '\ud800',
    '\u0301',
    '\u0300\u0316',
    '&amp;',
    '&#',
  ],
  ...['@', 'a@', '.', 'a.', 'a.b.', '.ru', '-ru', 'www.', 'xn--', 'mailto:', '(at)', ' at ', ' точка ', 'собака '],
  ...[
    '//',
    '//a',
    'http://',
    'https://a.ru/',
    '(',
    ')',
    '[q]',
    '[/q]',
    '[q',
    'q]',
    '<',
    '>',
    '«Иван',
    '»',
    '"',
    "'",
    '_',
    '*',
  ],
  ...[
    '8 ',
    '9',
    '1-',
    '1.',
    '1/',
    '8-',
    '+',
    '+7',
    '1 и ',
    '89161234567',
    '89161234567,',
    'тел. ',
    'доб. ',
    'заказ № ',
  ],
  ...[
    'Иван ',
    'Иван',
    'И. ',
    'И.',
    'ул. ',
    'Абвгд ',
    'Роза, ',
    ', Роза',
    'Роза и ',
    '\n• Роза',
    'Ким Чен ',
    'Де ',
    'ван ',
    'Анна-',
  ],
  ...[
    'Петрович ',
    'петров ',
    'фамилия ',
    'меня зовут ',
    'начальник смены ',
    'оператор ',
    'сказал ',
    '», — ',
    'г. ',
    'имени ',
  ],
  ...['name=', '"name":"', 'name: ', '=', ':', ',', ';', '[ИМЯ]', '[EMAIL]', '[ТЕЛЕФОН]', 'привет '],
] as const;

const isUsed = (index: number, salt: number): boolean => (index * 7919 + salt) % pieces.length < 2;

/** Returns every piece alone, and as many mixtures of two to four of them, the same each time. */
export const hostileShapes = (): string[] => {
  const mixtures = pieces.map((piece, salt) => piece + pieces.filter((_, index) => isUsed(index, salt)).join(''));
  return [...pieces, ...mixtures];
};

/** Returns a shape repeated to about so many bytes of UTF-8. */
export const repeated = (shape: string, bytes: number): string =>
  shape.repeat(Math.ceil(bytes / Buffer.byteLength(shape)));
