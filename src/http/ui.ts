import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Request, RequestHandler } from 'express';
import { etagOf, sendStaticFile, type StaticFile } from './static-file.ts';

/** The pages of the web interface; all are the same document, whose script shows the page. */
const pages = [
  /^\/$/,
  /^\/(login|register|search|settings|erasures|account-erasure)$/,
  /^\/collections\/[^/]+(\/upload|\/tickets(\/[^/]+)?|\/questions(\/[\w-]+)?|\/gaps|\/erasures\/[^/]+)?$/,
];

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  // So that browsers show it.
  '.md': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Same origin only, nothing inline, no frames. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const readUiFile = (path: string, address: string): StaticFile => {
  const bytes = readFileSync(path);
  const encodings = [['br', '.br'] as const, ['gzip', '.gz'] as const].filter(([, ending]) =>
    existsSync(path + ending),
  );
  return {
    bytes,
    type: contentTypes[extname(path)] ?? 'application/octet-stream',
    etag: etagOf(bytes),
    // A name in assets/ contains a hash of the content; other files are revalidated.
    cacheControl: address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    encoded: Object.fromEntries(encodings.map(([name, ending]) => [name, readFileSync(path + ending)])),
  };
};

/** Every built file by its path. Throws if the web interface is not built, or not for this user to read. */
const filesIn = (folder: string): ReadonlyMap<string, StaticFile> => {
  accessSync(join(folder, 'index.html'), constants.R_OK);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.map((path) => {
      const address = `/${relative(folder, path).split(sep).join('/')}`;
      return [address, readUiFile(path, address)];
    }),
  );
};

/** The same; empty, and the code of the system's error is reported, if they cannot be read. */
const readableFiles = (folder: string, unreadable: (code: string) => void): ReadonlyMap<string, StaticFile> => {
  try {
    return filesIn(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    unreadable(code);
    return new Map();
  }
};

/** Serves the files that `scripts/build-ui.ts` has built from memory; other requests pass through to the API. They do not count against the rate limit. */
export const uiFiles = (folder: string, unreadable: (code: string) => void): RequestHandler => {
  const files = readableFiles(folder, unreadable);
  const page = files.get('/index.html');
  return (request, response, next) => {
    const { path, method } = request;
    const isPage = pages.some((pattern) => pattern.test(path));
    const file = isPage ? page : (files.get(path) ?? (isUnknownPage(request) ? page : undefined));
    if (!file || path === '/index.html' || (method !== 'GET' && method !== 'HEAD')) {
      next();
      return;
    }
    response.locals['route'] = file === page ? 'ui' : 'ui file';
    response.status(file === page && !isPage ? 404 : 200);
    if (file === page) {
      response.set({ 'Content-Security-Policy': contentSecurityPolicy, 'Referrer-Policy': 'no-referrer' });
    }
    sendStaticFile(file, request, response);
  };
};

/** A browser gets the page for an unknown path too: the interface says in the user’s language that it does not exist. */
const isUnknownPage = ({ path, headers }: Request): boolean =>
  !/^\/(api|assets|docs|templates)(\/|$)/.test(path) && headers.accept?.includes('text/html') === true;
