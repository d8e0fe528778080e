import { readFile } from 'node:fs/promises'
import { findLeakingMails } from '../server/lib/testing/test-watch.ts'
import { getE2eDataDir, getLeaksFile, plantedMarker } from './e2e-data-dir.ts'

/** After the journeys: no answer and no mail held a word of the store that nobody works in. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default
export default async function assertNoLeaks() {
  const leakLog = await readFile(getLeaksFile(), 'utf8')
  if (!leakLog.includes(plantedMarker))
    throw new Error('the store that nobody works in was never there')
  const leaks = [
    ...leakLog.replace(plantedMarker, '').split('\n').filter(Boolean),
    ...(await findLeakingMails(getE2eDataDir())),
  ]
  if (leaks.length > 0) throw new Error(leaks.join('\n'))
}
