import { PassThrough } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { expect, test } from 'vitest'
import { maxImageBytes } from '#contract/lib/image.ts'
import { readUploadedImages } from './image-upload.ts'
import { createMemoryBudget } from './memory-budget.ts'

/** A picture that comes in and does not end before it is told to. */
function slowFile(size = 1000) {
  const file = new PassThrough()
  file.write(Buffer.alloc(size))
  return { file, filename: 'slow.png' }
}
async function* toMultipartFiles(...files: { file: PassThrough; filename: string }[]) {
  // Of a part these two are looked at.
  for (const file of files) yield file as unknown as MultipartFile
}
const getResultCode = (asked: Promise<unknown>) =>
  asked.then(
    () => 'taken',
    error => error.code,
  )

/** What becomes of pictures that come in side by side, each to be ended. */
async function startUploads(count: number, size: number, whose: string) {
  const files = Array.from({ length: count }, () => slowFile(size))
  const answers = files.map(one => getResultCode(readUploadedImages(toMultipartFiles(one), whose)))
  await expect.poll(() => files.every(({ file }) => file.readableLength === 0)).toBe(true)
  return async () => {
    const said: string[] = []
    for (const [i, { file }] of files.entries()) {
      file.end()
      said.push(await answers[i])
    }
    return Object.fromEntries(
      Map.groupBy(said, one => one)
        .entries()
        .map(([one, all]) => [one, all.length]),
    )
  }
}

test('who sends little holds little: many slow pictures keep none out; who finds no room is told to come back', async () => {
  const slow = await startUploads(600, 1000, 'store 1')
  // 600 times 64 kB leave room for four large ones of the same store. What is refused is taken to its end all the same, into
  // nobody's hands: the sender would else not hear of it.
  const large = await startUploads(5, maxImageBytes, 'store 1')
  const other = await startUploads(1, maxImageBytes, 'store 2')
  expect([await large(), await other(), await slow()]).toEqual([
    { image_type_unsupported: 4, unavailable: 1 },
    { image_type_unsupported: 1 },
    { image_type_unsupported: 600 },
  ])
})

test('what is held ends with the work, and is bounded in all and for each', async () => {
  const holding = createMemoryBudget(100, 40)
  const over = Promise.withResolvers<void>()
  const answers: boolean[] = []
  const held = ['a', 'a', 'b', 'c', 'd'].map(whose =>
    holding(whose, async hold => {
      answers.push(hold(10), hold(30))
      await over.promise
    }),
  )
  expect(answers).toEqual([true, true, true, false, true, true, true, true, false, false])
  over.resolve()
  await Promise.all(held)
  await holding('d', async hold =>
    expect([hold(41), hold(40), hold(41), hold(20)]).toEqual([false, true, false, true]),
  )
})
