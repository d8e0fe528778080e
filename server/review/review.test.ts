import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { type Review, reviewApi } from '#contract/product/review.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { listSchemaProblems } from '../testing/schema/test-schema-org.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

const hostileText = '</script><script>alert(1)</script>'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '10' })
  await openTestCheckout(t)
})
afterAll(() => t.close())

const setStatus = (id: string, status: string) =>
  t.call('owner', orderApi.updateStatus, { params: { id }, body: { status, reason: 'other' } })

async function placeShippedOrder(changes: Record<string, string> = {}) {
  const order = await placeTestOrder(t, changes)
  await setStatus(order.id, 'shipped')
  return order
}

const sampleReview = { rating: '4', title: 'Pours well', text: 'No drips.', name: 'Ada' }
const send = (path: string, fields: Record<string, string>) =>
  new Shopper(t).send(fields, { url: `${path}/review` })
const list = async (product: string): Promise<Review[]> =>
  (await t.call('owner', reviewApi.list, { query: { product } })).body.data
const countByStatus = async () => (await t.call('owner', reviewApi.getCounts)).body.data
const countAll = async () => (await countByStatus()).all
const listNotifications = (product: string) =>
  t.inStore(
    tx => tx<{ kind: string; data: object }[]>`
      select kind, data from notification where subject_id = ${product} and kind = 'review_added'`,
  )
const decide = (id: string, status: 'approved' | 'rejected') =>
  t.call('owner', reviewApi.updateStatus, { params: { id }, body: { status } })

async function openProduct(id: string, query = '') {
  const { slug } = (await t.call('owner', productApi.get, { params: { id } })).body.data
  const { body, statusCode } = await visit(t, `/products/${slug}${query}`)
  const { document } = new JSDOM(body).window
  const entities = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    script => JSON.parse(script.textContent),
  )
  return { body, statusCode, document, entity: entities.find(({ name }) => name) }
}

test('a buyer reviews a product, and shoppers see the review once it is approved', async () => {
  const { path, product } = await placeShippedOrder({ name: `Ada ${hostileText}` })
  expect((await visit(t, path)).body).toContain(`${path}/review`)
  const form = await visit(t, `${path}/review`)
  expect(form.body).toContain('name="rating"')
  const hostileReview = { rating: '4', title: hostileText, text: hostileText, name: hostileText }
  const reply = await send(path, { product: product._id, ...hostileReview })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `${path}/review`])
  const [review] = await list(product._id)
  expect(review).toMatchObject({ ...hostileReview, rating: 4, status: 'pending' })
  expect([...(await listNotifications(product._id))]).toEqual([
    { kind: 'review_added', data: { customer: hostileText, title: 'Blue teapot' } },
  ])
  expect((await visit(t, `${path}/review`)).body).toContain('Thank you for your review')

  const before = await openProduct(product._id)
  expect(before.entity).not.toHaveProperty('aggregateRating')
  expect(before.document.querySelector('#reviews')).toBeNull()

  expect((await decide(review?._id ?? '', 'approved')).status).toBe(200)
  await expect
    .poll(async () => (await openProduct(product._id)).entity)
    .toMatchObject({
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 1 },
      review: [
        {
          '@type': 'Review',
          name: hostileText,
          reviewBody: hostileText,
          datePublished: new Date().toISOString().slice(0, 10),
          author: { '@type': 'Person', name: hostileText },
          reviewRating: { '@type': 'Rating', ratingValue: 4 },
        },
      ],
    })
  const after = await openProduct(product._id)
  expect(listSchemaProblems(after.entity)).toEqual([])
  expect(after.document.querySelector('.review-text')?.textContent).toBe(hostileText)
  expect(after.body).not.toContain(hostileText)

  await decide(review?._id ?? '', 'rejected')
  await expect
    .poll(async () => (await openProduct(product._id)).document.querySelector('#reviews'))
    .toBeNull()
})

test.each([
  ['no rating', { rating: '' }],
  ['a rating of 0', { rating: '0' }],
  ['a rating of 6', { rating: '6' }],
  ['half a star', { rating: '1.5' }],
  ['no text', { text: '  \r\n ' }],
  ['too much text', { text: 'x'.repeat(4001) }],
  ['too long a title', { title: 'x'.repeat(121) }],
  ['no name', { name: ' ' }],
  ['a null character', { text: 'a\0b' }],
])('a review with %s is rejected, and nothing is written', async (_, changes) => {
  const { path, product } = await placeShippedOrder()
  const reply = await send(path, { product: product._id, ...sampleReview, ...changes })
  expect(reply.statusCode).toBe(422)
  expect(await list(product._id)).toEqual([])
  expect(await listNotifications(product._id)).toHaveLength(0)
})

