import type { Request, RequestHandler, Response } from 'express';
import { TooManyAttempts } from '../domain/errors.ts';
import { sumsByKey } from '../uploads/disk-rooms.ts';
import { customerAddress } from './client-address.ts';

/** In bytes: of the bodies of one customer, large ones and with small ones, which large ones leave room for; and of all, beyond which those with `little` are still taken. */
type MemoryOfBodies = {
  readonly ofCustomer: { readonly large: number; readonly all: number };
  readonly all: number;
  readonly little: number;
};

const mebibyte = 1024 * 1024;

const defaultMax: MemoryOfBodies = {
  ofCustomer: { large: 48 * mebibyte, all: 64 * mebibyte },
  all: 192 * mebibyte,
  little: 2 * mebibyte,
};

/** So much has come before a body is large. */
const smallBody = 64 * 1024;

type Count = (bytes: number) => void;

/**
 * Bounds what lies in memory of bodies, from their first bytes until their requests are answered: JSON, and of a form what has come and is in no file. As many requests as may run,
 * whose bodies come as slowly as they may, would fill it otherwise.
 */
export const boundBodiesInMemory = (max = defaultMax): RequestHandler => {
  const ofCustomers = sumsByKey();
  let ofAll = 0;
  /** Most requests have no body, and their addresses are not looked at for it. */
  const counterOf = (request: Request, response: Response): Count => {
    const customer = customerAddress(request.ip);
    let counted = 0;
    const count: Count = (bytes) => {
      ofCustomers.add(customer, bytes - counted);
      ofAll += bytes - counted;
      counted = bytes;
    };
    response.once('close', () => count(0));
    return (bytes) => {
      const own = ofCustomers.of(customer) + bytes - counted;
      const most = bytes < smallBody ? max.ofCustomer.all : max.ofCustomer.large;
      if (own > most || (ofAll + bytes - counted > max.all && own > max.little)) throw tooManyBodies();
      count(bytes);
    };
  };
  return (request, response, next) => {
    let counter: Count | undefined;
    response.locals['countInMemory'] = (bytes: number) => {
      // Of one that its client has left, nothing is kept.
      if (!response.closed) (counter ??= counterOf(request, response))(bytes);
    };
    next();
  };
};

/** Counts so many bytes for a request, all that its body has in memory. Throws TooManyAttempts if there is no room for them. */
export const countInMemory = ({ locals }: Pick<Response, 'locals'>, bytes: number): void =>
  (locals['countInMemory'] as Count | undefined)?.(bytes);

const tooManyBodies = () => new TooManyAttempts('Too many large requests of this address at once', 5);
