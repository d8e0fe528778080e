import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { getLeaksFile, plantedMarker } from './e2e-data-dir.ts'

const timeoutMs = 60_000

/** Before the journeys: the store that nobody works in is there, and planting it, which locks tables, is over. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default
export default async function waitForCanary() {
  const isPlanted = () =>
    readFile(getLeaksFile(), 'utf8').then(
      text => text.includes(plantedMarker),
      () => false,
    )
  for (let waitedMs = 0; !(await isPlanted()); waitedMs += 50) {
    if (waitedMs > timeoutMs) throw new Error('the store that nobody works in did not come')
    await sleep(50)
  }
}
