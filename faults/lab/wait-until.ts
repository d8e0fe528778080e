import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for the condition and returns the elapsed milliseconds, or undefined after `limitMs`. */
export async function waitUntil(
  condition: () => Promise<boolean>,
  limitMs: number,
): Promise<number | undefined> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < limitMs) {
    if (await condition()) return performance.now() - startedAt
    await sleep(20)
  }
  return undefined
}
