import { hash } from 'node:crypto';
import { countMasks } from '../../domain/masks.ts';
import type { OnSent } from '../../ports/answer-writer.ts';
import type { Call, Gateway } from './post.ts';

/** Reports the bodies of calls to the gateway, each once however often it is sent. */
export const reportingSent = (
  { url }: Pick<Gateway, 'url'>,
  model: string,
  onSent: OnSent | undefined,
): Call['onSent'] => {
  if (!onSent) return undefined;
  const { host } = new URL(url);
  const reported = new Set<string>();
  return (body) => {
    const sha256 = hash('sha256', body);
    if (reported.has(sha256)) return;
    reported.add(sha256);
    onSent({ host, model, masks: countMasks(body), sha256 });
  };
};
