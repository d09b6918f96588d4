import { spawn } from 'node:child_process';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { startDevServer } from '@web/dev-server';
import { esbuildPlugin } from '@web/dev-server-esbuild';

/** `npm run dev`: serves the web interface from its sources on port 8080 (UI_PORT) and reloads it when they change; the API behind it restarts when its own change. */
const apiPort = process.env['PORT'] ?? '8000';
const uiPort = Number(process.env['UI_PORT'] ?? '8080');

const api = spawn(process.execPath, ['--watch-path=src', '--watch-path=projections', 'src/main.ts'], {
  env: { ...process.env, PORT: apiPort },
  stdio: 'inherit',
});

/** Proxies a request to the API; bodies are streamed. */
const forward = (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> =>
  new Promise((settle) => {
    const { method, url: path, headers } = incoming;
    const proxied = httpRequest({ host: '127.0.0.1', port: apiPort, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      response.once('end', settle);
    });
    proxied.once('error', (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify({ detail: `The API does not answer: ${error.message}` }));
      settle();
    });
    outgoing.once('close', () => proxied.destroy());
    incoming.pipe(proxied);
  });

/** The paths of the project's folder that a browser may read: sources of the interface and their imports. */
const readable = /^\/(ui\/|node_modules\/|src\/(domain|platform)\/|__web-dev-server|__wds)/;

const server = await startDevServer({
  config: {
    rootDir: resolve('.'),
    port: uiPort,
    hostname: '127.0.0.1',
    watch: true,
    nodeResolve: { exportConditions: ['production', 'browser'] },
    plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: resolve('ui/tsconfig.json') })],
    middleware: [
      async (context, next) => {
        if (/^\/api(\/|$)/.test(context.path)) {
          context.respond = false;
          await forward(context.req, context.res);
          return;
        }
        if (context.path === '/templates/examples.json') context.path = '/scripts/demo/tickets.json';
        else if (context.path.startsWith('/templates/')) context.path = `/ui${context.path}`;
        else if (!readable.test(context.path)) context.path = '/ui/index.html';
        await next();
      },
    ],
  },
  readCliArgs: false,
  readFileConfig: false,
  logStartMessage: false,
});
console.log(`The web interface is at http://127.0.0.1:${uiPort}/`);

const stop = () => {
  api.kill('SIGTERM');
  void server.stop().then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
