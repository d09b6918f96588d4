import type { Embedder } from '../../src/ports/embedder.ts';
import { seededRandom } from './seeded-random.ts';

const characters = 500;

const stems =
  'заказ товар оплат доставк возврат магазин настройк подключен обращен принтер договор клиент отчет загрузк проверк вопрос адрес платеж документ обновлен ' +
  'парол телефон сообщен компьютер интернет скорост тариф подписк скидк покупк склад курьер посылк упаковк гаранти ремонт экран кнопк страниц раздел';
const endings = ['', 'а', 'у', 'ом', 'е', 'ы', 'ов', 'ам', 'ами', 'ах'];

/** Returns distinct texts: nine words of ten are inflected forms of known words, one is made of random syllables. */
const textsFrom = (seed: number, count: number): readonly string[] => {
  const random = seededRandom(seed);
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const known = stems.split(' ');
  const syllables = Array.from('бвгдклмнпрст', (consonant) => Array.from('аеиоу', (vowel) => consonant + vowel)).flat();
  const rare = (): string => one(syllables) + one(syllables) + one(syllables);
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < characters) text += `${random() < 0.9 ? one(known) + one(endings) : rare() + one(endings)} `;
    return text.slice(0, characters);
  });
};

const perSecond = async (embedder: Embedder, texts: readonly string[]): Promise<number> => {
  const start = performance.now();
  for (let i = 0; i < texts.length; i += embedder.batchSize)
    await embedder.embedTickets(texts.slice(i, i + embedder.batchSize));
  return Math.round((texts.length / (performance.now() - start)) * 1_000);
};

/** Returns texts a second of a new embedder, and of the same one on other texts with its caches filled. */
export const measureSpeed = async (
  create: () => Embedder,
  textCount: number,
): Promise<{ cold: number; warm: number; characters: number }> => {
  const embedder = create();
  const cold = await perSecond(embedder, textsFrom(1, textCount));
  const warm = await perSecond(embedder, textsFrom(2, textCount));
  return { cold, warm, characters };
};
