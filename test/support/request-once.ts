import { type OutgoingHttpHeaders, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';

type Sent = { readonly headers: OutgoingHttpHeaders; readonly body: string };
type Reply = { readonly status: number; readonly code: string; readonly text: string };

/** One request on a connection of its own, since a refusal may close it; the events of a stream are not waited for. */
export const requestOnce = (method: string, url: string, { headers, body }: Sent): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: method.toUpperCase(), headers, agent: false }, (response) => {
      const { statusCode: status = 0, headers: given } = response;
      const isStream = /event-stream/.test(given['content-type'] ?? '');
      const whole = isStream ? Promise.resolve('') : readText(response);
      const reply = (text: string) => resolve({ status, code: String(given['error-code'] ?? ''), text });
      whole.then(reply, reject).finally(() => sent.destroy());
    });
    sent.once('error', reject);
    sent.end(body);
  });
