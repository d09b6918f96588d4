import { exampleCollection, requestExamples } from './openapi/examples.ts';
import type { Answer, Body, Operation } from './openapi/operation.ts';
import { tags } from './openapi/operation.ts';
import { operations } from './openapi/operations.ts';
import { openApi } from './openapi/document.ts';
import { compressedFile } from './static-file.ts';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

const schemas = openApi.components.schemas as Readonly<Record<string, Schema>>;

const nameOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.enum) return schema.enum.filter((value) => value !== null).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items) return `array of ${nameOf(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
};

const fieldsOf = (name: string): string => {
  const { properties = {}, required = [] } = schemas[name] ?? {};
  const rows = Object.entries(properties).map(
    ([field, schema]) =>
      `<tr><td><code>${escape(field)}</code>${required.includes(field) ? '' : ' <span class="quiet">optional</span>'}</td><td>${escape(nameOf(schema))}</td><td>${escape(schema.description ?? '')}</td></tr>`,
  );
  return `<div class="scroll"><table><thead><tr><th>Field</th><th>Type</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
};

const credentials = { none: 'no credential', token: 'bearer token', key: 'API key' } as const;

const curlOf = (method: string, path: string, { credential, body = [], parameters = [] }: Operation): string => {
  const shown =
    path.replaceAll(':ticket_id', '4812').replaceAll(/:(\w+)/g, '$COLLECTION') +
    (parameters.some(({ name }) => name === 'collection_id') ? '?collection_id=$COLLECTION' : '');
  const parts = [`curl${method === 'get' || method === 'post' ? '' : ` -X ${method.toUpperCase()}`} "$BASE${shown}"`];
  if (parameters.some(({ name }) => name === 'If-Match')) parts.push(`-H 'If-Match: "1"'`);
  if (credential !== 'none') parts.push(`-H "Authorization: Bearer $${credential === 'key' ? 'API_KEY' : 'TOKEN'}"`);
  const [sent] = body;
  if (sent === 'file') parts.push('-F file=@tickets.json');
  else if (sent !== undefined) parts.push(`-H "Content-Type: application/json" -d '${bodyOf(sent)}'`);
  return parts.join(' \\\n  ');
};

/** An example of a body for a shell, with the caller's collection in it. */
const bodyOf = (name: Exclude<Body, 'file'>): string =>
  JSON.stringify(requestExamples[name]).replace(exampleCollection, "'$COLLECTION'");

const answerOf = (status: string, answer: Answer): string => {
  const [prefix, name] = typeof answer === 'string' ? ['', answer] : ['array of ', answer[0]];
  return `<h4>${status} · ${prefix}${name}</h4>${name in schemas ? fieldsOf(name) : ''}`;
};

const sectionOf = (endpoint: string, operation: Operation): string => {
  const { id, summary, description, credential, body = [], refusals } = operation;
  const [method = '', path = ''] = endpoint.split(' ');
  const answers = Object.entries(operation.answers).map(([status, answer]) => answerOf(status, answer));
  const bodies = body.flatMap((name) => (name === 'file' ? [] : [`<h4>Request · ${name}</h4>${fieldsOf(name)}`]));
  const refused =
    refusals.length > 0
      ? `<p class="quiet">Refusals: ${refusals.join(', ')}, 429, 500, each <code>{"detail": "…"}</code></p>`
      : '';
  return `<section id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escape(path.replaceAll(/:(\w+)/g, '{$1}'))}</code></h3>
<p>${escape(summary)} · ${credentials[credential]}</p>
${description === undefined ? '' : `<p>${escape(description)}</p>`}
<pre tabindex="0"><code>${escape(curlOf(method, path, operation))}</code></pre>
${bodies.join('')}
${answers.join('')}${refused}</section>`;
};

const pageOfDocument = (): string => {
  const menu = tags.map((tag) => `<li><a href="#tag-${tag}">${tag}</a></li>`);
  const sections = tags.map((tag) => {
    const tagged = Object.entries(operations).filter(([, operation]) => operation.tag === tag);
    return `<h2 id="tag-${tag}">${tag}</h2>${tagged.map(([endpoint, operation]) => sectionOf(endpoint, operation)).join('')}`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Precedent · API</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><a class="skip" href="#content">Skip to content</a>
<header><h1>Precedent · API</h1><p>${escape(openApi.info.description).replaceAll(/`([^`]+)`/g, '<code>$1</code>')} Every refusal is <code>{"detail": "…"}</code>. The document itself: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Sections"><ul>${menu.join('')}</ul></nav></header>
<main id="content">${sections.join('')}</main></body></html>`;
};

const docsStyle = `:root{color-scheme:light dark;--text:light-dark(#161f21,#e6eaeb);--quiet:light-dark(#566064,#98a2a6);--canvas:light-dark(#f7f9fa,#0e1214);--surface:light-dark(#fff,#14191b);--sunken:light-dark(#f0f3f4,#1e2528);--line:light-dark(#d9dfe1,#2a3236);--accent:light-dark(#005b6e,#78cde0)}
*{box-sizing:border-box}body{margin:0 auto;max-width:960px;padding:24px 16px 64px;background:var(--canvas);color:var(--text);font:15px/1.6 system-ui,sans-serif}
h1{font-size:24px;line-height:1.3}h2{margin:40px 0 8px;font-size:20px}h3{margin:0 0 4px;font-size:16px;overflow-wrap:anywhere}h4{margin:16px 0 4px;font-size:14px}
a{color:var(--accent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px;background:var(--surface);padding:8px}
nav ul{display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;list-style:none}
section{margin:12px 0;padding:16px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
section p{margin:4px 0}.quiet{color:var(--quiet)}.method{font:600 12px/1 monospace;padding:3px 6px;border:1px solid currentColor;border-radius:5px;color:var(--accent)}
.scroll{overflow-x:auto}table{width:100%;border-collapse:collapse;font-size:13px}th,td{padding:6px 8px 6px 0;text-align:left;vertical-align:top;border-top:1px solid var(--line)}th{border:0;color:var(--quiet);font-weight:500}
pre{margin:12px 0;padding:12px;overflow-x:auto;background:var(--sunken);border-radius:8px;font-size:13px}code{font-family:ui-monospace,monospace;font-size:.93em}`;

/** The OpenAPI document, the same as an HTML page without scripts or external resources, and the style of that. */
export const documentation = {
  openApi: compressedFile(JSON.stringify(openApi), 'application/json; charset=utf-8'),
  docs: compressedFile(pageOfDocument(), 'text/html; charset=utf-8'),
  docsStyle: compressedFile(docsStyle, 'text/css; charset=utf-8'),
};
