import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxImageBytes } from '#contract/lib/image.ts'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
afterAll(() => t.close())

type Photo = { name: string; bytes: Buffer }
const createPhoto = async (name = 'crack.jpg'): Promise<Photo> => ({
  name,
  bytes: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer(),
})

const getOrder = async (id: string): Promise<Order> =>
  (await t.call('owner', orderApi.get, { params: { id } })).body.data
const listFiles = async (id: string): Promise<OrderFile[]> =>
  (await t.call('owner', orderFileApi.listFiles, { params: { id } })).body.data

async function placeShippedOrder() {
  const { path, id } = await placeTestOrder(t)
  await t.call('owner', orderApi.updateStatus, {
    params: { id },
    body: { status: 'shipped', reason: 'other' },
  })
  const order = await getOrder(id)
  return { path, id, line: order.lines[0]?._id ?? '' }
}

/** Sends the form as a browser does, with an empty file for a field without a choice. */
async function sendReturn(path: string, fields: Record<string, string>, photos: Photo[]) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const { name, bytes } of photos)
    body.append('photos', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  if (photos.length === 0) body.append('photos', new Blob([]), '')
  const request = new Request('http://localhost', { method: 'POST', body })
  return visit(t, `${path}/return`, {
    method: 'POST',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const listStoredFiles = () =>
  readdir(join(t.app.config.dataDir, 'orders', t.people.owner.storeId)).catch(() => [])

test('photos of a return are stored without metadata, shown to the shopper and deleted with it', async () => {
  const { path, id, line } = await placeShippedOrder()
  const form = await visit(t, `${path}/return`)
  expect(form.body).toContain('encType="multipart/form-data"')
  const reply = await sendReturn(
    path,
    { [`line-${line}`]: '1', [`reason-${line}`]: 'defective', wish: 'refund', reason: 'Cracked' },
    [await createPhoto('<b>crack.jpg'), await createPhoto()],
  )
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `${path}?done=return`])
  const [orderReturn] = (await getOrder(id)).returns
  expect(orderReturn).toMatchObject({ reason: 'Cracked', lines: [{ reason: 'defective' }] })
  const files = await listFiles(id)
  expect(files.map(({ purpose, return: of, fileName }) => [purpose, of, fileName])).toEqual([
    ['return_photo', orderReturn?._id, '<b>crack.webp'],
    ['return_photo', orderReturn?._id, 'crack.webp'],
  ])
  const page = await visit(t, path)
  const photoPath = `${path}/photos/${files[0]?._id}`
  expect(page.body).toContain(`src="${photoPath}"`)
  const photo = await visit(t, photoPath)
  expect(photo.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect((await sharp(photo.rawPayload).metadata()).exif).toBeUndefined()
  expect(photo.rawPayload.toString('latin1')).not.toMatch(/Exif|Camera/)
  const other = await placeShippedOrder()
  expect((await visit(t, `${other.path}/photos/${files[0]?._id}`)).statusCode).toBe(404)
  await t.inStore(tx => tx`delete from order_return where order_id = ${id}`)
  await t.runJobs()
  expect((await visit(t, photoPath)).statusCode).toBe(404)
  expect(await listStoredFiles()).toEqual([])
})

test('a return needs no photos', async () => {
  const { path, id, line } = await placeShippedOrder()
  expect((await sendReturn(path, { [`line-${line}`]: '1' }, [])).statusCode).toBe(303)
  expect((await getOrder(id)).returns).toHaveLength(1)
  expect(await listFiles(id)).toEqual([])
})

describe('a refused return writes no row and no file, and keeps the texts', () => {
  const text = Buffer.from('<script>alert(1)</script>')
  const cases: [string, () => Promise<Photo[]>, string][] = [
    [
      'six photos',
      () => Promise.all(Array.from({ length: 6 }, () => createPhoto())),
      'Choose at most 5 photos.',
    ],
    [
      'a photo above 10 MB',
      async () => [
        await createPhoto(),
        { name: 'big.jpg', bytes: Buffer.alloc(maxImageBytes + 1, 0xff) },
      ],
      'A photo is larger than 10 MB.',
    ],
    [
      'a script that is named like a photo',
      async () => [await createPhoto(), { name: 'a.jpg', bytes: text }],
      'One of the files isn’t a JPEG',
    ],
    [
      'half a photo',
      async () => [{ name: 'a.jpg', bytes: (await createPhoto()).bytes.subarray(0, 200) }],
      'A photo is damaged or incomplete.',
    ],
  ]
  test.each(cases)('%s', async (_case, createPhotos, message) => {
    const { path, id, line } = await placeShippedOrder()
    const before = [await getOrder(id), await listStoredFiles(), await t.changes()]
    const fields = { [`line-${line}`]: '1', reason: 'Cracked <b>' }
    const reply = await sendReturn(path, fields, await createPhotos())
    expect(reply.statusCode).toBe(422)
    for (const part of [message, 'Cracked &lt;b&gt;', 'Choose your photos again.'])
      expect(reply.body).toContain(part)
    expect([await getOrder(id), await listStoredFiles(), await t.changes()]).toEqual(before)
    expect(await readdir(join(t.app.config.dataDir, 'uploads')).catch(() => [])).toEqual([])
  })

  test('no item, and the shopper reads beside the error that the photos are gone', async () => {
    const { path, id, line } = await placeShippedOrder()
    const before = [await getOrder(id), await listStoredFiles(), await t.changes()]
    const reply = await sendReturn(path, { [`line-${line}`]: '0' }, [await createPhoto()])
    expect(reply.statusCode).toBe(422)
    expect(reply.body).toContain('Choose at least one item. Choose your photos again.')
    expect(reply.body).toMatch(/class="field-error">Choose your photos again./)
    expect([await getOrder(id), await listStoredFiles(), await t.changes()]).toEqual(before)
    const withoutPhotos = await sendReturn(path, { [`line-${line}`]: '0' }, [])
    expect(withoutPhotos.body).not.toContain('Choose your photos again.')
  })

  test('more units than were shipped', async () => {
    const { path, id, line } = await placeShippedOrder()
    const before = [await getOrder(id), await listStoredFiles(), await t.changes()]
    const reply = await sendReturn(path, { [`line-${line}`]: '9' }, [await createPhoto()])
    expect(reply.statusCode).toBe(409)
    expect([await getOrder(id), await listStoredFiles(), await t.changes()]).toEqual(before)
  })

  test('photos with a wrong link, or for an order that was deleted', async () => {
    const { path, id, line } = await placeShippedOrder()
    const fields = { [`line-${line}`]: '1' }
    const photos = [await createPhoto()]
    const before = await listStoredFiles()
    expect((await sendReturn(`${path.slice(0, -3)}abc`, fields, photos)).statusCode).toBe(415)
    await t.inStore(tx => tx`delete from "order" where id = ${id}`)
    expect((await sendReturn(path, fields, photos)).statusCode).toBe(415)
    expect(await listStoredFiles()).toEqual(before)
  })
})

test('other forms accept no files', async () => {
  const { path } = await placeShippedOrder()
  const body = new FormData()
  body.append('intent', 'cancel')
  const request = new Request('http://localhost', { method: 'POST', body })
  const reply = await visit(t, path, {
    method: 'POST',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  expect(reply.statusCode).toBe(415)
})
