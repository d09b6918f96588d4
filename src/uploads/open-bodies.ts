import { TooManyAttempts } from '../domain/errors.ts';
import { type Sender, sumsByKey } from './disk-rooms.ts';

/** In one instance: bodies of one tenant, and its bytes; bodies of one customer, and its bytes: of large bodies, and with small ones, which large ones leave room for. */
type Max = {
  readonly bodies: number;
  readonly bytes: number;
  readonly ofCustomer: { readonly bodies: number; readonly large: number; readonly all: number };
};

const mebibyte = 1024 * 1024;
/** Four of the largest bodies, six of one customer. */
const defaultMax: Max = {
  bodies: 100,
  bytes: 200 * mebibyte,
  ofCustomer: { bodies: 200, large: 300 * mebibyte, all: 400 * mebibyte },
};

/** In bytes; so many have come before a body is large. */
export const smallBody = mebibyte;

/** A body that counts until it is closed. */
export type OpenBody = {
  /** Counts so many bytes for its tenant: what a client has announced, later what has come, or what is written in its place. Throws TooManyAttempts. */
  readonly count: (bytes: number) => void;
  /** Counts so many bytes for its customer, whose accounts share them: what has come of it, or is written in its place. Throws TooManyAttempts. */
  readonly arrived: (bytes: number) => void;
  /** Has it ended, too, once its tenant has had another newest erasure than this one for so long; at once without a time. */
  readonly endIfErasedAfter: (erasedBefore: bigint | undefined, graceMs?: number) => void;
  /** Erasures do not end it any more. */
  readonly keep: () => void;
  readonly close: () => void;
};

/** Why a body is ended: its account is no more, or an erasure of its tenant waits for it. */
type EndOfBody = 'account' | 'erasure';

/** Opens a body; `end`, which may be called again, ends what is done with it. Throws TooManyAttempts. */
export type OpenBodies = (sender: Sender, end: (why: EndOfBody) => void) => OpenBody;

/** `endsAt`: when an erasure that it has met ends it. */
type Erasable = { readonly erasedBefore: bigint | undefined; readonly graceMs: number; endsAt?: number };

/** Without `erasable` erasures do not end it. */
type Body = { readonly end: (why: EndOfBody) => void; erasable: Erasable | undefined };

/** Bounds the bodies of a tenant that come, wait and are read, all of which are on disk: those that come slowly, or wait long, would fill it. */
export const openBodies = (max = defaultMax, now: () => number = () => performance.now()) => {
  const tenants = new Map<string, Set<Body>>();
  const [ofTenants, ofCustomers, bodiesOfCustomers] = [sumsByKey(), sumsByKey(), sumsByKey()];
  const open: OpenBodies = (sender, end) => {
    const { tenantId, customer } = sender;
    const bodies = tenants.get(tenantId) ?? new Set();
    const body: Body = { end, erasable: undefined };
    if (bodies.size === max.bodies || bodiesOfCustomers.of(customer) === max.ofCustomer.bodies) throw tooMany();
    tenants.set(tenantId, bodies.add(body));
    bodiesOfCustomers.add(customer, 1);
    const counter = (sums: ReturnType<typeof sumsByKey>, key: string) => {
      let counted = 0;
      return (bytes: number, most = Infinity): void => {
        if (sums.of(key) - counted + bytes > most) throw tooMany();
        sums.add(key, bytes - counted);
        counted = bytes;
      };
    };
    const [ofTenant, ofCustomer] = [counter(ofTenants, tenantId), counter(ofCustomers, customer)];
    return {
      count: (bytes) => ofTenant(bytes, max.bytes),
      arrived: (bytes) => ofCustomer(bytes, bytes < smallBody ? max.ofCustomer.all : max.ofCustomer.large),
      endIfErasedAfter: (erasedBefore, graceMs = 0) => void (body.erasable = { erasedBefore, graceMs }),
      keep: () => void (body.erasable = undefined),
      close: () => {
        ofTenant(0);
        ofCustomer(0);
        if (bodies.delete(body)) bodiesOfCustomers.add(customer, -1);
        if (bodies.size === 0 && tenants.get(tenantId) === bodies) tenants.delete(tenantId);
      },
    };
  };
  return { open, endErased: enderIn(tenants, now) };
};

type OpenOfTenants = ReadonlyMap<string, ReadonlySet<Body>>;

/** Ends those of accounts that exist no longer, and those that may hold what was erased since they began, which any instance may have been asked for. */
const enderIn =
  (tenants: OpenOfTenants, now: () => number) =>
  async ({ exists, newestErasure }: ErasedSince): Promise<void> => {
    for (const [tenantId, bodies] of tenants) {
      if (!(await exists(tenantId))) for (const { end } of bodies) end('account');
      if (![...bodies].some(({ erasable }) => erasable)) continue;
      const newest = await newestErasure(tenantId);
      for (const { erasable, end } of bodies) if (erasable && isOver(erasable, newest, now())) end('erasure');
    }
  };

/** Whether a body has met an erasure, and its time since then is over. */
const isOver = (erasable: Erasable, newest: bigint | undefined, now: number): boolean => {
  if (erasable.erasedBefore === newest) return false;
  erasable.endsAt ??= now + erasable.graceMs;
  return now >= erasable.endsAt;
};

type ErasedSince = {
  /** Whether an account exists. */
  readonly exists: (tenantId: string) => Promise<boolean>;
  /** The position of a tenant's newest erasure of tickets; undefined if it has none. */
  readonly newestErasure: (tenantId: string) => Promise<bigint | undefined>;
};

/** So often, and much sooner than the erasure of an account begins: an erasure waits for the bodies that it leaves on disk. */
const endErasedEveryMs = 2_000;

/** Ends bodies that erasures wait for, for as long as the process runs; if stores cannot be read, it tries again. */
export const endErasedBodies = (
  { endErased }: Pick<ReturnType<typeof openBodies>, 'endErased'>,
  erasedSince: ErasedSince,
): void => {
  setInterval(() => void endErased(erasedSince).catch(() => undefined), endErasedEveryMs).unref();
};

/** Why nothing more of a tenant is taken for now. */
export const tooMany = () =>
  new TooManyAttempts('Too many uploads and previews of this account or address at once', 30);
