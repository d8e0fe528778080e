import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { postApi } from '#contract/cms/post.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { getSizedImageUrl, imageWidths, maxImageBytes } from '#contract/lib/image.ts'
import { orderApi } from '#contract/order/order.ts'
import { categoryApi } from '#contract/product/category.ts'
import { type Media, mediaApi } from '#contract/product/media.ts'
import { productApi } from '#contract/product/product.ts'
import { createSection, createSectionItem } from '#contract/section/section-upgrade.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { type ThemeDraft, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

type UploadFile = { name: string; bytes: Uint8Array<ArrayBuffer> | Buffer<ArrayBufferLike> }
const upload = (files: UploadFile[], as: 'owner' | 'stranger' = 'owner') => {
  const body = new FormData()
  for (const { name, bytes } of files) body.append('file', new Blob([new Uint8Array(bytes)]), name)
  return t.call(as, mediaApi.upload, { body })
}
const createPng = (width: number, height: number, background = '#3b6') =>
  sharp({ create: { width, height, channels: 3, background } })
const fetchFile = (url: string) => t.app.inject({ method: 'GET', url })

test('an image is stored upright, in three widths and without camera metadata', async () => {
  const exif = {
    IFD0: { Make: 'Camera', Copyright: 'Somebody' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  }
  const photo = await createPng(800, 400)
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .withExifMerge(exif)
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Camera')

  const { status, body } = await upload([{ name: 'beach.jpg', bytes: photo }])
  expect(status).toBe(201)
  const [media]: Media[] = body.data
  expect(media).toMatchObject({ fileName: 'beach.jpg', width: 400, height: 800, alt: '' })
  expect(media?.url).toMatch(
    new RegExp(`^/media/${t.people.owner.storeId}/[0-9a-f-]{36}/1200\\.webp$`),
  )

  for (const [width, expected] of [
    [160, 160],
    [480, 400],
    [1200, 400],
  ] as const) {
    const file = await fetchFile(getSizedImageUrl(media?.url ?? '', width))
    const {
      format,
      width: actualWidth,
      exif: remainingExif,
      icc,
      xmp,
    } = await sharp(file.rawPayload).metadata()
    expect({ format, width: actualWidth, exif: remainingExif, icc, xmp }).toEqual({
      format: 'webp',
      width: expected,
      exif: undefined,
      icc: undefined,
      xmp: undefined,
    })
    expect(file.rawPayload.toString('latin1')).not.toMatch(/Exif|Camera|GPS/)
  }
})

test('several images are returned in order, and their files are immutable and sandboxed', async () => {
  const files = await Promise.all(
    [createPng(300, 300).png(), createPng(1500, 900).webp(), createPng(64, 64).gif()].map(
      async (image, i) => ({ name: `${i}.txt`, bytes: await image.toBuffer() }),
    ),
  )
  const { status, body } = await upload(files)
  expect(status).toBe(201)
  expect(body.data.map((media: Media) => [media.fileName, media.width, media.height])).toEqual([
    ['0.txt', 300, 300],
    ['1.txt', 1200, 720],
    ['2.txt', 64, 64],
  ])
  const { headers } = await fetchFile(body.data[1].url)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-length': String(body.data[1].bytes),
  })
})

test('accepts AVIF images', async () => {
  const { body } = await upload([
    { name: 'a.avif', bytes: await createPng(50, 40).avif({ effort: 0 }).toBuffer() },
  ])
  expect(body.data[0]).toMatchObject({ width: 50, height: 40 })
})

