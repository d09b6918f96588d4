/** A process of its own: `serve.ts PORT [FILE]`. With a file, what was acknowledged survives a kill. */
import { startDouble } from './double.ts';

const [port = '2113', file] = process.argv.slice(2);
const { url } = await startDouble({ port: Number(port), ...(file === undefined ? {} : { file }) });
console.log(`listening on ${url}`);
