import type { ImportProblem } from '#contract/import/import.ts'
import type { ImportKind } from '#contract/import/import-state.ts'
import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import type { FileEncoding } from '../lib/text/read-encoded-file.ts'
import type { ImportEntry } from './import-entry.ts'
import type { ImportSettings, ParsedImport } from './import-outcome.ts'

/** The settings with which a parser reads a file. */
export type ParserSettings = {
  kind: ImportKind
  settings: ImportSettings
}

/** A parsed file without its lists, the reason why it cannot be used, or an unexpected error. */
export type ParsedFileReply<C> =
  | { file: ParsedFileSummary<C> }
  | { rejection: ErrorMessage; cause?: unknown }
  | { error: unknown }
export type ParsedFileSummary<C> = Omit<ParsedImport<unknown, C>, 'problems' | 'entries'> & {
  encoding: FileEncoding | null
}

/** Consecutive entries of the file. `startPosition` is the position of the first one. */
export type ImportBatch<E> = { startPosition: number; entries: E[]; progress: number }

/** The lists of a parsed file, which a parser sends in batches on request. */
export type ImportLists<E> = { problems: ImportProblem[]; entries: ImportBatch<E> }

/**
 * Batches are small, so that locks are short, progress is visible, and little is repeated after a
 * crash.
 */
const maxBatchWeight = 400
const maxBatchEntries = 100
const maxBatchProblems = 1000

/**
 * Yields the entries in batches and removes them from the list, so that the memory of written
 * entries is freed.
 */
export function* takeBatches<E extends ImportEntry<unknown>>(
  entries: E[],
): Generator<ImportBatch<E>> {
  const total = entries.length
  let startPosition = 0
  const remainingEntries = entries.reverse()
  while (remainingEntries.length > 0) {
    const currentEntries: E[] = []
    for (let weight = 0; currentEntries.length < maxBatchEntries && weight < maxBatchWeight; ) {
      const next = remainingEntries.pop()
      if (next === undefined) break
      currentEntries.push(next)
      weight += next.weight
    }
    yield {
      startPosition,
      entries: currentEntries,
      progress: (startPosition + currentEntries.length) / total,
    }
    startPosition += currentEntries.length
  }
}

export function* takeProblems(problems: ImportProblem[]): Generator<ImportProblem[]> {
  while (problems.length > 0) yield problems.splice(0, maxBatchProblems)
}
