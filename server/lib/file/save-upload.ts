import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import { createBusyProblem } from '../call/deadline.ts'
import type { ReserveBytes } from './byte-budget.ts'

/** A slow upload of few bytes also takes memory for its connection. */
const reservedStep = 64 * 1024

const waitingUploads: (() => void)[] = []

/** Returns in a later turn of the event loop, in which no other upload continues. */
function waitForTurn(): Promise<void> {
  return new Promise(resolve => {
    if (waitingUploads.push(resolve) === 1) setImmediate(continueNextUpload)
  })
}

function continueNextUpload() {
  waitingUploads.shift()?.()
  if (waitingUploads.length > 0) setImmediate(continueNextUpload)
}

/**
 * Yields the chunks of a file. In each turn of the event loop, one upload of the process continues.
 * Without this limit, a turn reads up to 2 MB of each upload, and a request waits for several turns.
 */
export async function* readInTurns({ file }: MultipartFile): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    yield chunk
    await waitForTurn()
  }
}

/**
 * Writes an upload to a new file at `path` and returns its SHA-256, or undefined if it is larger
 * than `limit`. The upload is read to its end even if it is rejected, because a browser that cannot
 * finish sending never reads the reply.
 * @throws Problem 503 unavailable if the bytes cannot be reserved
 */
export async function saveUpload(
  upload: MultipartFile,
  { path, limit, reserve }: { path: string; limit: number; reserve: ReserveBytes },
): Promise<string | undefined> {
  const handle = await open(path, 'w')
  const hash = createHash('sha256')
  let size = 0
  let rejection: unknown
  try {
    for await (const chunk of readInTurns(upload)) {
      size += chunk.length
      if (!rejection && (size > limit || !reserve(roundUp(size, reservedStep))))
        rejection = createBusyProblem()
      if (rejection) {
        reserve(0)
        continue
      }
      hash.update(chunk)
      rejection = await writeChunk(handle, chunk)
    }
  } catch (error) {
    // Above the limit for all uploads, the parser itself aborts the stream.
    if (size <= limit) throw error
  } finally {
    await handle.close()
  }
  if (size > limit) return undefined
  if (rejection) throw rejection
  return hash.digest('hex')
}

/** Returns the error if the chunk cannot be written, for example because the disk is full. */
const writeChunk = (handle: FileHandle, chunk: Buffer): Promise<unknown> =>
  handle.appendFile(chunk).catch((error: unknown) => error)

const roundUp = (value: number, step: number) => Math.ceil(value / step) * step
