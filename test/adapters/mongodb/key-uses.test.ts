import test from 'ava';
import { mongoKeyUses } from '../../../src/adapters/mongodb/key-uses.ts';
import { keyUsesContract } from '../../contracts/key-uses.ts';
import { freshMongo } from '../../support/mongo.ts';

const url = process.env['MONGODB_URL'];
if (url) keyUsesContract(test, 'mongodb', (t) => Promise.resolve(mongoKeyUses(freshMongo(t, url))));
else test.skip('the uses of keys in MongoDB are tried where MONGODB_URL is set', () => undefined);
