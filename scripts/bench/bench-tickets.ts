import { seededRandom } from './seeded-random.ts';
import { adjectives, brands, firstNames, nouns, surnames, verbs } from './ticket-words.ts';

/** A ticket as an upload sends it: about 1 KB of UTF-8 Russian in four messages. */
export type BenchTicket = {
  readonly ticket_id: string;
  readonly category: string;
  readonly client: string;
  /** A day. */
  readonly resolved_at: string;
  readonly messages: readonly { readonly role: 'client' | 'operator'; readonly text: string }[];
};

/** `subject` are the nouns that one ticket is about, so that tickets have neighbours. */
type Story = { readonly random: () => number; readonly subject: readonly (readonly string[])[] };

const one = <Item>(random: () => number, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
};

/** In templates: {n1}–{n12} a noun, {a1}–{a6} an adjective, {v} {u} {i} a verb's infinitive, past, imperative, {b} a product, {c} a code, {d} a number. */
const problems = [
  'При попытке {v} {n4} система показывает ошибку {c}.',
  'Не получается {v} {a4} {n10} в разделе «{b}».',
  'После {n2} пропали {a1} {n7}, хотя мы ничего не {u}.',
  'Вчера мы {u} {n4}, а сегодня {n1} снова требует {v} {n10}.',
  'В программе {b} {d} не работает {n1}: вместо {n2} пустое окно.',
  'Уже {d} дней не можем {v} {n4}, помогите разобраться с {n11}.',
  'Сотрудники жалуются, что {a1} {n7} появляются без {n2}.',
  'Списали {d} рублей, но {n1} так и не пришла, код {c}.',
  'На экране «{b}» исчезла кнопка, которой мы {u} {n10}.',
  'Раньше всё работало, теперь {n1} зависает на {d} процентах.',
];
const solutions = [
  'Откройте раздел «{b}», {i} {a4} {n10} и нажмите «Сохранить».',
  'Ошибка {c} появляется, когда {n1} не совпадает с {n5}: {i} {n4} заново.',
  'Мы обновили {n4}, поэтому {a1} {n7} снова видны в списке {n8}.',
  'Зайдите в настройки {n2}, затем {i} {n4} и {i} {n10}.',
  'Для этого нужно {v} {n10} через {n4} с правами администратора.',
  'Причина в {a6} {n12}: их можно {v} в карточке «{b}» версии {d}.',
  'Отключите {a4} {n10} на время {n2}, подождите {d} минут и включите снова.',
  'Если {n1} не изменится, {i} кэш и {i} {n4} с кодом {c}.',
];
const queries = [
  'почему нельзя {v} {a4} {n10} для {n2}',
  'как {v} {n4}, если пропала {n1} в {b}',
  'ошибка {c}: {n1} не видит {n10}',
  'что делать, когда {a1} {n7} мешают {v} {n4}',
];

const fill = (template: string, { random, subject }: Story): string =>
  template.replace(/\{([navuibcd])(\d*)\}/g, (_whole, kind: string, form: string) => {
    const formIndex = Number(form) - 1;
    if (kind === 'n') return one(random, random() < 0.6 ? subject : nouns)[formIndex] ?? '';
    if (kind === 'a') return one(random, adjectives)[formIndex] ?? '';
    if (kind === 'b') return one(random, brands);
    if (kind === 'c') return `${one(random, ['E', 'ERR', 'SQL', 'НС'])}-${Math.floor(random() * 9_000) + 1_000}`;
    if (kind === 'd') return String(Math.floor(random() * 98) + 2);
    return one(random, verbs)['vui'.indexOf(kind)] ?? '';
  });

const storyOf = (seed: number): Story => {
  const random = seededRandom(seed);
  return { random, subject: Array.from({ length: 3 }, () => one(random, nouns)) };
};

const text = (story: Story, templates: readonly string[], characters: number): string => {
  let sentences = fill(one(story.random, templates), story);
  while (sentences.length < characters) sentences += ` ${fill(one(story.random, templates), story)}`;
  return sentences;
};

const digits = (random: () => number, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');

/** What has to be cleaned away, in about a third of the tickets. */
const personal = (random: () => number): string => {
  const name = `${one(random, firstNames)} ${one(random, surnames)}`;
  const kinds = [
    `Меня зовут ${name}.`,
    `Телефон для связи +7 (9${digits(random, 2)}) ${digits(random, 3)}-${digits(random, 2)}-${digits(random, 2)}.`,
    `Пишите на mail${digits(random, 4)}@example.com, ${name}.`,
    `Подробности: https://example.com/help/${digits(random, 6)} [q]Ваше обращение принято[/q]`,
    `Мой номер 89${digits(random, 9)}, спросите: ${name}.`,
  ];
  return random() < 0.35 ? ` ${one(random, kinds)}` : '';
};

const categories = ['Оплата', 'Доступ', 'Отчёты', 'Оборудование', 'Интеграции', 'Доставка'];

/** Two categories are rare: one ticket in 200, and one in 20. */
const categoryOf = (number: number, random: () => number): string => {
  const common = one(random, categories);
  if (number % 200 === 0) return 'Жалобы';
  return number % 20 === 10 ? 'Возвраты' : common;
};

/** The category of the ticket of a number. */
export const benchCategory = (number: number): string => categoryOf(number, storyOf(number * 2 + 1).random);

/** The day on which the ticket of a number was resolved: one of a thousand. */
export const benchDay = (number: number): string =>
  new Date(Date.UTC(2022, 0, 1 + (number % 1_000))).toISOString().slice(0, 10);

/** The ticket of a number, the same in every run and process, and different from that of every other number. */
export const benchTicket = (number: number): BenchTicket => {
  const story = storyOf(number * 2 + 1);
  const { random } = story;
  return {
    ticket_id: `B-${number}`,
    category: categoryOf(number, random),
    client: `ООО «${one(random, brands)}»`,
    resolved_at: benchDay(number),
    messages: [
      { role: 'client', text: `Здравствуйте! ${text(story, problems, 95)}${personal(random)}` },
      { role: 'operator', text: `Добрый день. ${text(story, solutions, 60)}` },
      { role: 'client', text: text(story, problems, 75) },
      { role: 'operator', text: `${text(story, solutions, 170)} Обращение ${number}.` },
    ],
  };
};

/** The query of a number: about what tickets are about, in other sentences than theirs. */
export const benchQuery = (number: number): string => text(storyOf(number * 2 + 1_000_000_000), queries, 40);

/** The largest body that the service takes, in bytes (docs/contract.md, "Limits"). */
export const maxBodyBytes = 50 * 1024 * 1024;

export const bodyOf = (tickets: readonly BenchTicket[]): Buffer => Buffer.from(JSON.stringify({ tickets }));

/** Returns how many tickets, from a number on, fit into one body, `maxCount` at most. */
export const fittingTickets = (from: number, maxBytes = maxBodyBytes, maxCount = Infinity): number => {
  let bytes = bodyOf([]).length;
  let count = 0;
  for (; count < maxCount; count += 1) {
    bytes += Buffer.byteLength(JSON.stringify(benchTicket(from + count))) + 1;
    // No comma follows the last ticket.
    if (bytes - 1 > maxBytes) break;
  }
  return count;
};
