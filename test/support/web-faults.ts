import type { Behaviour } from './gateway-behaviours.ts';

/** Faults of a gateway path by a word in the request, until removed; so several pages can have different faults at a time. */
export const faultsByWord = () => {
  const faults = new Map<string, Behaviour>();
  const behaviour: Behaviour = (exchange) => {
    const text = JSON.stringify(exchange.request.body);
    const fault = [...faults].find(([word]) => text.includes(word))?.[1];
    if (!fault) exchange.reply();
    return fault?.(exchange);
  };
  return {
    behaviour,
    add: (word: string, fault: Behaviour) => faults.set(word, fault),
    remove: (word: string) => faults.delete(word),
  };
};

/** Holds requests back until it is opened. */
export const gate = () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const behaviour: Behaviour = async ({ reply }) => {
    await promise;
    reply();
  };
  return { behaviour, open: () => resolve(undefined) };
};
