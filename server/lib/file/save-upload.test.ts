import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as waitForImmediate } from 'node:timers/promises'
import type { MultipartFile } from '@fastify/multipart'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveUpload } from './save-upload.ts'

const chunk = Buffer.from('a'.repeat(50_000))
const chunksPerFile = 5
const fileCount = 8
// The code under test reads only this property.
const toMultipartFile = () =>
  ({
    file: Readable.from(Array.from({ length: chunksPerFile }, () => chunk)),
  }) as unknown as MultipartFile

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-upload-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('continues one upload in each turn of the event loop', async () => {
  const readsPerTurn: number[] = []
  let reads = 0
  let isDone = false
  /** Counts the chunks of an upload after its first, which does not wait for its turn. */
  function countReads() {
    let isFirst = true
    return () => {
      if (!isFirst) reads += 1
      isFirst = false
      return true
    }
  }
  const uploads = Promise.all(
    Array.from({ length: fileCount }, (_, i) =>
      saveUpload(toMultipartFile(), {
        path: join(folder, `${i}`),
        limit: 1_000_000,
        reserve: countReads(),
      }),
    ),
  ).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await waitForImmediate()
    readsPerTurn.push(reads)
    reads = 0
  }
  expect(Math.max(...readsPerTurn)).toBe(1)
  const content = Buffer.alloc(chunksPerFile * chunk.length, 'a')
  const hash = createHash('sha256').update(content).digest('hex')
  expect(await uploads).toEqual(Array(fileCount).fill(hash))
  for (let i = 0; i < fileCount; i++)
    expect((await readFile(join(folder, `${i}`))).equals(content)).toBe(true)
})

const fullDisk = '/dev/full'
test.skipIf(!existsSync(fullDisk))('reads an upload to its end if the disk is full', async () => {
  const upload = toMultipartFile()
  const reservations: number[] = []
  const reserve = (bytes: number) => reservations.push(bytes) > 0
  await expect(
    saveUpload(upload, { path: fullDisk, limit: 1_000_000, reserve }),
  ).rejects.toMatchObject({ code: 'ENOSPC' })
  expect([upload.file.readableEnded, reservations.at(-1)]).toEqual([true, 0])
})
