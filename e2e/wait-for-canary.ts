import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { canaryMarker, getLeaksFile } from './e2e-data-dir.ts'

const timeoutMs = 240_000

/** Waits until the canary store has been inserted, because the insertion locks tables. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default
export default async function waitForCanary() {
  const isInserted = () =>
    readFile(getLeaksFile(), 'utf8').then(
      text => text.includes(canaryMarker),
      () => false,
    )
  for (let waitedMs = 0; !(await isInserted()); waitedMs += 50) {
    if (waitedMs > timeoutMs)
      throw new Error('The canary store was not inserted within four minutes')
    await sleep(50)
  }
}