describe('rejects, with the file name in the message, and stores nothing for', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const cases: [string, () => Promise<UploadFile>, number, string][] = [
    [
      'an SVG file with the extension of a PNG',
      async () => ({ name: 'logo.png', bytes: svg }),
      415,
      'logo.png isn’t a JPEG, PNG, WebP, AVIF or GIF image. Choose another file.',
    ],
    [
      'a text file',
      async () => ({ name: 'a.jpg', bytes: Buffer.from('hello') }),
      415,
      'a.jpg isn’t a JPEG',
    ],
    [
      'an empty file',
      async () => ({ name: 'empty.png', bytes: Buffer.alloc(0) }),
      415,
      'empty.png isn’t a JPEG',
    ],
    [
      'a TIFF file',
      async () => ({ name: 'a.tiff', bytes: await createPng(9, 9).tiff().toBuffer() }),
      415,
      'a.tiff isn’t a JPEG',
    ],
    [
      'a truncated file',
      async () => ({
        name: 'half.jpg',
        bytes: (await createPng(900, 900).jpeg().toBuffer()).subarray(0, 900),
      }),
      422,
      'half.jpg is damaged or incomplete. Choose another file.',
    ],
    [
      'a truncated file whose name has only invisible characters',
      async () => ({
        name: '\u{10fffd} \u200b',
        bytes: (await createPng(9, 9).png().toBuffer()).subarray(0, 20),
      }),
      422,
      'image is damaged or incomplete. Choose another file.',
    ],
    [
      'a file with a header only',
      async () => ({
        name: 'head.png',
        bytes: (await createPng(9, 9).png().toBuffer()).subarray(0, 20),
      }),
      422,
      'head.png is damaged or incomplete. Choose another file.',
    ],
    [
      'a file that is too large',
      async () => ({ name: 'big.jpg', bytes: Buffer.alloc(maxImageBytes + 1, 0xff) }),
      413,
      'big.jpg is larger than 10 MB. Choose a smaller file.',
    ],
  ]
  const listTemporaryFiles = () => readdir(join(t.app.config.dataDir, 'uploads'))
  test.each(cases)('%s', async (_case, file, status, message) => {
    const before = await t.changes()
    const reply = await upload([
      { name: 'good.png', bytes: await createPng(5, 5).png().toBuffer() },
      await file(),
    ])
    expect([reply.status, reply.body.errors[0].path]).toEqual([status, 'file'])
    expect(reply.body.message).toContain(message)
    expect(await t.changes()).toBe(before)
    expect(await listTemporaryFiles()).toEqual([])
  })

  test('a decompression bomb, before it is decoded', async () => {
    const bomb = createZeroPng(30_000, 30_000)
    expect(bomb.length).toBeLessThan(200_000)
    const decode = vi.spyOn(sharp.prototype, 'toBuffer')
    onTestFinished(() => decode.mockRestore())
    await upload([{ name: 'small.png', bytes: createZeroPng(30, 30) }])
    expect(decode).toHaveBeenCalled()
    decode.mockClear()
    const before = await t.changes()
    const reply = await upload([{ name: 'bomb.png', bytes: bomb }])
    expect([reply.status, reply.body.message]).toEqual([
      422,
      'bomb.png has more than 40 megapixels. Choose a smaller image.',
    ])
    expect(decode).not.toHaveBeenCalled()
    expect(await t.changes()).toBe(before)
  })

  test('a request without a file or without a form', async () => {
    expect((await upload([])).status).toBeGreaterThanOrEqual(400)
    expect((await t.call('owner', mediaApi.upload, { body: { file: 'x' } })).status).toBe(415)
  })
})

test.each([
  '',
  '../postgres/PG_VERSION',
  '..%2f..%2fmachine-key',
  '%2e%2e/%2e%2e/etc/passwd',
  'a/b/1200.webp',
  'a%00.webp',
])('serves no file at /media/%s', async path => {
  const reply = await fetchFile(`/media/${path}`)
  expect([400, 404]).toContain(reply.statusCode)
  expect(reply.headers['content-type']).toMatch(/^(text\/html|application\/json)/)
  expect(reply.headers['cache-control'] ?? '').not.toMatch(/max-age/)
})

test('an image that a product uses cannot be deleted, but its alt text can be changed', async () => {
  const [media]: Media[] = (
    await upload([{ name: 'cup.png', bytes: await createPng(20, 20).png().toBuffer() }])
  ).body.data
  const params = { id: media?._id ?? '' }
  expect(
    (await t.call('owner', mediaApi.update, { params, body: { alt: ' A cup ' } })).body.data,
  ).toMatchObject({ alt: 'A cup' })
  const product = await t.call('owner', productApi.create, {
    body: { title: 'Cup', images: [{ media: params.id }] },
  })
  expect(product.body.data).toMatchObject({
    image: media?.url,
    images: [{ alt: 'A cup', url: media?.url, width: 20, media: params.id }],
  })
  expect((await t.call('owner', mediaApi.delete, { params })).body).toMatchObject({
    code: 'image_in_use',
  })
  await t.call('owner', productApi.delete, { params: { id: product.body.data._id } })
  expect((await t.call('owner', mediaApi.delete, { params })).status).toBe(200)
  expect((await t.call('owner', mediaApi.delete, { params })).status).toBe(404)
})

test.each([
  [
    'the content settings use',
    cmsApi.update,
    (url: string) => ({ body: { identity: { shareImage: url } } }),
    { body: { identity: { shareImage: '' } } },
  ],
  [
    'a page uses',
    cmsApi.createPage,
    (url: string) => ({
      body: { title: 'Workshop', body: `<p><img src="${url.replace('1200', '480')}" alt="x"></p>` },
    }),
    undefined,
  ],
  [
    'a swatch uses',
    productApi.create,
    (url: string) => ({
      body: {
        title: 'Mug',
        options: [{ name: 'Glaze', values: ['Ash'], swatches: [{ value: 'Ash', image: url }] }],
        variants: [{ options: ['Ash'] }],
      },
    }),
    undefined,
  ],
])('an image that %s cannot be deleted', async (_user, route, getRequest, requestWithoutImage) => {
  const [media]: Media[] = (
    await upload([{ name: 'cup.png', bytes: await createPng(20, 20).png().toBuffer() }])
  ).body.data
  const params = { id: media?._id ?? '' }
  expect((await t.call('owner', route, getRequest(media?.url ?? ''))).body.status).toBe(true)
  const before = await t.changes()
  expect((await t.call('owner', mediaApi.delete, { params })).body.code).toBe('image_in_use')
  expect(await t.changes()).toBe(before)
  if (requestWithoutImage) {
    await t.call('owner', route, requestWithoutImage)
    expect((await t.call('owner', mediaApi.delete, { params })).status).toBe(200)
  }
})

