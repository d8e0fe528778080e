import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { type Review, reviewApi } from '#contract/product/review.ts'
import { eventually } from '../testing/eventually.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '10' })
  await openTestCheckout(t)
})
afterAll(() => t.close())

const createPhoto = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Make: 'Camera' } })
    .jpeg()
    .toBuffer()
const listStoredFiles = () =>
  readdir(join(t.app.config.dataDir, 'orders', t.people.owner.storeId)).catch(() => [])

async function placeShippedOrder(changes: Record<string, string> = {}) {
  const order = await placeTestOrder(t, changes)
  const body = { status: 'shipped', reason: 'other' } as const
  await t.call('owner', orderApi.updateStatus, { params: { id: order.id }, body })
  return order
}

/** Sends the form as a browser does. */
async function sendReview(path: string, product: string, photos: (Buffer | string)[]) {
  const body = new FormData()
  const fields = { product, rating: '4', title: 'Pours well', text: 'No drips.', name: 'Ada' }
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const photo of photos) {
    const content = typeof photo === 'string' ? photo : new Uint8Array(photo)
    body.append('photos', new Blob([content], { type: 'image/jpeg' }), 'teapot.jpg')
  }
  const request = new Request('http://localhost', { method: 'POST', body })
  return visit(t, `${path}/review`, {
    method: 'POST',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const list = async (product: string): Promise<Review[]> =>
  (await t.call('owner', reviewApi.list, { query: { product } })).body.data
async function openReviews(id: string, query = '') {
  const { slug } = (await t.call('owner', productApi.get, { params: { id } })).body.data
  const { document } = new JSDOM((await visit(t, `/products/${slug}${query}`)).body).window
  return document.querySelector('.reviews')
}

async function addReviewWithPhotos(count: number, changes: Record<string, string> = {}) {
  const order = await placeShippedOrder(changes)
  const photos = await Promise.all(Array.from({ length: count }, createPhoto))
  const reply = await sendReview(order.path, order.product._id, photos)
  expect(reply.statusCode).toBe(303)
  const [review] = await list(order.product._id)
  if (!review) throw new Error('The review was not added.')
  return { ...order, review }
}
const approve = (id: string) =>
  t.call('owner', reviewApi.updateStatus, { params: { id }, body: { status: 'approved' } })

test('photos appear with the approved review, and are deleted with it', async () => {
  const { review, product } = await addReviewWithPhotos(2)
  expect(review.photos).toHaveLength(2)
  const [photo = ''] = review.photos
  const path = `/review-photos/${photo}`
  expect((await visit(t, path)).statusCode).toBe(404)
  const download = await t.call('owner', reviewApi.getPhoto, { params: { id: photo } })
  expect(download.status).toBe(200)
  await approve(review._id)
  const reply = await visit(t, path)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(reply.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const headers = { 'if-none-match': String(reply.headers.etag) }
  expect((await visit(t, path, { headers })).statusCode).toBe(304)
  expect((await sharp(reply.rawPayload).metadata()).exif).toBeUndefined()
  await eventually(async () => {
    const reviews = await openReviews(product._id)
    expect(reviews?.querySelector(`img[src="${path}"]`)?.getAttribute('alt')).toBe('Photo by Ada')
    expect(reviews?.querySelector('.review-sorts')?.textContent).toContain('With photos (1)')
  })
  const files = await listStoredFiles()
  expect(files).toEqual(expect.arrayContaining(review.photos))
  await t.call('owner', reviewApi.delete, { params: { id: review._id } })
  await t.runJobs()
  expect((await visit(t, path, { headers })).statusCode).toBe(404)
  for (const id of review.photos) expect(await listStoredFiles()).not.toContain(id)
})

test('photos are erased with the customer', async () => {
  const { review, id } = await addReviewWithPhotos(1, { email: 'erased@shop.example' })
  await approve(review._id)
  const order = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  await t.inStore(tx => tx`update "order" set status = 'completed' where id = ${id}`)
  const erasure = await t.call('owner', customerDataApi.erase, {
    params: { id: order.customer._id },
    body: {},
  })
  expect([erasure.status, erasure.body]).toMatchObject([200, { data: { orders: 1 } }])
  await t.runJobs()
  expect((await visit(t, `/review-photos/${review.photos[0]}`)).statusCode).toBe(404)
  expect(await listStoredFiles()).not.toContain(review.photos[0])
})

test.each([
  ['too many photos', async () => Promise.all(Array.from({ length: 5 }, createPhoto))],
  ['a file that is no image', async () => ['<script>alert(1)</script>']],
])('a review with %s is rejected, and nothing is written', async (_, createFiles) => {
  const { path, product } = await placeShippedOrder()
  const files = await listStoredFiles()
  const reply = await sendReview(path, product._id, await createFiles())
  expect(reply.statusCode).toBe(422)
  expect(await list(product._id)).toEqual([])
  expect(await listStoredFiles()).toEqual(files)
})

test('the reply of the store appears below the review', async () => {
  const { review, product } = await addReviewWithPhotos(0)
  await approve(review._id)
  const reply = 'Thank you!</p><script>alert(1)</script>'
  await t.call('owner', reviewApi.reply, { params: { id: review._id }, body: { reply } })
  await eventually(async () => {
    const reviews = await openReviews(product._id)
    expect(reviews?.querySelector('.review-reply')?.textContent).toContain(reply)
  })
})

test('reviews are filtered by stars and sorted by rating, page by page', async () => {
  const { product } = await placeShippedOrder()
  await t.inStore(
    tx => tx`
      with placed as (
        insert into "order" (number, currency)
        select '#F' || n, 'USD' from generate_series(1, 20) n returning id
      )
      insert into review (product_id, order_id, rating, title, text, name, status)
      select ${product._id}, id, 1 + row_number() over (order by id) % 4, 'Review', 'Text', 'Bo', 'approved'
      from placed order by id`,
  )
  const readRatings = (reviews: Element | null) =>
    [...(reviews?.querySelectorAll('.review .stars') ?? [])].map(stars =>
      Number(stars.getAttribute('aria-label')?.[0]),
    )
  const bars = [...((await openReviews(product._id))?.querySelectorAll('.review-bar') ?? [])]
  expect(bars.map(bar => bar.querySelector(':scope > :last-child')?.textContent)).toEqual([
    '0',
    '5',
    '5',
    '5',
    '5',
  ])
  expect(bars.filter(bar => bar.tagName === 'A')).toHaveLength(4)
  expect(readRatings(await openReviews(product._id, '?stars=3'))).toEqual([3, 3, 3, 3, 3])
  for (const [sort, expected] of [
    ['highest', [4, 3, 2, 1]],
    ['lowest', [1, 2, 3, 4]],
  ] as const) {
    const ratings: number[] = []
    let query: string | undefined = `?reviewSort=${sort}`
    while (query) {
      const reviews = await openReviews(product._id, query)
      ratings.push(...readRatings(reviews))
      const next = [...(reviews?.querySelectorAll('.reviews-pages a') ?? [])].find(
        link => link.textContent === 'More reviews',
      )
      query = next?.getAttribute('href')?.replace(/^[^?]*/, '')
    }
    expect(ratings).toEqual(expected.flatMap(rating => Array(5).fill(rating)))
  }
})
