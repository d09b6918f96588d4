import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 128 });

type Options = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Called when the body has been sent. */
  readonly onSent?: (() => void) | undefined;
};

/** Posts a JSON text over a connection that is kept, and returns the answer; rejects if its status is not 2xx. */
export const postJson = (url: string, body: string | Buffer, { headers, onSent }: Options = {}): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sentHeaders = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...headers,
    };
    const sent = request(url, { method: 'POST', agent, headers: sentHeaders }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) reject(new Error(`POST ${url} answered ${status}: ${text}`));
        else resolve(text === '' ? undefined : JSON.parse(text));
      });
    });
    sent.on('error', reject);
    sent.end(body, onSent);
  });
