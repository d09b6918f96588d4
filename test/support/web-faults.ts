import type { Behaviour } from './gateway-behaviours.ts';

/** Faults of a gateway path by a word: whatever request holds the word meets its fault, until it is lifted; several pages meet their own at one time. */
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
    meet: (word: string, fault: Behaviour) => faults.set(word, fault),
    lift: (word: string) => faults.delete(word),
  };
};

/** Takes requests and answers them as usual once it is opened. */
export const gate = () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const behaviour: Behaviour = async ({ reply }) => {
    await promise;
    reply();
  };
  return { behaviour, open: () => resolve(undefined) };
};
