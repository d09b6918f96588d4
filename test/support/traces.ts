import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@elastic/elasticsearch';
import type { Db } from 'mongodb';
import { goodTicket } from './api.ts';
import type { EventLog } from './eventstoredb-double/log.ts';

/** The end of the address of a rare ticket, as an address spells it. */
const linkOf = (word: string) => `${encodeURIComponent(word)}-link`;

/** A ticket with a rare word in its id, its texts, its client, its category and its address; `tracesOf` has the forms that are looked for. */
export const rareTicket = (word: string) => {
  const ticket = goodTicket(`номер-${word}`, `${word}Текст ${'и ещё немного о том же самом '.repeat(40)}`);
  const url = `https://desk.example.com/tickets/${linkOf(word)}`;
  return { ...ticket, client: `${word}Клиент`, category: `${word}Раздел`, resolved_at: '2023-05-24', url };
};

/** What is left of a rare ticket if anything is; `Правка` is for a correction of it. */
export const tracesOf = (word: string) => [
  `${word}Текст`,
  `${word}Клиент`,
  `${word}Раздел`,
  linkOf(word),
  `${word}Правка`,
];

/** The text of a correction of a rare ticket. */
export const rareCorrection = (word: string) => `${word}Правка ${'с другими словами о том же '.repeat(30)}`;

/** Looks at all files again if one was removed or renamed meanwhile. */
const maxLooks = 20;

/** Every file of the folder that holds a word, as it is on disk while its writer runs. */
export const filesWith = (folder: string, word: string, looks = 1): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path).includes(word));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || looks === maxLooks) throw error;
    return filesWith(folder, word, looks + 1);
  }
};

/** The documents of a database whose bytes hold a word, by their collections. */
export const documentsWith = async (db: Db, word: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { name } of await db.listCollections().toArray()) {
    for await (const document of db.collection(name).find({}, { raw: true })) {
      if ((document as unknown as Buffer).includes(word)) found.push(name);
    }
  }
  return found;
};

/** The events of a log of the double that hold a word, by their streams. */
export const eventsWith = ({ all }: Pick<EventLog, 'all'>, word: string): readonly string[] =>
  all.filter(({ data, metadata }) => Buffer.concat([data, metadata]).includes(word)).map(({ stream }) => stream);

type Path = { readonly data: string };

/** The folders with the files (segments, translog) of all indices whose names begin with a prefix, on an Elasticsearch of this machine. */
export const indexFolders = async (client: Client, prefix: string): Promise<readonly string[]> => {
  const { nodes } = await client.nodes.info({ metric: 'settings' });
  const [node] = Object.values(nodes);
  const { data } = node?.settings?.path as unknown as Path;
  const settings = await client.indices.getSettings({ index: `${prefix}-*` });
  return Object.values(settings).map(({ settings: one }) => join(data, 'indices', one?.index?.uuid ?? ''));
};
