import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { leaksFile, planted } from './e2e-data-dir.ts'

const longestMs = 60_000

/** Before the journeys: the store that nobody works in is there, and planting it, which locks tables, is over. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default
export default async function canaryThere() {
  const isThere = () =>
    readFile(leaksFile(), 'utf8').then(
      text => text.includes(planted),
      () => false,
    )
  for (let waited = 0; !(await isThere()); waited += 50) {
    if (waited > longestMs) throw new Error('the store that nobody works in did not come')
    await sleep(50)
  }
}
