import test from 'ava';
import { parseElasticsearchUrl } from '../../../src/adapters/elasticsearch/url.ts';

const nodesOf = (url: string) => parseElasticsearchUrl(url).nodes;

test('one host, its credentials, the prefix and the certificate authorities', (t) => {
  const parsed = parseElasticsearchUrl('https://me:p%40s,s@host:9200/shop?tlsCAFile=/etc/ca,1.pem');
  t.deepEqual(parsed, {
    nodes: ['https://host:9200'],
    hosts: [{ host: 'host', port: 9200 }],
    tls: true,
    prefix: 'shop',
    auth: { username: 'me', password: 'p@s,s' },
    caFile: '/etc/ca,1.pem',
  });
  t.like(parseElasticsearchUrl('http://[::1]?api_key=a2V5'), {
    hosts: [{ host: '::1', port: 80 }],
    prefix: 'precedent',
    auth: { apiKey: 'a2V5' },
  });
});

test('several hosts are named in one address or in several', (t) => {
  const nodes = ['http://a:9200', 'http://b:9201', 'http://c'];
  t.deepEqual(nodesOf('http://a:9200,b:9201,c'), nodes);
  t.deepEqual(nodesOf('http://a:9200,http://b:9201,http://c/'), nodes);
  const once = parseElasticsearchUrl('https://me:s,e@a:9200,b:9200/shop?tlsCAFile=/ca.pem');
  const whole = 'https://me:s,e@a:9200/shop?tlsCAFile=/ca.pem,https://me:s,e@b:9200/shop';
  t.deepEqual(parseElasticsearchUrl(whole), once);
  t.like(once, { prefix: 'shop', auth: { username: 'me', password: 's,e' }, caFile: '/ca.pem' });
});

test('what contradicts itself is refused in one line that quotes none of it', (t) => {
  for (const url of [
    'http://a,https://b',
    'http://me:secret@a,http://me:secret2@b',
    'http://a/secret,http://b/secret2',
    'http://a?api_key=secret,http://b?api_key=secret2',
    'http://a,,secret',
    'http://a:secret',
    'http://secret:99999',
    'http://a/Secret',
  ]) {
    t.throws(() => parseElasticsearchUrl(url), { message: /^ELASTICSEARCH_URL(?!.*secret)[^\n]+$/i }, url);
  }
});
