import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ErrorMessage } from '#contract/lib/problem.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { createConcurrencyLimiter } from '../lib/file/concurrency-limiter.ts'
import type {
  ImportParts,
  ImportSource,
  ParsedFileReply,
  ParsedFileSummary,
} from './import-parts.ts'

/** A file while its thread runs. Each list can be read once. */
export type ImportFile<E, C> = ParsedFileSummary<C> & {
  problems: AsyncGenerator<ImportParts<E>['problems']>
  batches: AsyncGenerator<ImportParts<E>['entries']>
}

/** The file cannot be read, so its import fails. */
export class UnreadableFileError extends Error {
  readonly errorMessage: ErrorMessage
  constructor(errorMessage: ErrorMessage) {
    super(errorMessage.message)
    this.name = 'UnreadableFileError'
    this.errorMessage = errorMessage
  }
}

/** Fits about 100,000 products with one variant each. */
const threadMemoryMb = 320

/** Each thread has memory of its own. The queue of each store limits it to one import. */
const withReadSlot = createConcurrencyLimiter(2)

/**
 * Parses a file in a thread and calls `process` with it. The thread ends with `process`.
 * @throws UnreadableFileError if the file cannot be used or needs too much memory
 */
export const withImportFile = <E, C>(
  source: ImportSource,
  signal: AbortSignal | undefined,
  process: (file: ImportFile<E, C>) => Promise<void>,
  memoryMb = threadMemoryMb,
): Promise<void> =>
  withReadSlot(async () => {
    const worker = new Worker(join(import.meta.dirname, 'import-worker.ts'), {
      workerData: source,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    try {
      await process(await openFile<E, C>(worker, signal))
    } catch (error) {
      if (!isOutOfMemory(error)) throw error
      throw new UnreadableFileError(createErrorMessage('import_file_too_complex'))
    } finally {
      await worker.terminate()
    }
  })

async function openFile<E, C>(
  worker: Worker,
  signal: AbortSignal | undefined,
): Promise<ImportFile<E, C>> {
  // An error while no reply is awaited would end the process. The thread exits after it.
  worker.on('error', () => {})
  const exit = new AbortController()
  worker.once('exit', () => exit.abort())
  const stopSignal = AbortSignal.any([exit.signal, ...(signal ? [signal] : [])])
  const receive = async () => (await once(worker, 'message', { signal: stopSignal }))[0]
  async function* readList<L extends keyof ImportParts<E>>(
    list: L,
  ): AsyncGenerator<ImportParts<E>[L]> {
    for (;;) {
      worker.postMessage(list)
      const part: ImportParts<E>[L] | undefined = await receive()
      if (part === undefined) return
      yield part
    }
  }
  const { file, rejection }: ParsedFileReply<C> = await receive()
  if (rejection) throw new UnreadableFileError(rejection)
  return { ...file, problems: readList('problems'), batches: readList('entries') }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
