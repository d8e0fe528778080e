import { readFile } from 'node:fs/promises'
import { findLeakingMails } from '../server/lib/testing/test-watch.ts'
import { e2eDataDir, leaksFile, planted } from './e2e-data-dir.ts'

/** After the journeys: no answer and no mail held a word of the store that nobody works in. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default
export default async function noLeaks() {
  const told = await readFile(leaksFile(), 'utf8')
  if (!told.includes(planted)) throw new Error('the store that nobody works in was never there')
  const leaks = [
    ...told.replace(planted, '').split('\n').filter(Boolean),
    ...(await findLeakingMails(e2eDataDir())),
  ]
  if (leaks.length > 0) throw new Error(leaks.join('\n'))
}
