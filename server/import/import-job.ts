import { z } from 'zod'
import type { Import } from '#contract/import/import.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import type { App } from '../lib/call/serve.ts'
import { type RunInTransaction, type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import { isPastDeadline } from '../lib/job/job-rule.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import type { CustomerImportEntry } from './customer/parse-customer-file.ts'
import { processCustomerEntries } from './customer/process-customer-entries.ts'
import { retryTransaction } from './file/import-retry.ts'
import type { ImportBatch } from './import-batch.ts'
import type { ImportOutcome, ProcessEntries } from './import-outcome.ts'
import type { FileIdentifiers } from './import-plan.ts'
import {
  awaitMatching,
  deleteProblems,
  failImport,
  findStartedImport,
  finishImport,
  ImportStoppedError,
  listUnwrittenPositions,
  lockImportInStatus,
  resetPlan,
  saveItems,
  saveProblems,
  saveProgress,
  saveWrittenItems,
} from './import-progress.ts'
import { interruptedMessages } from './interrupted-messages.ts'
import { isLargeImport } from './is-large-import.ts'
import type { OrderImportEntry } from './order/parse-order-file.ts'
import { processOrderEntries } from './order/process-order-entries.ts'
import type { ParcelImportEntry } from './parcel/parse-parcel-file.ts'
import { createParcelProcessor, type ParcelWriter } from './parcel/process-parcel-entries.ts'
import { enqueueImageCopy } from './product/enqueue-image-copy.ts'
import type { ProductImportEntry } from './product/parse-product-file.ts'
import { createProductProcessor, type ReserveProducts } from './product/process-product-entries.ts'
import {
  type ImportFile,
  type ImportSource,
  type ParserLimits,
  parserLimits,
  smallFileLimits,
  UnreadableFileError,
  withImportFile,
} from './read-import-file.ts'

const ImportPayloadSchema = z.object({
  importId: z.string(),
  storeId: z.string(),
  personId: z.string(),
  /** Absent in the jobs that copy images. */
  canCreateCategories: z.stringbool().default(false),
  /** The URL of the old store, which completes its image paths. */
  imageBaseUrl: z.string().default(''),
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
  limits: ParserLimits
  payload: Omit<ImportPayload, 'canCreateCategories' | 'imageBaseUrl'>
  imageBaseUrl: string
  copiesImages: boolean
}
type ProcessImport = <E, C>(
  context: ImportContext,
  file: ImportFile<E, C>,
  processEntries: ProcessEntries<E>,
) => Promise<void>

/** The jobs of imports by name: `import.plan` checks a file, `import.run` writes the plan. */
export const importJobs = (app: App, parcelWriter: ParcelWriter): JobHandlers => ({
  'import.plan': createImportJob({ app, parcelWriter }, 'planning', planImport),
  'import.run': createImportJob({ app, parcelWriter }, 'running', runImport),
})

/**
 * Returns the job that processes an import while it has the status. A job that fails permanently fails
 * its import.
 */
const createImportJob =
  (
    { app, parcelWriter }: { app: App; parcelWriter: ParcelWriter },
    status: 'planning' | 'running',
    process: ProcessImport,
  ): JobHandlers[string] =>
  async (raw, { abortSignal: signal, job: { attempts, max_attempts } }) => {
    const { canCreateCategories, imageBaseUrl, ...payload } = parseImportPayload(raw)
    const id = payload.importId
    const { runInTransaction } = createImportContext(app, payload)
    try {
      const startedImport = await runInTransaction(tx => findStartedImport(tx, id, status))
      if (!startedImport) return
      const source = {
        openContent: () => openDisk(app.config, 'imports').getStream(startedImport.fileKey),
        kind: startedImport.kind,
        settings: {
          currency: startedImport.currency,
          locale: startedImport.locale,
          timeZone: startedImport.timeZone,
          now: new Date(startedImport.createdAt),
          siteUrl: app.config.publicUrl,
          hasCategories: startedImport.hasCategories,
          createCategories: status === 'planning' ? null : startedImport.createCategories,
          canCreateCategories,
          imageBaseUrl,
          matchings: startedImport.matchings,
          encoding: getEncoding(startedImport, status),
        },
      }
      const { copyImages: copiesImages, notifyCustomers: isNotified } = startedImport
      const limits = isLargeImport(startedImport.bytes) ? parserLimits : smallFileLimits
      const reserveProducts = createProductReservation(app, payload)
      const context = { id, runInTransaction, signal, limits, payload, imageBaseUrl, copiesImages }
      const { storeId } = payload
      await readAndProcess(
        source,
        { ...context, reserveProducts, parcels: { ...parcelWriter, storeId, isNotified } },
        process,
      )
    } catch (error) {
      if (error instanceof ImportStoppedError) return
      logParserError(app, error, id)
      const reason = getPermanentReason(error, status, signal)
      if (reason) return runInTransaction(tx => failImport(tx, id, reason))
      if (attempts >= max_attempts)
        await runInTransaction(tx => failImport(tx, id, createErrorMessage('import_failed')))
      throw error
    }
  }

/** Returns the encoding that a user has chosen, or in which the file was planned. */
const getEncoding = (
  { encoding, isEncodingChosen }: Pick<Import, 'encoding' | 'isEncodingChosen'>,
  status: 'planning' | 'running',
) => (status === 'running' || isEncodingChosen ? encoding || null : null)

function logParserError(app: App, error: unknown, id: string) {
  if (error instanceof UnreadableFileError && error.cause)
    app.log.error({ err: error.cause, id }, 'A file could not be parsed.')
}

/** Returns why another attempt would fail too, or undefined if it can succeed. */
function getPermanentReason(
  error: unknown,
  status: 'planning' | 'running',
  signal: OptionalAbortSignal,
) {
  if (error instanceof UnreadableFileError) return error.errorMessage
  return isPastDeadline(signal) ? interruptedMessages[status] : undefined
}

export const createImportContext = (
  app: App,
  { importId, storeId, personId }: ImportContext['payload'],
): Pick<ImportContext, 'runInTransaction'> => ({
  runInTransaction: work =>
    withStoreTransaction(app.db, storeId, work, {
      personId,
      requestId: `import-${importId}`,
    }),
})

/** Returns the check that the plan of the store allows this number of new products. */
const createProductReservation =
  ({ planGuard }: App, { storeId, personId }: ImportContext['payload']): ReserveProducts =>
  async (tx, count) => {
    await planGuard?.(tx, { resource: 'product', storeId, personId, count })
  }

type Processors = {
  parcels: Parameters<typeof createParcelProcessor>[0]
  reserveProducts: ReserveProducts
}

function readAndProcess(
  source: ImportSource,
  { parcels, reserveProducts, ...context }: ImportContext & Processors,
  process: ProcessImport,
): Promise<void> {
  const { signal, limits } = context
  if (source.kind === 'parcels')
    return withImportFile<ParcelImportEntry, null>(
      source,
      signal,
      file => process(context, file, createParcelProcessor(parcels)),
      limits,
    )
  if (source.kind === 'orders')
    return withImportFile<OrderImportEntry, null>(
      source,
      signal,
      file => process(context, file, processOrderEntries),
      limits,
    )
  if (source.kind === 'customers')
    return withImportFile<CustomerImportEntry, null>(
      source,
      signal,
      file => process(context, file, processCustomerEntries),
      limits,
    )
  return withImportFile<ProductImportEntry, FileIdentifiers>(
    source,
    signal,
    file => process(context, file, createProductProcessor(file, source.settings, reserveProducts)),
    limits,
  )
}

const planImport: ProcessImport = async ({ id, runInTransaction }, file, processEntries) => {
  await runInTransaction(tx => resetPlan(tx, id, file))
  if (file.matching?.isConfirmed === false) return runInTransaction(tx => awaitMatching(tx, id))
  for await (const problems of file.problems)
    await runInTransaction(async tx => {
      await lockImportInStatus(tx, id, 'planning')
      await saveProblems(tx, id, problems)
    })
  for await (const batch of file.batches)
    await runInTransaction(async tx => {
      await lockImportInStatus(tx, id, 'planning')
      const outcomes = await processEntries(tx, batch.entries)
      await saveItems(tx, id, batch.startPosition, outcomes)
      await saveProgress(tx, id, batch.progress)
    })
  await runInTransaction(tx => finishImport(tx, id, 'planning', 'planned'))
}

/**
 * Plans each batch again against the current store and writes it in the same transaction. Items
 * that an earlier attempt has written are marked and skipped.
 */
const runImport: ProcessImport = async (
  { id, runInTransaction, payload, imageBaseUrl, copiesImages },
  file,
  processEntries,
) => {
  for await (const batch of file.batches)
    await retryTransaction(() =>
      runInTransaction(async tx => {
        await lockImportInStatus(tx, id, 'running')
        await writeBatch(tx, id, batch, processEntries)
        await saveProgress(tx, id, batch.progress)
      }),
    )
  await runInTransaction(async tx => {
    if (imageBaseUrl) await deleteProblems(tx, id, 'image_url_incomplete')
    await finishImport(tx, id, 'running', 'done')
    if (copiesImages) await enqueueImageCopy(tx, payload)
  })
}

async function writeBatch<E>(
  tx: Tx,
  id: string,
  { startPosition, entries }: ImportBatch<E>,
  processEntries: ProcessEntries<E>,
) {
  const unwrittenPositions = await listUnwrittenPositions(tx, id, startPosition, entries.length)
  const outcomes = await processEntries(tx, entries, index =>
    unwrittenPositions.has(startPosition + index),
  )
  const newOutcomes = outcomes
    .map((outcome, i): [number, ImportOutcome] => [startPosition + i, outcome])
    .filter(([position]) => unwrittenPositions.has(position))
  await saveWrittenItems(tx, id, newOutcomes)
}
