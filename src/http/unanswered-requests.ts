import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Stopping } from '../domain/errors.ts';
import { codeOf, statusOf } from './errors.ts';
import { refusal } from './schemas/responses.ts';

/** How long a service that stops waits for the answers under way, once it has ended its uploads. */
const answerMs = 2_000;

/**
 * The requests of a service that have no whole answer: a service that stops answers them before it closes what they use, also those that come meanwhile, on connections
 * that were busy when the listener was closed. Each answer ends its connection then.
 */
export const unansweredRequests = (timeoutMs = answerMs) => {
  const unanswered = new Set<ServerResponse>();
  let state: 'serving' | 'stopping' | 'refused' = 'serving';
  let onNone: (() => void) | undefined;
  const watch = (response: ServerResponse): void => {
    unanswered.add(response);
    response.once('close', () => {
      unanswered.delete(response);
      if (unanswered.size === 0) onNone?.();
    });
  };
  const none = () => new Promise<void>((resolve) => (unanswered.size === 0 ? resolve() : (onNone = resolve)));
  return {
    /** The app with its requests watched. */
    watched:
      (app: RequestListener): RequestListener =>
      (request, response) => {
        if (state === 'refused') {
          refuse(response);
          return;
        }
        watch(response);
        if (state === 'stopping') endConnection(response);
        app(request, response);
      },
    /** Resolves when all are answered; refuses those that are not so long after `uploads` have ended. */
    end: async (uploads: Promise<unknown> | undefined): Promise<void> => {
      state = 'stopping';
      unanswered.forEach(endConnection);
      await uploads;
      await Promise.race([none(), setTimeout(timeoutMs, undefined, { ref: false })]);
      state = 'refused';
      unanswered.forEach(refuse);
    },
    /** A log of what requests fail of without what refused ones fail of: what they use is closed under them. */
    untilRefused:
      <Failure extends readonly unknown[]>(log: (...failure: Failure) => void) =>
      (...failure: Failure): void => {
        if (state !== 'refused') log(...failure);
      },
  };
};

const endConnection = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

const stopping = new Stopping('Service is stopping');

/** Refuses a request; an answer that has begun is cut. */
const refuse = (response: ServerResponse): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = JSON.stringify(refusal.toJson({ detail: stopping.message }));
  response.statusCode = statusOf(stopping);
  response.setHeader('Connection', 'close');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.setHeader('Error-Code', codeOf(stopping));
  response.end(text);
};
