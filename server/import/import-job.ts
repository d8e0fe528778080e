import type { Disk } from 'flydrive'
import { z } from 'zod'
import { createErrorMessage } from '../lib/call/error-message.ts'
import type { App } from '../lib/call/serve.ts'
import { type RunInTransaction, withBusinessTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { retryTransaction } from './file/import-retry.ts'
import type { ImportOutcome, ImportSettings, ParsedImport } from './import-outcome.ts'
import { ImportFileError } from './import-problem.ts'
import * as progress from './import-progress.ts'
import { parseOrderFile } from './order/parse-order-file.ts'
import { enqueueImageCopy } from './product/enqueue-image-copy.ts'
import { parseProductFile } from './product/parse-product-file.ts'

const ImportPayloadSchema = z.object({
  importId: z.string(),
  businessId: z.string(),
  personId: z.string(),
})
export type ImportPayload = z.infer<typeof ImportPayloadSchema>
export const parseImportPayload = (raw: unknown): ImportPayload => ImportPayloadSchema.parse(raw)
type OptionalAbortSignal = AbortSignal | undefined

/**
 * A running import. Transactions run in its store as the user who started it, and mark changes with
 * the import.
 */
type ImportContext = {
  id: string
  runInTransaction: RunInTransaction
  signal: OptionalAbortSignal
  payload: ImportPayload
  copiesImages: boolean
}
/** Consecutive entries of the file. `startPosition` is the position of the first one. */
type ImportBatch<E> = { startPosition: number; entries: E[]; progress: number }
type ProcessImport = <E>(context: ImportContext, parsedImport: ParsedImport<E>) => Promise<void>

/**
 * Batches are small, so that locks are short, progress is visible, and little is repeated after a
 * crash.
 */
const maxBatchWeight = 400
const maxBatchEntries = 100

/** The jobs of imports by name: `import.plan` checks a file, `import.run` writes the plan. */
export const importJobs = (app: App, disk: Disk): JobHandlers => ({
  'import.plan': createImportJob(app, disk, 'planning', planImport),
  'import.run': createImportJob(app, disk, 'running', runImport),
})

/**
 * Returns the job that processes an import while it has the status. A job that fails permanently fails
 * its import.
 */
const createImportJob =
  (
    app: App,
    disk: Disk,
    status: 'planning' | 'running',
    process: ProcessImport,
  ): JobHandlers[string] =>
  async (raw, { abortSignal: signal, job: { attempts, max_attempts } }) => {
    const payload = parseImportPayload(raw)
    const id = payload.importId
    const { runInTransaction } = createImportContext(app, payload)
    try {
      const startedImport = await runInTransaction(tx => progress.findStartedImport(tx, id, status))
      if (!startedImport) return
      const settings = {
        currency: startedImport.currency,
        now: new Date(startedImport.createdAt),
        siteUrl: app.config.publicUrl,
        hasCategories: startedImport.hasCategories,
        createCategories: status === 'planning' ? null : startedImport.createCategories,
      }
      const file = await disk.getStream(startedImport.fileKey)
      await parseAndProcess(file, startedImport.kind, settings, parsedImport =>
        process(
          { id, runInTransaction, signal, payload, copiesImages: startedImport.copyImages },
          parsedImport,
        ),
      )
    } catch (error) {
      if (error instanceof progress.ImportStoppedError) return
      if (error instanceof ImportFileError)
        return runInTransaction(tx => progress.failImport(tx, id, error.errorMessage))
      if (attempts >= max_attempts)
        await runInTransaction(tx =>
          progress.failImport(tx, id, createErrorMessage('import_failed')),
        )
      throw error
    }
  }

export const createImportContext = (
  app: App,
  { importId, businessId, personId }: ImportPayload,
): Pick<ImportContext, 'runInTransaction'> => ({
  runInTransaction: work =>
    withBusinessTransaction(app.db, businessId, work, {
      personId,
      requestId: `import-${importId}`,
    }),
})

async function parseAndProcess(
  file: AsyncIterable<Buffer>,
  kind: 'products' | 'orders',
  settings: ImportSettings,
  process: <E>(parsedImport: ParsedImport<E>) => Promise<void>,
) {
  if (kind === 'orders') await process(await parseOrderFile(file, settings))
  else await process(await parseProductFile(file, settings))
}

async function planImport<E>(
  { id, runInTransaction, signal }: ImportContext,
  parsedImport: ParsedImport<E>,
) {
  await runInTransaction(tx => progress.resetPlan(tx, id, parsedImport))
  for (const batch of takeBatches(parsedImport)) {
    signal?.throwIfAborted()
    await runInTransaction(async tx => {
      await progress.lockImportInStatus(tx, id, 'planning')
      const outcomes = await parsedImport.processEntries(tx, batch.entries)
      await progress.saveItems(tx, id, batch.startPosition, outcomes)
      await progress.saveProgress(tx, id, batch.progress)
    })
  }
  await runInTransaction(tx => progress.finishImport(tx, id, 'planning', 'planned'))
}

/**
 * Plans each batch again against the current store and writes it in the same transaction. Items
 * that an earlier attempt has written are marked and skipped.
 */
async function runImport<E>(
  { id, runInTransaction, signal, payload, copiesImages }: ImportContext,
  parsedImport: ParsedImport<E>,
) {
  for (const batch of takeBatches(parsedImport)) {
    signal?.throwIfAborted()
    await retryTransaction(() =>
      runInTransaction(async tx => {
        await progress.lockImportInStatus(tx, id, 'running')
        const unwrittenPositions = await progress.listUnwrittenPositions(
          tx,
          id,
          batch.startPosition,
          batch.entries.length,
        )
        const outcomes = await parsedImport.processEntries(tx, batch.entries, index =>
          unwrittenPositions.has(batch.startPosition + index),
        )
        const newOutcomes = outcomes
          .map((outcome, i): [number, ImportOutcome] => [batch.startPosition + i, outcome])
          .filter(([position]) => unwrittenPositions.has(position))
        await progress.saveWrittenItems(tx, id, newOutcomes)
        await progress.saveProgress(tx, id, batch.progress)
      }),
    )
  }
  await runInTransaction(async tx => {
    await progress.finishImport(tx, id, 'running', 'done')
    if (copiesImages) await enqueueImageCopy(tx, payload)
  })
}

/**
 * Yields the entries in batches and removes them from the file, so that the memory of written
 * entries is freed.
 */
function* takeBatches<E>({ entries, getEntryWeight }: ParsedImport<E>): Generator<ImportBatch<E>> {
  const total = entries.length
  let startPosition = 0
  const remainingEntries = entries.reverse()
  while (remainingEntries.length > 0) {
    const currentEntries: E[] = []
    for (let weight = 0; currentEntries.length < maxBatchEntries && weight < maxBatchWeight; ) {
      const next = remainingEntries.pop()
      if (next === undefined) break
      currentEntries.push(next)
      weight += getEntryWeight(next)
    }
    yield {
      startPosition,
      entries: currentEntries,
      progress: (startPosition + currentEntries.length) / total,
    }
    startPosition += currentEntries.length
  }
}
