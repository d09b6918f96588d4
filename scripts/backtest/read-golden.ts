import { readFileSync, statSync } from 'node:fs';
import { characterCount } from '../../src/domain/characters.ts';
import { maxQueryCharacters } from '../../src/domain/limits.ts';
import type { GoldenCase } from '../../src/operations/operation.ts';
import { cleanQuery } from '../../src/personal-data/clean.ts';
import { hasWords } from '../../src/personal-data/find.ts';

/** It is sent to the process that asks, in one piece. */
const maxBytes = 8_000_000;

/** The questions of a golden file (GET …/golden.jsonl), cleaned of personal data as those of a search; those without words are left out. Throws an error that names the line. */
export const readGolden = (path: string, most: number): readonly GoldenCase[] => {
  if (statSync(path).size > maxBytes) throw new Error(`${path} has more than ${maxBytes} bytes`);
  const lines = readFileSync(path, 'utf8').split('\n');
  const cases = lines.flatMap((line, index) => (line.trim() === '' ? [] : [caseOf(line, `line ${index + 1}`)]));
  if (cases.length > most) throw new Error(`${path} has more than ${most} questions`);
  return cases.filter(({ question }) => hasWords(question));
};

const caseOf = (line: string, name: string): GoldenCase => {
  const { question, ticket_id: id, is_distinct: isDistinct } = objectIn(line, name);
  const right = typeof id === 'number' ? String(id) : id;
  if (typeof question !== 'string' || (typeof right !== 'string' && right !== null))
    throw new Error(`${name}: question must be a string, ticket_id a string, a number or null`);
  if (characterCount(question) > maxQueryCharacters)
    throw new Error(`${name}: question has more than ${maxQueryCharacters} characters`);
  const asked = { name, question: cleanQuery(question.toWellFormed().trim()) };
  return { ...asked, right, ...(isDistinct === true && { isDistinct }) };
};

const objectIn = (line: string, name: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // Refused below.
  }
  throw new Error(`${name} is no JSON object`);
};
