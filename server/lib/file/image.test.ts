import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Problem } from '../call/problem.ts'
import { encodeImage } from './image.ts'

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
const zeros = (megabytes: number) =>
  deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 9 })

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
  [
    'a PNG with a profile that unpacks to 200 MB',
    () => png(6400, 6400, chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), zeros(200)]))),
  ],
  [
    'a PNG with a text that unpacks to 200 MB',
    () => png(6400, 6400, chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), zeros(200)]))),
  ],
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

// Measures CPU time, because the machine may be busy with other work.
test.each(bombs)('rejects %s before it is decoded', async (_description, create) => {
  const bytes = await create()
  await encodeImage(Buffer.from('GIF89a'), 'warm-up.gif').catch(() => undefined)
  const [memory, cpuBefore] = [process.memoryUsage.rss(), process.cpuUsage()]
  const problem = await encodeImage(bytes, 'bomb.png').then(
    () => undefined,
    (error: unknown) => error,
  )
  const { user, system } = process.cpuUsage(cpuBefore)
  expect(problem).toBeInstanceOf(Problem)
  expect([415, 422]).toContain(problem instanceof Problem ? problem.status : 0)
  expect((user + system) / 1000, 'milliseconds').toBeLessThan(100)
  expect((process.memoryUsage.rss() - memory) / 1024 / 1024, 'megabytes').toBeLessThan(100)
})

test('twenty bombs at once need no more memory than a few', async () => {
  const bytes = png(16_000, 16_000)
  const memory = process.memoryUsage.rss()
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => encodeImage(bytes, 'bomb.png')),
  )
  expect(results.every(result => result.status === 'rejected')).toBe(true)
  expect((process.memoryUsage.rss() - memory) / 1024 / 1024).toBeLessThan(100)
})

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
