import type { MultipartFile } from '@fastify/multipart'
import { busy } from '../call/call-limit.ts'
import type { Hold } from '../file/byte-share.ts'

const least = 64 * 1024

/**
 * The bytes of a file, or undefined if there are more than these; then none of them is kept. Its room grows with what comes,
 * so that who sends little holds little. It is read to its end even where there is no more room: a browser that cannot finish
 * sending never reads the answer.
 */
export async function readUpTo(
  file: MultipartFile,
  limit: number,
  hold: Hold,
): Promise<Buffer | undefined> {
  let bytes = Buffer.alloc(0)
  let size = 0
  let isOver = false
  try {
    for await (const chunk of file.file) {
      size += chunk.length
      if (size > bytes.length && !isOver) {
        const length = Math.min(limit, Math.max(least, 2 * bytes.length, size))
        isOver = size > limit || !hold(length)
        if (isOver) hold(0)
        bytes = Buffer.concat([bytes], isOver ? 0 : length)
      }
      if (!isOver) bytes.set(chunk, size - chunk.length)
    }
  } catch (error) {
    // Beyond what any upload may have, the parser itself breaks the stream off.
    if (size <= limit) throw error
  }
  if (size > limit) return undefined
  if (isOver) throw busy()
  return bytes.subarray(0, size)
}
