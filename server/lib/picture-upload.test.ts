import { PassThrough } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { expect, test } from 'vitest'
import { readPictures } from './picture-upload.ts'

/** A picture that comes in and does not end before it is told to. */
function slowFile(size = 1000) {
  const file = new PassThrough()
  file.write(Buffer.alloc(size))
  return { file, filename: 'slow.png' }
}
async function* inTurn(...files: { file: PassThrough; filename: string }[]) {
  // Of a part these two are looked at.
  for (const file of files) yield file as unknown as MultipartFile
}
const code = (asked: Promise<unknown>) => asked.then(() => 'taken', error => error.code)

test('pictures have places in memory, few of one store and not many of all; who finds none is told to come back', async () => {
  const held = Array.from({ length: 40 }, slowFile)
  const asked = held.map((file, i) => code(readPictures(inTurn(file), `store ${Math.floor(i / 10)}`)))
  const refused = await Promise.all([8, 9, 18, 19, 28, 29, 38, 39].map(i => asked[i]))
  expect(refused).toEqual(refused.map(() => 'unavailable'))
  const late = slowFile(100_000)
  const answer = readPictures(inTurn(late), 'store 9')
  late.file.end()
  await expect(answer).rejects.toMatchObject({ status: 503, extra: { retryAfterSeconds: expect.any(Number) } })
  // What is refused is taken all the same, into nobody's hands: the sender would else not hear of it.
  await expect.poll(() => late.file.readableEnded).toBe(true)
  for (const { file } of held) file.end()
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['unavailable', 'unsupported_media_type']))
  const next = slowFile()
  next.file.end()
  expect(await code(readPictures(inTurn(next), 'store 0'))).toBe('unsupported_media_type')
})
