import { object } from 'yup';
import { syncCursorPattern, syncLimits, syncSourcePattern } from '../../domain/sync-cursor.ts';
import { constrained, jsonType, nullable, record, type Schema, text as anyText, timestamp } from './json-types.ts';
import { text } from './requests.ts';

const cursorSchema = { pattern: syncCursorPattern, maxLength: syncLimits.cursor } satisfies Schema;

export const newSyncCursor = object({
  cursor: text()
    .nullable()
    .defined('${path} is required')
    .test({
      name: 'cursor',
      message: `\${path} must have 1 to ${syncLimits.cursor} visible ASCII characters, or be null`,
      params: { jsonSchema: cursorSchema },
      test: (value) => value === null || new RegExp(syncCursorPattern).test(value),
    })
    .meta({ description: 'Where the next pull goes on; null forgets it' }),
});

type Shown = { readonly source: string; readonly cursor: string | null; readonly at: string | null };

export const syncCursor = record<Shown>()('Where the pull of tickets from a source goes on', {
  source: ['source', constrained(anyText, { pattern: syncSourcePattern })],
  cursor: ['cursor', nullable(jsonType<string>(constrained(anyText, cursorSchema).schema)), 'Null if there is none'],
  at: ['at', nullable(timestamp), 'When it moved last; null if there is none'],
});