test('an image in an earlier version of a post cannot be deleted', async () => {
  const [media]: Media[] = (
    await upload([{ name: 'cup.png', bytes: await createPng(20, 20).png().toBuffer() }])
  ).body.data
  const deleteImage = () => t.call('owner', mediaApi.delete, { params: { id: media?._id ?? '' } })
  const created = await t.call('owner', postApi.create, {
    body: { title: 'Cups', body: `<p><img src="${media?.url}" alt="x"></p>` },
  })
  const params = { id: created.body.data._id }
  await t.call('owner', postApi.update, { params, body: { body: '<p>None</p>' } })
  const before = await t.changes()
  expect((await deleteImage()).body.code).toBe('image_in_use')
  expect(await t.changes()).toBe(before)
  await t.call('owner', postApi.delete, { params })
  expect((await deleteImage()).status).toBe(200)
})

test('an image that a theme shows, or will show, cannot be deleted', async () => {
  const [media]: Media[] = (
    await upload([{ name: 'cup.png', bytes: await createPng(20, 20).png().toBuffer() }])
  ).body.data
  const deleteImage = async () =>
    (await t.call('owner', mediaApi.delete, { params: { id: media?._id ?? '' } })).body.code
  const params = { id: (await t.call('owner', themeApi.list)).body.data[0]._id }
  const { templates }: ThemeDraft = (await t.call('owner', themeDraftApi.getDraft, { params })).body
    .data
  const slideshow = { ...createSection('slideshow', 'slides'), items: [createSlide(media?.url)] }
  let version = 0
  const edit = async (route: Route, body: object) => {
    const reply = await t.call('owner', route, { params, body: { ...body, version } })
    expect(reply.status).toBe(200)
    version = reply.body.data.version
  }
  const show = (home: object[]) =>
    edit(themeDraftApi.saveDraft, { templates: { ...templates, home } })
  await show([slideshow])
  expect(await deleteImage()).toBe('image_in_use')
  await edit(themeDraftApi.publish, { publishAt: new Date(Date.now() + 3_600_000).toISOString() })
  await show([])
  expect(await deleteImage()).toBe('image_in_use')
  await t.call('owner', themeDraftApi.cancelPublication, { params })
  await show([slideshow])
  await edit(themeDraftApi.publish, {})
  await show([])
  expect(await deleteImage()).toBe('image_in_use')
  await edit(themeDraftApi.publish, {})
  expect(await deleteImage()).toBeUndefined()
})

function createSlide(image = '') {
  const slide = createSectionItem('slideshow', 'first')
  return { ...slide, settings: { ...slide.settings, image } }
}

test('a deleted image loses its files in all sizes, unless an order line or content shows it', async () => {
  const uploadCup = async (): Promise<Media> =>
    (await upload([{ name: 'cup.png', bytes: await createPng(20, 20).png().toBuffer() }])).body
      .data[0]
  const [unsold, sold, reused] = [await uploadCup(), await uploadCup(), await uploadCup()]
  const product = (
    await t.call('owner', productApi.create, {
      body: { title: 'Cup', price: 900, stock: 1, images: [{ media: sold._id }] },
    })
  ).body.data
  await t.call('owner', orderApi.create, {
    body: { lines: [{ variant: product.variants[0]._id, quantity: 1 }] },
  })
  await t.call('owner', productApi.delete, { params: { id: product._id } })
  for (const { _id } of [unsold, sold, reused])
    expect((await t.call('owner', mediaApi.delete, { params: { id: _id } })).status).toBe(200)
  await t.call('owner', categoryApi.create, { body: { name: 'Cups', image: reused.url } })
  await t.runJobs()
  const listStatuses = ({ url }: Media) =>
    Promise.all(
      imageWidths.map(async width => (await fetchFile(getSizedImageUrl(url, width))).statusCode),
    )
  expect(await listStatuses(unsold)).toEqual([404, 404, 404])
  expect(await listStatuses(sold)).toEqual([200, 200, 200])
  expect(await listStatuses(reused)).toEqual([200, 200, 200])
})

test('a store lists and changes only its own images', async () => {
  await upload([{ name: 'theirs.png', bytes: await createPng(5, 5).png().toBuffer() }], 'stranger')
  const { body } = await t.call('stranger', mediaApi.list)
  expect(body.data.map((media: Media) => media.fileName)).toEqual(['theirs.png'])
  expect(
    (
      await t.call('owner', mediaApi.update, {
        params: { id: body.data[0]._id },
        body: { alt: 'x' },
      })
    ).status,
  ).toBe(404)
  expect((await t.call('owner', mediaApi.list, { query: { q: 'theirs' } })).body.meta.total).toBe(0)
})

/**
 * Returns a valid PNG of one color with one bit per pixel: about a thousandth of its decoded size.
 */
function createZeroPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const lengthAndChecksum = Buffer.alloc(8)
    lengthAndChecksum.writeUInt32BE(data.length)
    lengthAndChecksum.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([lengthAndChecksum.subarray(0, 4), body, lengthAndChecksum.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
