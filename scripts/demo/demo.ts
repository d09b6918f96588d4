import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Collection, SearchResult, Source, Token, UploadResult } from '../../client/records.gen.ts';
import { parseConfig } from '../../src/config.ts';
import { readEnvironment } from '../../src/environment.ts';
import { bodyText, mebibyte } from '../body-text.ts';
import { demoQueries } from './queries.ts';

const { port } = parseConfig(readEnvironment());
const { values } = parseArgs({ options: { url: { type: 'string', default: `http://127.0.0.1:${port}` } } });
const base = values.url.replace(/\/+$/, '');

const maxAnswer = 16 * mebibyte;

/** Sends one request; throws with the service's detail text if it is refused. */
const request = async <Body>(endpoint: string, credential?: string, body?: unknown): Promise<Body> => {
  const [method = 'GET', path = ''] = endpoint.split(' ');
  const response = await fetch(base + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(credential ? { Authorization: `Bearer ${credential}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const tooLarge = () => new Error(`${endpoint} answered with more than ${maxAnswer / mebibyte} MiB`);
  const text = await bodyText(response.body ?? new Blob([]).stream(), { bytes: maxAnswer, tooLarge });
  const reply = JSON.parse(text) as Body & { readonly detail?: string };
  if (!response.ok) throw new Error(`${endpoint} answered ${response.status}: ${reply.detail ?? ''}`);
  return reply;
};

const shortened = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);
const partOf = (source: Source, label: string) => new RegExp(`^${label}: (.*)$`, 'm').exec(source.full_text)?.[1] ?? '';

const show = (query: string, answer: string | null, sources: readonly Source[]) => {
  console.log(`\n── ${query}`);
  console.log(`   ${(answer ?? '').replaceAll('\n', '\n   ')}\n`);
  for (const source of sources) {
    const bar = '▇'.repeat(Math.max(0, Math.round(source.score * 10))).padEnd(10);
    console.log(
      `   ${bar} ${source.score.toFixed(2)}  №${source.ticket_id} ${shortened(partOf(source, 'Проблема'), 70)}`,
    );
  }
};

const main = async () => {
  const email = `demo-${randomUUID().slice(0, 8)}@example.com`;
  const password = randomUUID();
  const { access_token: token } = await request<Token>('POST /api/register', undefined, {
    email,
    password,
    plan: 'free',
  });
  const { id } = await request<Collection>('POST /api/collections', token, { name: 'Демо: обращения в поддержку' });
  const tickets = JSON.parse(await readFile(new URL('tickets.json', import.meta.url), 'utf8')) as unknown[];
  const counts = await request<UploadResult>(`POST /api/collections/${id}/tickets`, token, {
    tickets,
  });

  console.log(`Пользователь ${email}, коллекция ${id}`);
  console.log(
    `Отправлено обращений: ${tickets.length}, сохранено: ${counts.processed}, пропущено правилами: ${counts.skipped}`,
  );
  for (const { query } of demoQueries) {
    const { answer, sources } = await request<SearchResult>('POST /api/search', token, {
      collection_id: id,
      query,
    });
    show(query, answer, sources);
  }
};

try {
  await main();
} catch (error) {
  const isUnreachable = error instanceof TypeError;
  console.error(
    isUnreachable ? `No service answers at ${base}: start it, or set PORT or --url to where it listens` : String(error),
  );
  process.exitCode = 1;
}
