import { Readable } from 'node:stream'
import { setImmediate as waitForImmediate } from 'node:timers/promises'
import type { MultipartFile } from '@fastify/multipart'
import { expect, test } from 'vitest'
import { readLimitedFile } from './read-limited-file.ts'

const chunk = Buffer.from('a'.repeat(50_000))
const chunksPerFile = 5
const fileCount = 8
// The code under test reads only this property.
const toMultipartFile = () =>
  ({
    file: Readable.from(Array.from({ length: chunksPerFile }, () => chunk)),
  }) as unknown as MultipartFile

test('continues one upload in each turn of the event loop', async () => {
  const readsPerTurn: number[] = []
  let reads = 0
  let isDone = false
  const reserve = () => {
    reads += 1
    return true
  }
  const uploads = Promise.all(
    Array.from({ length: fileCount }, () => readLimitedFile(toMultipartFile(), 1_000_000, reserve)),
  ).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await waitForImmediate()
    readsPerTurn.push(reads)
    reads = 0
  }
  // Each upload starts with one chunk.
  const [firstReads, ...laterReads] = readsPerTurn
  expect(firstReads).toBeLessThanOrEqual(fileCount)
  expect(Math.max(...laterReads)).toBe(1)
  for (const parts of await uploads)
    expect(Buffer.concat(parts ?? []).equals(Buffer.alloc(chunksPerFile * chunk.length, 'a'))).toBe(
      true,
    )
})
