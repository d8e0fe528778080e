import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Problem } from '../call/problem.ts'
import { encodeImage } from './image.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-image-'))
})
afterAll(() => rm(folder, { recursive: true }))

const number = (value: number) =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map(byte => byte & 255))
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([number(data.length), body, number(crc32(body))])
}
const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Returns the header of a PNG with one bit per pixel, the smallest encoding of many pixels. */
const header = (width: number, height: number, bits = 1, colorType = 0) =>
  chunk(
    'IHDR',
    Buffer.concat([number(width), number(height), Buffer.from([bits, colorType, 0, 0, 0])]),
  )
const png = (width: number, height: number, between: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([
    pngStart,
    header(width, height),
    between,
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
let packedZeros: Buffer | undefined
/** Returns 200 MB of zeros, compressed. */
function packZeros(): Buffer {
  packedZeros ??= deflateSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 })
  return packedZeros
}
/** Returns a PNG with a chunk that unpacks to 200 MB. */
const pngWithLargeChunk = (type: string) =>
  png(6400, 6400, chunk(type, Buffer.concat([Buffer.from('x\0\0'), packZeros()])))

function jpeg(width: number, height: number): Buffer {
  const size = Buffer.from([height >> 8, height & 255, width >> 8, width & 255])
  return Buffer.concat([
    Buffer.from('ffd8ffc0000b08', 'hex'),
    size,
    Buffer.from('01011100', 'hex'),
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.alloc(100),
    Buffer.from('ffd9', 'hex'),
  ])
}
function gif(width: number, height: number, frames: number): Buffer {
  const size = Buffer.from([width & 255, width >> 8, height & 255, height >> 8])
  const frame = Buffer.concat([
    Buffer.from('21f90400010000002c00000000', 'hex'),
    size,
    Buffer.from('000202440100', 'hex'),
  ])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from('800000000000ffffff', 'hex'),
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from(';'),
  ])
}
function webp(width: number, height: number): Buffer {
  const little = (value: number, bytes: number) =>
    Buffer.from(Array.from({ length: bytes }, (_, i) => (value >> (8 * i)) & 255))
  const extended = Buffer.concat([
    Buffer.from('VP8X'),
    little(10, 4),
    Buffer.from([2, 0, 0, 0]),
    little(width - 1, 3),
    little(height - 1, 3),
  ])
  return Buffer.concat([
    Buffer.from('RIFF'),
    little(extended.length + 4, 4),
    Buffer.from('WEBP'),
    extended,
  ])
}
/** Returns a small AVIF whose header claims a large size. */
async function avif(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .avif({ effort: 0 })
    .toBuffer()
  const sizeOffset = bytes.indexOf('ispe') + 8
  number(width).copy(bytes, sizeOffset)
  number(height).copy(bytes, sizeOffset + 4)
  return bytes
}

const bombs: [string, () => Buffer | Promise<Buffer>][] = [
  ['a PNG of 16,000 by 16,000 in 31 kB', () => png(16_000, 16_000)],
  ['a PNG of 20,000 by 20,000', () => png(20_000, 20_000)],
  [
    'a PNG that claims 2 billion by 2 billion',
    () =>
      Buffer.concat([pngStart, header(2 ** 31 - 1, 2 ** 31 - 1), chunk('IEND', Buffer.alloc(0))]),
  ],
  ['a PNG with a profile that unpacks to 200 MB', () => pngWithLargeChunk('iCCP')],
  ['a PNG with a text that unpacks to 200 MB', () => pngWithLargeChunk('zTXt')],
  ['a JPEG of 65,535 by 65,535', () => jpeg(65_535, 65_535)],
  ['a GIF of 65,535 by 65,535', () => gif(65_535, 65_535, 1)],
  ['a GIF of 10,000 frames of 7,000 by 7,000', () => gif(7000, 7000, 10_000)],
  ['a WebP of 16,384 by 16,384', () => webp(16_384, 16_384)],
  ['an AVIF of 60,000 by 60,000', () => avif(60_000, 60_000)],
  [
    'a drawing of 100,000 by 100,000',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>'),
  ],
  ['a TIFF', () => Buffer.from('II*\0\x08\0\0\0', 'latin1')],
]

/** Returns the result of `work` and how often the image library decoded pixels for it. */
async function countDecodes<T>(work: () => Promise<T>): Promise<{ result: T; decodes: number }> {
  const decode = vi.spyOn(sharp.prototype, 'toBuffer')
  try {
    const result = await work()
    return { result, decodes: decode.mock.calls.length }
  } finally {
    decode.mockRestore()
  }
}
const getProblem = (input: Buffer | string) =>
  encodeImage(input, 'bomb.png').then(
    () => undefined,
    (error: unknown) => error,
  )

test.each(bombs)('rejects %s before it is decoded', async (_description, create) => {
  const bytes = await create()
  const path = join(folder, 'upload')
  await writeFile(path, bytes)
  for (const input of [bytes, path]) {
    const { result: problem, decodes } = await countDecodes(() => getProblem(input))
    expect(problem).toBeInstanceOf(Problem)
    expect([415, 422]).toContain(problem instanceof Problem ? problem.status : 0)
    expect(decodes).toBe(0)
  }
})

