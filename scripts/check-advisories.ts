import { execFile } from 'node:child_process';

/** `via` has the advisories themselves, or the names of the packages that they are of. */
type Vulnerability = {
  readonly name: string;
  readonly severity: string;
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
};
type Report = {
  readonly auditReportVersion?: number;
  readonly vulnerabilities: Readonly<Record<string, Vulnerability>>;
};

/** Those that fail the check. */
const grave = new Set(['high', 'critical']);

/** What `npm audit` says of the packages of the lock file that the service runs with; undefined if the registry gives no advisories. */
const askRegistry = (): Promise<Report | undefined> =>
  new Promise((resolve) => {
    // Offline it ends at once, not after three attempts of minutes.
    const environment = { npm_config_fetch_retries: '0', npm_config_fetch_timeout: '20000' };
    const command = ['audit', '--package-lock-only', '--omit', 'dev', '--json'];
    execFile('npm', command, { env: { ...process.env, ...environment }, maxBuffer: 2 ** 26 }, (_error, output) =>
      resolve(reportIn(output)),
    );
  });

const reportIn = (output: string): Report | undefined => {
  try {
    const report = JSON.parse(output) as Report;
    return report.auditReportVersion === undefined ? undefined : report;
  } catch {
    return undefined;
  }
};

const report = await askRegistry();
if (report === undefined) console.log('Advisories: not asked for, no npm registry answers with them');
else {
  const found = Object.values(report.vulnerabilities);
  for (const { name, severity, via } of found) {
    const reasons = via.map((each) => (typeof each === 'string' ? `through ${each}` : `${each.title} (${each.url})`));
    console.log(`${severity}: ${name}: ${reasons.join(', ')}`);
  }
  const worst = found.filter(({ severity }) => grave.has(severity)).length;
  console.log(`Advisories: ${found.length}, of which ${worst} are high or critical`);
  process.exitCode = worst === 0 ? 0 : 1;
}
