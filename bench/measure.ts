export function at(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
export function median(all: readonly number[]): number {
  return at(
    all.toSorted((a, b) => a - b),
    0.5,
  )
}
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
/** Runs the work so often, so many at a time. */
export async function drive(
  times: number,
  atOnce: number,
  work: (nr: number) => Promise<unknown>,
): Promise<void> {
  let nr = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (nr < times) await work(nr++)
    }),
  )
}