test('rejects twenty bombs at once without decoding one', async () => {
  const bytes = png(16_000, 16_000)
  const { result: problems, decodes } = await countDecodes(() =>
    Promise.all(Array.from({ length: 20 }, () => getProblem(bytes))),
  )
  expect(problems.every(problem => problem instanceof Problem)).toBe(true)
  expect(decodes).toBe(0)
})

test('decodes an image of an allowed size once, then encodes each width and the source', async () => {
  const { result, decodes } = await countDecodes(() => encodeImage(png(40, 30), 'small.png'))
  expect(decodes).toBe(2 + result.files.length)
})

const createAnimation = (width: number, height: number, frames: number) =>
  sharp(Buffer.from(Array.from({ length: width * height * frames * 3 }, (_, i) => (i * 7) % 251)), {
    raw: { width, height: height * frames, channels: 3, pageHeight: height },
  })

test.each(['gif', 'webp'] as const)('keeps the frames of an animated %s', async format => {
  const input = await createAnimation(300, 100, 3)
    .toFormat(format, { delay: [100, 200, 300], loop: 0 })
    .toBuffer()
  const { files, animation, source, ...size } = await encodeImage(input, 'spin')
  expect([animation, source, size]).toEqual(['kept', undefined, { width: 300, height: 100 }])
  const metadata = await Promise.all(files.map(({ bytes }) => sharp(bytes).metadata()))
  expect(metadata.map(({ pages = 1, width }) => [width, pages])).toEqual([
    [160, 1],
    [300, 3],
    [300, 3],
  ])
  expect(metadata.at(-1)?.delay).toEqual([100, 200, 300])
})

test.each([
  ['an animated PNG', () => png(40, 30, chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))],
  ['a GIF of 301 frames', () => gif(20, 20, 301)],
  ['a GIF whose frames have too many pixels', () => gif(2000, 2000, 11)],
])('keeps the first frame of %s', async (_description, create) => {
  const { files, animation } = await encodeImage(create(), 'spin')
  expect(animation).toBe('firstFrame')
  for (const { bytes } of files) expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
})

test('decodes a photo of 48 megapixels in a smaller size', async () => {
  const pixels = sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#a33' } })
  const { width, height } = await encodeImage(await pixels.clone().jpeg().toBuffer(), 'photo.jpg')
  expect([width, height]).toEqual([1200, 900])
  // These are decoded in full size.
  for (const input of [pixels.clone().jpeg({ progressive: true }), pixels.clone().png()])
    await expect(encodeImage(await input.toBuffer(), 'photo')).rejects.toMatchObject({
      code: 'too_many_pixels',
    })
})

test.each([
  ['a photo of 121 megapixels', 11_000, 11_000],
  ['a photo of 60 megapixels that is too tall to be decoded smaller', 3000, 20_000],
])('rejects %s', async (_description, width, height) => {
  await expect(encodeImage(jpeg(width, height), 'photo.jpg')).rejects.toMatchObject({
    code: 'too_many_pixels',
  })
})

test('encodes images on all CPU cores but one', async () => {
  const image = await sharp({
    create: { width: 1500, height: 1500, channels: 3, background: '#a33' },
  })
    .png()
    .toBuffer()
  let maxRunning = 0
  const timer = setInterval(() => {
    maxRunning = Math.max(maxRunning, sharp.counters().process)
  }, 1)
  await Promise.all(Array.from({ length: 6 }, () => encodeImage(image, 'shirt.png')))
  clearInterval(timer)
  expect(maxRunning).toBeGreaterThan(0)
  expect(maxRunning).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1))
})

// Compares CPU times of this run, so that the test does not depend on the speed of the machine.
test.each(['iCCP', 'zTXt'])('does not unpack a large %s chunk', async type => {
  const bytes = pngWithLargeChunk(type)
  const unpackTime = await measureCpu(async () => inflateSync(packZeros()))
  const rejectTime = await measureCpu(() => getProblem(bytes))
  expect(rejectTime).toBeLessThan(unpackTime / 2)
})
async function measureCpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('encodes only the pixels, without metadata and without data after the image', async () => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'SECRETCANARY' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()
  const { files, width, height } = await encodeImage(
    Buffer.concat([photo, Buffer.from('<script>alert("SECRETCANARY")</script>')]),
    'photo.jpg',
  )
  expect([width, height]).toEqual([40, 30])
  for (const { bytes } of files) {
    expect(bytes.toString('latin1')).not.toMatch(/SECRETCANARY|<script/)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  }
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a truncated image', png(10, 10).subarray(0, 40)],
  ['an image without a size', Buffer.concat([pngStart, header(0, 0)])],
  ['an HTML page with the name of an image', Buffer.from('<!doctype html><script>')],
  ['an image that is also a script', Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)')],
])('rejects %s', async (_description, bytes) => {
  await expect(encodeImage(bytes, 'a.png')).rejects.toMatchObject({
    status: expect.toSatisfy(status => status === 415 || status === 422),
  })
})
