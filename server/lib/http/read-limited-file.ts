import type { MultipartFile } from '@fastify/multipart'
import { createBusyProblem } from '../call/deadline.ts'
import type { ReserveBytes } from '../file/memory-budget.ts'

const initialBufferBytes = 64 * 1024

/**
 * Returns the bytes of a file, or undefined if it is larger than `limit`. The buffer grows with the
 * received data, so that a slow upload reserves little memory. The file is read to its end even if
 * it is rejected, because a browser that cannot finish sending never reads the reply.
 * @throws Problem 503 unavailable if the memory cannot be reserved
 */
export async function readLimitedFile(
  file: MultipartFile,
  limit: number,
  reserve: ReserveBytes,
): Promise<Buffer | undefined> {
  let bytes = Buffer.alloc(0)
  let size = 0
  let isRejected = false
  try {
    for await (const chunk of file.file) {
      size += chunk.length
      if (size > bytes.length && !isRejected) {
        const length = Math.min(limit, Math.max(initialBufferBytes, 2 * bytes.length, size))
        isRejected = size > limit || !reserve(length)
        if (isRejected) reserve(0)
        bytes = Buffer.concat([bytes], isRejected ? 0 : length)
      }
      if (!isRejected) bytes.set(chunk, size - chunk.length)
    }
  } catch (error) {
    // Above the limit for all uploads, the parser itself aborts the stream.
    if (size <= limit) throw error
  }
  if (size > limit) return undefined
  if (isRejected) throw createBusyProblem()
  return bytes.subarray(0, size)
}
