import { readFile } from 'node:fs/promises'
import { findLeakingMails } from '../server/testing/test-watch.ts'
import { canaryMarker, getE2eDataDir, getLeaksFile } from './e2e-data-dir.ts'

/** Fails if a response or an email of the browser tests contained texts of the canary store. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default
export default async function assertNoLeaks() {
  const leakLog = await readFile(getLeaksFile(), 'utf8')
  if (!leakLog.includes(canaryMarker)) throw new Error('The canary store was never inserted')
  const leaks = [
    ...leakLog.replace(canaryMarker, '').split('\n').filter(Boolean),
    ...(await findLeakingMails(getE2eDataDir())),
  ]
  if (leaks.length > 0) throw new Error(leaks.join('\n'))
}
