import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importApi } from '#contract/import/import.ts'
import { productApi } from '#contract/product/product.ts'
import { openDisk } from '../../lib/file/disk.ts'
import type { RequestPolicy } from '../../lib/security/guarded-request.ts'
import { isPublicAddress } from '../../lib/security/public-address.ts'
import { saveUploads } from '../../media/media-upload.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { fetchImage } from './import-image-fetch.ts'
import { createImageJob } from './import-image-job.ts'

let t: TestApp
let imageServer: Server
let port: number
let requestedPaths: string[] = []
beforeAll(async () => {
  t = await startTestApp()
  const jpeg = await sharp({
    create: { width: 300, height: 200, channels: 3, background: '#3b6' },
  })
    .jpeg()
    .toBuffer()
  imageServer = createServer((request, reply) => {
    requestedPaths.push(request.url ?? '')
    if (request.url === '/moved') return reply.writeHead(302, { location: '/good.jpg' }).end()
    if (request.url === '/inside')
      return reply.writeHead(302, { location: `http://inside.test:${port}/good.jpg` }).end()
    if (request.url === '/file')
      return reply.writeHead(302, { location: 'file:///etc/passwd' }).end()
    if (request.url === '/round') return reply.writeHead(302, { location: '/round' }).end()
    if (request.url === '/large')
      return reply.writeHead(200, { 'content-length': String(11 * 1024 * 1024) }).end()
    if (request.url === '/endless') {
      reply.writeHead(200)
      return void writeEndlessly(reply)
    }
    if (request.url === '/page')
      return reply.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>')
    if (request.url?.startsWith('/good'))
      return reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg)
    return reply.writeHead(404).end()
  })
  await new Promise<void>(resolve => imageServer.listen(0, '127.0.0.1', resolve))
  port = getPort(imageServer)
})
beforeEach(() => t.resetPeople())
afterAll(async () => {
  imageServer.close()
  await t.close()
})

const getPort = (server: Server) => (server.address() as AddressInfo).port
function writeEndlessly(reply: {
  write(chunk: Buffer): boolean
  destroyed: boolean
  once(event: 'drain', then: () => void): unknown
}) {
  while (!reply.destroyed)
    if (!reply.write(Buffer.alloc(256 * 1024)))
      return reply.once('drain', () => writeEndlessly(reply))
}

/** `out.test` resolves to an allowed address, `inside.test` to a forbidden one. */
const policy: RequestPolicy = {
  resolve: async host => [
    { address: host === 'inside.test' ? '127.0.0.2' : '127.0.0.1', family: 4 },
  ],
  isAllowed: address => address === '127.0.0.1',
}
const toUrl = (path: string) => `http://out.test:${port}${path}`

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001::1',
  'ff02::1',
  'localhost',
  '',
])('%s is not a public address', address => {
  expect(isPublicAddress(address)).toBe(false)
})
test.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is a public address',
  address => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

