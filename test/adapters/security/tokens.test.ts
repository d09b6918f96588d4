import test from 'ava';
import jwt from 'jsonwebtoken';
import { jwtTokens } from '../../../src/adapters/security/tokens.ts';

const secret = 'a secret of at least 32 characters';
const signing = { secret, algorithm: 'HS256', lifetimeMinutes: 1 } as const;

test('a token is valid until it expires, also if it was verified before', (t) => {
  let time = Date.now();
  const { issue, userOf } = jwtTokens(signing, { now: () => time });
  const token = issue('somebody');
  t.deepEqual([userOf(token), userOf(token)], ['somebody', 'somebody']);
  time += 58_000;
  t.is(userOf(token), 'somebody');
  time += 3_000;
  t.deepEqual([userOf(token), userOf(token)], [undefined, undefined]);
});

test('a token that was changed, of another secret or algorithm, without a user or not valid yet is refused each time', (t) => {
  const { issue, userOf } = jwtTokens(signing);
  const token = issue('somebody');
  t.is(userOf(token), 'somebody');
  const [header = '', , signature = ''] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ sub: 'somebody else', exp: 9_999_999_999 })).toString('base64url');
  const refused = [
    `${header}.${forged}.${signature}`,
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    jwtTokens({ ...signing, secret: `another ${secret}` }).issue('somebody'),
    jwtTokens({ ...signing, algorithm: 'HS512' }).issue('somebody'),
    jwt.sign({ sub: 'somebody' }, '', { algorithm: 'none' }),
    jwt.sign({}, secret),
    jwt.sign('somebody', secret),
    jwt.sign({ sub: 'somebody' }, secret, { notBefore: 60 }),
    'no token',
    '',
  ];
  for (const one of refused) t.deepEqual([userOf(one), userOf(one)], [undefined, undefined], one);
});

test('tokens beyond those that are remembered are verified again', (t) => {
  const { issue, userOf } = jwtTokens(signing, { maxRemembered: 2 });
  const users = ['a', 'b', 'c', 'd'];
  const tokens = users.map(issue);
  for (let round = 0; round < 3; round += 1) t.deepEqual(tokens.map(userOf), users);
});
