import type { Messages } from './language.ts';

/** The example tickets of the sign-in pages; masks such as `[ИМЯ]` are rendered as chips. */
const ru = {
  query: 'Не приходит код для входа в личный кабинет',
  category: 'Личный кабинет',
  problem: 'Клиент [ИМЯ] не получает код входа: номер [ТЕЛЕФОН] подтверждён, сообщений нет.',
  solution: 'Сняли блокировку рассылки после трёх неудачных попыток, код пришёл.',
  others: [
    ['5871', 'Код приходит через 10 минут и уже недействителен', 0.53],
    ['4406', 'После смены телефона вход просит старый номер', 0.51],
    ['7015', 'Письмо для входа попадает в спам', 0.48],
    ['3392', 'Личный кабинет не открывается из приложения', 0.31],
  ] as readonly (readonly [string, string, number])[],
  raw: [
    'Добрый день! Это ',
    'Ольга',
    ', телефон ',
    '+7 900 000-00-00',
    '. Оплата прошла, а заказ висит без подтверждения.',
  ],
  cleaned: 'Это [ИМЯ], телефон [ТЕЛЕФОН]. Оплата прошла, а заказ висит без подтверждения.',
  resolved: 'Переотправили статус из платёжной системы, заказ подтвердился.',
  phrase: '«Спасибо за обращение, мы вам ответим»',
  reason: 'шаблонная фраза',
};

const en: typeof ru = {
  query: 'The sign-in code does not arrive',
  category: 'Account',
  problem: 'Customer [ИМЯ] gets no sign-in code: the number [ТЕЛЕФОН] is confirmed, no messages come.',
  solution: 'Lifted the block that three failed attempts had set, the code arrived.',
  others: [
    ['5871', 'The code comes after 10 minutes and is no longer valid', 0.53],
    ['4406', 'After a change of phone, sign-in asks for the old number', 0.51],
    ['7015', 'The sign-in letter goes to spam', 0.48],
    ['3392', 'The account does not open from the app', 0.31],
  ],
  raw: ['Hello! This is ', 'Olga', ', phone ', '+7 900 000-00-00', '. I have paid, but the order hangs unconfirmed.'],
  cleaned: 'This is [ИМЯ], phone [ТЕЛЕФОН]. I have paid, but the order hangs unconfirmed.',
  resolved: 'Sent the status from the payment system again, the order was confirmed.',
  phrase: '“Thank you for contacting us, we will get back to you”',
  reason: 'stock phrase',
};

export const exampleMessages: Messages<typeof ru> = { ru, en };