describe('fetching', () => {
  test('follows a few redirects', async () => {
    expect((await fetchImage(toUrl('/moved'), policy)).subarray(0, 3)).toEqual(
      Buffer.from([0xff, 0xd8, 0xff]),
    )
  })
  test.each([
    ['http://127.0.0.1/x.jpg', 'image_copy_private'],
    ['http://localhost/x.jpg', 'image_copy_private'],
    ['http://[::1]/x.jpg', 'image_copy_private'],
    ['http://[::ffff:169.254.169.254]/latest/meta-data', 'image_copy_private'],
    ['http://0x7f.1/x.jpg', 'image_copy_private'],
    ['http://2130706433/x.jpg', 'image_copy_private'],
    ['ftp://example.com/x.jpg', 'image_copy_no_url'],
    ['file:///etc/passwd', 'image_copy_no_url'],
    ['http://a:b@127.0.0.1/', 'image_copy_credentials'],
  ])('rejects %s', async (address, code) => {
    await expect(fetchImage(address)).rejects.toThrow(code)
  })
  test.each([
    ['/inside', 'image_copy_private'],
    ['/file', 'image_copy_no_url'],
    ['/round', 'image_copy_too_many_redirects'],
    ['/large', 'image_copy_too_large'],
    ['/endless', 'image_copy_too_large'],
    ['/nothing', 'image_copy_http_error'],
  ])('rejects a redirect to %s', async (path, code) => {
    await expect(fetchImage(toUrl(path), policy)).rejects.toThrow(code)
  })
  test('rejects a host with a private address among others', async () => {
    const policyWithPrivateAddress: RequestPolicy = {
      ...policy,
      resolve: async () => [
        { address: '127.0.0.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    }
    await expect(fetchImage(toUrl('/good.jpg'), policyWithPrivateAddress)).rejects.toThrow(
      'image_copy_private',
    )
  })
})

test('copies images in the same run, each URL once, and retries those that fail', async () => {
  const csv = [
    'Handle,Title,Variant Price,Image Src,Image Position',
    `a,A,1,${toUrl('/good.jpg')},1`,
    `b,B,1,${toUrl('/good.jpg')},1`,
    `b,,,${toUrl('/page')},2`,
    `c,C,1,${toUrl('/none')},1`,
  ].join('\n')
  const firstReply = await t.call('owner', importApi.create, { body: createUploadBody(csv) })
  const params = { id: firstReply.body.data._id }
  await t.runJobs()
  requestedPaths = []
  Object.assign(
    t.app.jobs,
    createImageJob(
      t.app,
      (images, storeId, inTx) => saveUploads(images, openDisk(t.app.config), storeId, inTx),
      policy,
    ),
  )
  await t.call('owner', importApi.start, { params })
  await t.runJobs()
  const { data } = (await t.call('owner', importApi.get, { params })).body
  expect(data.images).toEqual({ ready: 2, waiting: 0, failed: 2, isFetching: false })
  expect(
    data.problems.map((problem: { row: number; code: string; level: string }) => [
      problem.row,
      problem.code,
      problem.level,
    ]),
  ).toEqual([
    [3, 'image_copy_unsupported', 'warn'],
    [5, 'image_copy_http_error', 'warn'],
  ])
  expect(data.problems[1]).toMatchObject({ field: 'image', value: toUrl('/none') })
  expect(data.counts.warn).toBe(2)
  expect(requestedPaths.toSorted()).toEqual(['/good.jpg', '/none', '/page'])
  const list = (await t.call('owner', productApi.list, { query: { sort: 'title' } })).body.data
  expect(list.map((row: { image: string }) => row.image !== '')).toEqual([true, true, false])
  const retried = (await t.call('owner', importApi.fetchImages, { params })).body.data
  expect([retried.images, retried.counts.warn]).toEqual([
    { ready: 2, waiting: 2, failed: 0, isFetching: true },
    0,
  ])
  await t.runJobs()
  // The images now have other URLs, but the same file still contains no changes.
  const secondReply = await t.call('owner', importApi.create, { body: createUploadBody(csv) })
  await t.runJobs()
  expect(
    (await t.call('owner', importApi.get, { params: { id: secondReply.body.data._id } })).body.data
      .counts,
  ).toMatchObject({ create: 0, update: 0, unchanged: 3 })
})

test('copies no images when the user turned it off', async () => {
  const csv = `Handle,Title,Variant Price,Image Src\nd,D,1,${toUrl('/good.jpg')}`
  const { body } = await t.call('owner', importApi.create, { body: createUploadBody(csv) })
  const params = { id: body.data._id }
  await t.runJobs()
  requestedPaths = []
  await t.call('owner', importApi.start, { params, body: { copyImages: false } })
  await t.runJobs()
  expect((await t.call('owner', importApi.get, { params })).body.data).toMatchObject({
    copyImages: false,
    images: { waiting: 1, isFetching: false },
  })
  expect(requestedPaths).toEqual([])
})

function createUploadBody(csv: string) {
  const body = new FormData()
  body.append('kind', 'products')
  body.append('file', new Blob([csv]), 'products.csv')
  return body
}
