import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxImageBytes } from '#contract/lib/image.ts'
import { createByteBudget } from './byte-budget.ts'
import { readUploadedImages } from './image-upload.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'storewright-image-upload-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

/** Returns an upload that does not end before `file.end()` is called. */
function slowFile(size = 1000) {
  const file = new PassThrough()
  file.write(Buffer.alloc(size))
  return { file, filename: 'slow.png' }
}
async function* toMultipartFiles(...files: { file: PassThrough; filename: string }[]) {
  // The code under test reads only these two properties.
  for (const file of files) yield file as unknown as MultipartFile
}
const getResultCode = (upload: Promise<unknown>) =>
  upload.then(
    () => 'accepted',
    error => error.code,
  )

/** Starts simultaneous uploads. Returns a function that ends them and counts their result codes. */
async function startUploads(count: number, size: number, owner: string) {
  const files = Array.from({ length: count }, () => slowFile(size))
  const results = files.map(file =>
    getResultCode(readUploadedImages(toMultipartFiles(file), { owner, dataDir })),
  )
  await expect.poll(() => files.every(({ file }) => file.readableLength === 0)).toBe(true)
  return async () => {
    const codes: string[] = []
    for (const [i, { file }] of files.entries()) {
      file.end()
      codes.push(await results[i])
    }
    return Object.fromEntries(
      Map.groupBy(codes, code => code)
        .entries()
        .map(([code, group]) => [code, group.length]),
    )
  }
}

test('a slow upload reserves only its received bytes, and an upload beyond the limits is rejected', async () => {
  const slow = await startUploads(600, 1000, 'store 1')
  // 600 times 64 kB leave room for four large images of the same store. A rejected upload is read
  // to its end, because otherwise the sender would not read the reply.
  const large = await startUploads(5, maxImageBytes, 'store 1')
  const other = await startUploads(1, maxImageBytes, 'store 2')
  expect([await large(), await other(), await slow()]).toEqual([
    { image_type_unsupported: 4, unavailable: 1 },
    { image_type_unsupported: 1 },
    { image_type_unsupported: 600 },
  ])
  expect(await readdir(join(dataDir, 'uploads'))).toEqual([])
})

test('an upload is read to its end if no temporary file can be created', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  const upload = slowFile()
  upload.file.end()
  await expect(
    readUploadedImages(toMultipartFiles(upload), { owner: 'store 3', dataDir: file }),
  ).rejects.toMatchObject({ code: 'ENOTDIR' })
  await expect.poll(() => upload.file.readableEnded).toBe(true)
})

test('limits reservations in total and for each owner, and releases them after the work', async () => {
  const withReservation = createByteBudget(100, 40)
  const end = Promise.withResolvers<void>()
  const results: boolean[] = []
  const running = ['a', 'a', 'b', 'c', 'd'].map(owner =>
    withReservation(owner, async reserve => {
      results.push(reserve(10), reserve(30))
      await end.promise
    }),
  )
  expect(results).toEqual([true, true, true, false, true, true, true, true, false, false])
  end.resolve()
  await Promise.all(running)
  await withReservation('d', async reserve =>
    expect([reserve(41), reserve(40), reserve(41), reserve(20)]).toEqual([
      false,
      true,
      false,
      true,
    ]),
  )
})