test('a rejected review shows what the shopper typed', async () => {
  const { path, product } = await placeShippedOrder()
  const { body } = await send(path, { ...sampleReview, product: product._id, rating: '' })
  expect(body).toContain('Choose a rating.')
  expect(body).toContain('No drips.')
})

test('only products that the order contains and that were sent are reviewed', async () => {
  const open = await placeTestOrder(t)
  const canceled = await placeTestOrder(t)
  await setStatus(canceled.id, 'cancelled')
  const bought = await placeShippedOrder()
  const deleted = await placeShippedOrder()
  await t.call('owner', productApi.delete, { params: { id: deleted.product._id } })
  const count = await countAll()
  for (const [path, product] of [
    [open.path, open.product._id],
    [canceled.path, canceled.product._id],
    [bought.path, open.product._id],
    [bought.path, crypto.randomUUID()],
    [deleted.path, deleted.product._id],
    [`${bought.path}x`, bought.product._id],
    [bought.path.replace(bought.id, open.id), open.product._id],
  ] as const)
    expect((await send(path, { product, ...sampleReview })).statusCode, path).toBe(404)
  expect((await send(bought.path, { product: 'x', ...sampleReview })).statusCode).toBe(422)
  for (const { path } of [open, canceled, deleted])
    expect((await visit(t, `${path}/review`)).statusCode).toBe(404)
  expect(await countAll()).toBe(count)
})

test('a review that is sent several times is one', async () => {
  const { path, product } = await placeShippedOrder()
  const replies = await Promise.all(
    ['First', 'Second', 'Third'].map(title =>
      send(path, { product: product._id, ...sampleReview, title }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
  const reviews = await list(product._id)
  expect(reviews).toHaveLength(1)
  await send(path, { product: product._id, ...sampleReview, text: 'Changed' })
  expect(await list(product._id)).toEqual(reviews)
  expect(await listNotifications(product._id)).toHaveLength(1)
})

test('a product has its average and pages of reviews, which are deleted with it', async () => {
  const { product } = await placeTestOrder(t, { title: 'Green teapot' })
  await t.inStore(async tx => {
    await tx`
      with placed as (
        insert into "order" (number, currency)
        select '#R' || n, 'USD' from generate_series(1, 20) n returning id
      )
      insert into review (product_id, order_id, rating, title, text, name, status)
      select ${product._id}, id, case row_number() over (order by id) % 2 when 0 then 4 else 5 end,
        'Review ' || row_number() over (order by id), 'Text', 'Bo', 'approved'
      from placed order by id`
  })
  const titles: string[] = []
  let query: string | null = ''
  for (let page = 0; query !== null && page < 4; page++) {
    const { document } = await openProduct(product._id, query)
    titles.push(...[...document.querySelectorAll('.review h3')].map(each => each.textContent))
    const links: HTMLAnchorElement[] = [
      ...document.querySelectorAll<HTMLAnchorElement>('.reviews-pages a'),
    ]
    query = /\?reviews=[\w-]+/.exec(links.at(-1)?.getAttribute('href') ?? '')?.[0] ?? null
    expect(document.querySelector('.reviews-summary')?.textContent).toContain('4.5')
  }
  expect(titles).toHaveLength(20)
  expect(new Set(titles).size).toBe(20)
  const before = await countAll()
  await t.call('owner', productApi.delete, { params: { id: product._id } })
  expect(await countAll()).toBe(before - 20)
})

test('several reviews are approved at once, an unknown one is reported', async () => {
  const orders = [await placeShippedOrder(), await placeShippedOrder()]
  for (const { path, product } of orders)
    await send(path, { product: product._id, ...sampleReview })
  const reviews = (await Promise.all(orders.map(({ product }) => list(product._id)))).flat()
  const counts = await countByStatus()
  const unknown = crypto.randomUUID()
  const reply = await t.call('owner', reviewApi.bulkUpdateStatus, {
    body: { ids: [...reviews.map(({ _id }) => _id), unknown], status: 'approved' },
  })
  expect(reply.body.data).toMatchObject({ done: 2, failed: 1 })
  for (const { product } of orders)
    expect(await list(product._id)).toMatchObject([{ status: 'approved' }])
  expect(await countByStatus()).toEqual({
    ...counts,
    pending: counts.pending - 2,
    approved: counts.approved + 2,
  })
  const approved = await t.call('owner', reviewApi.list, { query: { status: 'approved' } })
  expect(approved.body.meta.total).toBe(counts.approved + 2)
})

test('the email about a delivered order links to the review of each product', async () => {
  const { path, id, product } = await placeShippedOrder({ email: 'review@example.com' })
  await setStatus(id, 'delivered')
  await t.runJobs()
  const mails = (await listMailsTo(t, 'review@example.com')).join('\n').replaceAll('=\r\n', '')
  expect(mails).toContain(`${path}/review?product`)
  expect(mails).toContain(product._id)
  expect(mails).toContain('Write a review')
})
