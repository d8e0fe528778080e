import type { MultipartFile } from '@fastify/multipart'

/** The bytes of a file, or undefined if there are more than these; then none of them is kept. */
export async function readUpTo(file: MultipartFile, limit: number): Promise<Buffer | undefined> {
  let chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of file.file) {
      size += chunk.length
      if (size > limit) chunks = []
      else chunks.push(chunk)
    }
  } catch (error) {
    // Beyond what any upload may have, the parser itself breaks the stream off.
    if (size <= limit) throw error
  }
  return size > limit ? undefined : Buffer.concat(chunks)
}
