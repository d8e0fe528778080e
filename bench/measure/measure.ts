export function percentile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
}
export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
/** Runs the work several times, one after the other. */
export async function measureMedianMs(
  rounds: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await measureMs(work))
  return median(times)
}
/** Runs the work `times` times, at most `concurrency` at once. */
export async function runConcurrently(
  times: number,
  concurrency: number,
  work: (callNumber: number) => Promise<unknown>,
): Promise<void> {
  let callNumber = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (callNumber < times) await work(callNumber++)
    }),
  )
}
