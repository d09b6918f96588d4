const client = [
  ...['клиент', 'клиентка', 'пользователь', 'покупатель', 'заказчик', 'абонент', 'заявитель', 'потребитель'],
  ...['посетитель', 'гость', 'подписчик', 'автор обращения'],
];
const support = [
  ...['поддержка', 'служба поддержки', 'техподдержка', 'техническая поддержка', 'саппорт', 'оператор', 'агент'],
  ...['специалист', 'специалист поддержки', 'оператор поддержки', 'агент поддержки', 'сотрудник', 'ассистент'],
  ...['сотрудник поддержки', 'инженер поддержки', 'менеджер', 'консультант', 'помощник', 'исполнитель', 'эксперт'],
];

const roleByWord = new Map([
  ...client.map((word): [string, string] => [word, 'client']),
  ...support.map((word): [string, string] => [word, 'support']),
]);

/** The contract's role for a Russian word in a table's role column; any other word comes back as it stands, trimmed. */
export const roleOf = (cell: string): string => {
  const word = cell.trim();
  return roleByWord.get(word.toLowerCase().replaceAll('ё', 'е').replace(/\s+/gu, ' ')) ?? word;
};
