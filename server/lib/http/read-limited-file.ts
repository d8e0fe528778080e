import type { MultipartFile } from '@fastify/multipart'
import { createBusyProblem } from '../call/deadline.ts'
import type { ReserveBytes } from '../file/memory-budget.ts'

const partBytes = 64 * 1024

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
 * Returns the bytes of a file in parts, or undefined if it is larger than `limit`. The parts are
 * allocated as data arrives, so that a slow upload reserves little memory. The file is read to its
 * end even if it is rejected, because a browser that cannot finish sending never reads the reply.
 * @throws Problem 503 unavailable if the memory cannot be reserved
 */
export async function readLimitedFile(
  file: MultipartFile,
  limit: number,
  reserve: ReserveBytes,
): Promise<Buffer[] | undefined> {
  const parts: Buffer[] = []
  let size = 0
  let isRejected = false
  try {
    for await (const chunk of readInTurns(file)) {
      isRejected ||=
        size + chunk.length > limit || !reserve(roundUp(size + chunk.length, partBytes))
      if (isRejected) {
        reserve(0)
        parts.length = 0
      } else addChunk(parts, size, chunk)
      size += chunk.length
    }
  } catch (error) {
    // Above the limit for all uploads, the parser itself aborts the stream.
    if (size <= limit) throw error
  }
  if (size > limit) return undefined
  if (isRejected) throw createBusyProblem()
  const lastPart = parts.pop()
  return lastPart ? [...parts, lastPart.subarray(0, size - parts.length * partBytes)] : []
}

const roundUp = (value: number, step: number) => Math.ceil(value / step) * step

/** Copies the chunk, because a short one can keep a whole buffer of its connection in memory. */
function addChunk(parts: Buffer[], size: number, chunk: Buffer) {
  for (let copied = 0; copied < chunk.length; ) {
    const offset = (size + copied) % partBytes
    if (offset === 0) parts.push(Buffer.allocUnsafeSlow(partBytes))
    copied += chunk.copy(parts.at(-1) ?? chunk, offset, copied)
  }
}
