import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getImageFileUrl, imageFormats } from '#contract/lib/image.ts'
import { type Media, mediaApi } from '#contract/product/media.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

async function upload(width: number, height: number, channels: 3 | 4 = 3): Promise<Media> {
  const background = { r: 40, g: 160, b: 90, alpha: 0.5 }
  const bytes = await sharp({ create: { width, height, channels, background } }).png().toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), 'image.png')
  return (await t.call('owner', mediaApi.upload, { body })).body.data[0]
}
const getFolder = ({ url }: Media) =>
  join(t.app.config.dataDir, 'media', url.slice('/media/'.length, -'/1200.webp'.length))
const readWidths = async ({ _id }: Media) =>
  (
    await t.sql`select encoded_at is not null as is_done, encoded_widths from media where id = ${_id}`
  )[0]
const fetchFile = (url: string) => t.app.inject({ method: 'GET', url })

test('an animation keeps its frames and gets no files of one frame', async () => {
  const raw = { width: 600, height: 20, channels: 3, pageHeight: 10 } as const
  const bytes = await sharp(Buffer.alloc(600 * 20 * 3).fill(200, 0, 18_000), { raw })
    .gif({ delay: [100, 100] })
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), 'spin.gif')
  const [media] = (await t.call('owner', mediaApi.upload, { body })).body.data
  expect(media).toMatchObject({ width: 600, height: 10, isFirstFrameOnly: false })
  await t.runJobs()
  expect(await readWidths(media)).toEqual({ isDone: true, encodedWidths: [] })
  for (const [width, pages] of [
    [160, 1],
    [480, 2],
    [1200, 2],
  ] as const) {
    const file = await fetchFile(getImageFileUrl(media.url, width, 'webp'))
    expect((await sharp(file.rawPayload).metadata()).pages ?? 1).toBe(pages)
    expect((await fetchFile(getImageFileUrl(media.url, width, 'avif'))).statusCode).toBe(404)
  }
})

test('a job creates files for shoppers in six widths and two formats, also for an image of 40 megapixels', async () => {
  const media = await upload(8900, 4450)
  expect(await readWidths(media)).toEqual({ isDone: false, encodedWidths: [] })
  const [changes, revisions] = [await t.changes(), await listRevisions()]
  await t.runJobs()
  expect(await readWidths(media)).toEqual({
    isDone: true,
    encodedWidths: [160, 320, 480, 750, 1200, 1600],
  })
  for (const width of [160, 320, 480, 750, 1200, 1600])
    for (const format of imageFormats) {
      const file = await fetchFile(getImageFileUrl(media.url, width, format))
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, `image/${format}`])
      const metadata = await sharp(file.rawPayload).metadata()
      expect([metadata.width, metadata.height]).toEqual([width, width / 2])
      expect(metadata.format).toBe(format === 'avif' ? 'heif' : format)
    }
  expect(await readdir(getFolder(media))).not.toContain('source')
  // Pages are cached again with the new files, and the audit has no entry of the job.
  expect(await listRevisions()).not.toEqual(revisions)
  expect(await t.changes()).toBe(changes)
})
const listRevisions = () =>
  t.inStore(tx => tx<{ id: string }[]>`select id from storefront_revision order by id`)

test('a small image is not enlarged, and transparency stays', async () => {
  const media = await upload(300, 300, 4)
  const source = await sharp(join(getFolder(media), 'source')).metadata()
  expect([source.format, source.hasAlpha]).toEqual(['png', true])
  await t.runJobs()
  expect(await readWidths(media)).toMatchObject({ encodedWidths: [160, 320] })
  const file = await fetchFile(getImageFileUrl(media.url, 320, 'avif'))
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 300, hasAlpha: true })
  expect((await fetchFile(getImageFileUrl(media.url, 480, 'avif'))).statusCode).toBe(404)
})

test.each([
  [1, 1],
  [1, 5000],
])('an image of %i by %i pixels gets its file', async (width, height) => {
  const media = await upload(width, height)
  await t.runJobs()
  expect(await readWidths(media)).toMatchObject({ encodedWidths: [160] })
  const file = await fetchFile(getImageFileUrl(media.url, 160, 'avif'))
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width, height })
})

test('the source of an image is not served', async () => {
  const media = await upload(20, 20)
  expect(await readdir(getFolder(media))).toContain('source')
  expect((await fetchFile(media.url.replace('1200.webp', 'source'))).statusCode).toBe(404)
})

test('images of earlier versions get their files from their largest file', async () => {
  const media = await upload(1300, 20)
  await t.runJobs()
  await t.inStore(
    tx => tx`update media set encoded_at = null, encoded_widths = '{}' where id = ${media._id}`,
  )
  await t.app.jobs['media.findImages']?.({}, {} as never)
  await t.runJobs()
  expect(await readWidths(media)).toEqual({
    isDone: true,
    encodedWidths: [160, 320, 480, 750, 1200],
  })
})

test('a damaged and a missing image do not stop the job', async () => {
  const [damaged, missing, intact] = [
    await upload(20, 20),
    await upload(20, 20),
    await upload(20, 20),
  ]
  await writeFile(join(getFolder(damaged), 'source'), 'x')
  await rm(getFolder(missing), { recursive: true })
  await t.runJobs()
  for (const media of [damaged, missing])
    expect(await readWidths(media)).toEqual({ isDone: true, encodedWidths: [] })
  expect(await readWidths(intact)).toEqual({ isDone: true, encodedWidths: [160] })
})

test('more images than one turn are encoded in further turns', async () => {
  const images = []
  for (let i = 0; i < 11; i++) images.push(await upload(10, 10))
  await t.runJobs()
  for (const media of images) expect(await readWidths(media)).toMatchObject({ isDone: true })
})

test('the files of an image that is deleted meanwhile are deleted', async () => {
  const media = await upload(20, 20)
  // The job does not find the row again.
  await t.sql`
    create function hide_media() returns trigger language plpgsql as $$ begin return null; end $$`
  await t.sql`create trigger a_hidden before update on media for each row execute function hide_media()`
  try {
    await t.runJobs()
  } finally {
    await t.sql`drop function hide_media cascade`
  }
  await expect(readdir(getFolder(media))).rejects.toThrow('ENOENT')
  await t.inStore(tx => tx`delete from media where id = ${media._id}`)
})
