/** Runs the double as a process: `serve.ts PORT [FILE]`. With a file, acknowledged events survive a kill. */
import { startDouble } from './double.ts';

const [port = '2113', file] = process.argv.slice(2);
const { url } = await startDouble({ port: Number(port), ...(file === undefined ? {} : { file }) });
console.log(`listening on ${url}`);
