import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import type {
  ImportLists,
  ParsedFileReply,
  ParsedFileSummary,
  ParserSettings,
} from './import-batch.ts'

/** A file while its parser runs. Each list can be read once. */
export type ImportFile<E, C> = ParsedFileSummary<C> & {
  problems: AsyncGenerator<ImportLists<E>['problems']>
  batches: AsyncGenerator<ImportLists<E>['entries']>
}

/** The file cannot be read, so its import fails. */
export class UnreadableFileError extends Error {
  readonly errorMessage: ErrorMessage
  constructor(errorMessage: ErrorMessage, options?: ErrorOptions) {
    super(errorMessage.message, options)
    this.name = 'UnreadableFileError'
    this.errorMessage = errorMessage
  }
}

export type ParserLimits = { memoryMb: number; replyMs: number }

/**
 * The memory fits about 100,000 products with one variant each. The parser sends each reply within
 * the time, the first one after it has read the whole file.
 */
export const parserLimits: ParserLimits = { memoryMb: 320, replyMs: 120_000 }

/** A small file that needs longer is hostile. It must not hold up the files of others. */
export const smallFileLimits: ParserLimits = { ...parserLimits, replyMs: 30_000 }

/** `openContent` opens the stored file. */
export type ImportSource = ParserSettings & { openContent: () => Promise<Readable> }

/**
 * Parses a file in a process of its own and calls `process` with it. The parser ends with `process`.
 * @throws UnreadableFileError if the file cannot be used or needs too much memory or time
 */
export async function withImportFile<E, C>(
  { openContent, ...settings }: ImportSource,
  signal: AbortSignal | undefined,
  process: (file: ImportFile<E, C>) => Promise<void>,
  limits = parserLimits,
): Promise<void> {
  const stream = await openContent()
  const failure = new AbortController()
  stream.once('error', error => failure.abort(error))
  const parser = startParser(settings, stream, limits.memoryMb)
  const exit = new Promise(resolve => parser.once('close', resolve))
  const stopSignal = AbortSignal.any([failure.signal, ...(signal ? [signal] : [])])
  try {
    await process(await openFile<E, C>(parser, stopSignal, limits.replyMs))
  } catch (error) {
    failure.signal.throwIfAborted()
    if (!hasCrashed(parser)) throw error
    throw createTooComplexError()
  } finally {
    stream.destroy()
    // Without a process id, the process could not be started.
    parser.kill('SIGKILL')
    if (parser.pid !== undefined) await exit
  }
}

const createTooComplexError = () =>
  new UnreadableFileError(createErrorMessage('import_file_too_complex'))

/** The environment of a parser. Secrets of the server are not in it. */
const parserVariables = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'TZ', 'SystemRoot']

/** Starts the process that parses the file. It reads the bytes from this process, so it needs no access to files. */
export function startParser(
  settings: ParserSettings,
  content: Readable,
  memoryMb = parserLimits.memoryMb,
): ChildProcess {
  const variables = Object.entries(process.env).filter(([name]) => parserVariables.includes(name))
  const parser = fork(join(import.meta.dirname, 'import-parser.ts'), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: Object.fromEntries(variables),
    // V8 writes a report about a process without memory, which is not a line of the log.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  if (parser.stdin) content.pipe(parser.stdin.on('error', ignoreSendError))
  parser.send(settings, ignoreSendError)
  return parser
}

/** The parser has exited then, which ends the wait for its reply. */
const ignoreSendError = () => {}

async function openFile<E, C>(
  parser: ChildProcess,
  signal: AbortSignal,
  replyMs: number,
): Promise<ImportFile<E, C>> {
  // An error while no reply is awaited would end this process.
  parser.on('error', () => {})
  const exit = new AbortController()
  parser.once('close', () => exit.abort())
  const stopSignal = AbortSignal.any([exit.signal, signal])
  const receive = async () => {
    const timeout = AbortSignal.timeout(replyMs)
    try {
      const replySignal = AbortSignal.any([stopSignal, timeout])
      return (await once(parser, 'message', { signal: replySignal }))[0]
    } catch (error) {
      throw timeout.aborted && !stopSignal.aborted ? createTooComplexError() : error
    }
  }
  async function* readList<L extends keyof ImportLists<E>>(
    list: L,
  ): AsyncGenerator<ImportLists<E>[L]> {
    for (;;) {
      parser.send(list, ignoreSendError)
      const { batch }: { batch: ImportLists<E>[L] | undefined } = await receive()
      if (batch === undefined) return
      yield batch
    }
  }
  const reply: ParsedFileReply<C> = await receive()
  if ('error' in reply) throw reply.error
  if ('rejection' in reply) throw new UnreadableFileError(reply.rejection, reply)
  return { ...reply.file, problems: readList('problems'), batches: readList('entries') }
}

/** A process without memory ends itself with a signal, or with this code on Windows. */
const hasCrashed = ({ signalCode, exitCode }: ChildProcess) =>
  signalCode !== null || exitCode === 134
