import type { Disk } from 'flydrive'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withBusinessTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { retryTransaction } from './file/import-retry.ts'
import type { ImportOutcome, ImportSettings, ParsedImport } from './import-outcome.ts'
import { ImportFileError } from './import-problem.ts'
import * as progress from './import-progress.ts'
import { parseOrderFile } from './order/parse-order-file.ts'
import { parseProductFile } from './product/parse-product-file.ts'

const ImportPayloadSchema = z.object({
  importId: z.string(),
  businessId: z.string(),
  personId: z.string(),
})
export type ImportPayload = z.infer<typeof ImportPayloadSchema>
export const parseImportPayload = (raw: unknown): ImportPayload => ImportPayloadSchema.parse(raw)
type OptionalAbortSignal = AbortSignal | undefined

/** One import under way. `inTx` opens a transaction in its store, in the name of the person, marked with the import. */
type ImportContext = {
  id: string
  runInTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  signal: OptionalAbortSignal
}
/** Entries that follow each other in the file, the first at position `from`. */
type ImportBatch<E> = { startPosition: number; entries: E[]; progress: number }

/** A batch takes a moment, so that locks are short, progress is seen, and little is done twice after a crash. */
const maxBatchWeight = 400
const maxBatchEntries = 100

/** The jobs of imports, by name: `import.plan` looks a file through, `import.run` writes what was planned. */
export function importJobs(app: App, disk: Disk): JobHandlers {
  const createJob =
    (
      status: 'planning' | 'running',
      process: <E>(work: ImportContext, reading: ParsedImport<E>) => Promise<void>,
    ): JobHandlers[string] =>
    async (raw, { abortSignal, job: { attempts, max_attempts } }) => {
      const payload = parseImportPayload(raw)
      const id = payload.importId
      const { runInTransaction: inTx } = createImportContext(app, payload)
      try {
        const startedImport = await inTx(tx => progress.findStartedImport(tx, id, status))
        if (!startedImport) return
        const settings = {
          currency: startedImport.currency,
          now: new Date(startedImport.createdAt),
          siteUrl: app.config.publicUrl,
        }
        const file = await disk.getStream(startedImport.fileKey)
        await parseAndProcess(file, startedImport.kind, settings, reading =>
          process({ id, runInTransaction: inTx, signal: abortSignal }, reading),
        )
      } catch (error) {
        if (error instanceof progress.ImportStoppedError) return
        if (error instanceof ImportFileError)
          return inTx(tx => progress.failImport(tx, id, error.message))
        if (attempts >= max_attempts)
          await inTx(tx =>
            progress.failImport(
              tx,
              id,
              'Something went wrong here, not in the file. Try again; what is done already stays.',
            ),
          )
        throw error
      }
    }
  return {
    'import.plan': createJob('planning', planImport),
    'import.run': createJob('running', runImport),
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
  process: <E>(reading: ParsedImport<E>) => Promise<void>,
) {
  if (kind === 'orders') await process(await parseOrderFile(file, settings))
  else await process(await parseProductFile(file, settings))
}

async function planImport<E>(
  { id, runInTransaction: inTx, signal }: ImportContext,
  parsedImport: ParsedImport<E>,
) {
  await inTx(tx => progress.resetPlan(tx, id, parsedImport))
  for (const batch of takeBatches(parsedImport)) {
    signal?.throwIfAborted()
    await inTx(async tx => {
      await progress.lockImportInStatus(tx, id, 'planning')
      const outcomes = await parsedImport.processEntries(tx, batch.entries)
      await progress.saveItems(tx, id, batch.startPosition, outcomes)
      await progress.saveProgress(tx, id, batch.progress)
    })
  }
  await inTx(tx => progress.finishImport(tx, id, 'planning', 'planned'))
}

/**
 * Plans anew against the store as it is now, and writes in the same transaction. What an earlier try has written is
 * marked so in that try's transaction and is passed over.
 */
async function runImport<E>(
  { id, runInTransaction: inTx, signal }: ImportContext,
  parsedImport: ParsedImport<E>,
) {
  for (const batch of takeBatches(parsedImport)) {
    signal?.throwIfAborted()
    await retryTransaction(() =>
      inTx(async tx => {
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
  await inTx(tx => progress.finishImport(tx, id, 'running', 'done'))
}

/** Takes the entries out as it goes, so that the memory of what is written is free for what follows. */
function* takeBatches<E>({
  entries,
  getEntryWeight: weigh,
}: ParsedImport<E>): Generator<ImportBatch<E>> {
  const total = entries.length
  let startPosition = 0
  const remainingEntries = entries.reverse()
  while (remainingEntries.length > 0) {
    const currentEntries: E[] = []
    for (let weight = 0; currentEntries.length < maxBatchEntries && weight < maxBatchWeight; ) {
      const next = remainingEntries.pop()
      if (next === undefined) break
      currentEntries.push(next)
      weight += weigh(next)
    }
    yield {
      startPosition,
      entries: currentEntries,
      progress: (startPosition + currentEntries.length) / total,
    }
    startPosition += currentEntries.length
  }
}
