import type { MultipartFile } from '@fastify/multipart'
import { createBusyProblem } from '../call/deadline.ts'
import type { ReserveBytes } from '../file/memory-budget.ts'

const initialBufferBytes = 64 * 1024

/**
 * The bytes of a file, or undefined if there are more than these; then none of them is kept. Its room grows with what comes,
 * so that who sends little holds little. It is read to its end even where there is no more room: a browser that cannot finish
 * sending never reads the answer.
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
    // Beyond what any upload may have, the parser itself breaks the stream off.
    if (size <= limit) throw error
  }
  if (size > limit) return undefined
  if (isRejected) throw createBusyProblem()
  return bytes.subarray(0, size)
}
