import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { productApi } from '#contract/product/product.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createEditTester } from '../testing/order-edit-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createEditTester>
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '10' })
  await openTestCheckout(t)
  tester = createEditTester(t)
})
afterAll(() => t.close())

const getStock = async (variant: string) => {
  const [row] = await t.inStore(
    tx => tx<{ stock: number }[]>`select stock from variant where id = ${variant}`,
  )
  return row?.stock
}
const createProduct = async (changes: Record<string, unknown> = {}) => {
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Saucer', price: 500, stock: 5, status: 'active', ...changes },
  })
  return body.data as { _id: string; variants: { _id: string }[] }
}
const placeOrder = async (changes: Record<string, string> = {}) => {
  const placed = await placeTestOrder(t, changes)
  const order = await tester.getOrder(placed.id)
  return { ...placed, order, line: order.lines[0]?._id ?? '' }
}
/** Everything that an edit could have written. */
const readState = async (id: string) => ({
  order: await tester.getOrder(id),
  stock: [...(await t.inStore(tx => tx`select id, stock from variant order by id`))],
  movements: [...(await t.inStore(tx => tx`select count(*) from stock_movement`))],
})

test('a quantity is changed after a preview that writes nothing', async () => {
  const { path, id, line, order, product } = await placeOrder({ email: 'edit@example.com' })
  expect((await visit(t, path)).body).toContain(`href="${path}/edit"`)
  const before = await readState(id)
  const changes = { [`quantity-${line}`]: '3' }
  const preview = await tester.submit(path, 'preview', changes)
  expect(preview.statusCode).toBe(200)
  expect(preview.headers['cache-control']).toBe('private, no-store')
  for (const text of ['Review your changes', '3 × Blue teapot', '79.60', '54.70'])
    expect(preview.body).toContain(text)
  expect(await readState(id)).toEqual(before)

  const applied = await tester.submit(path, 'apply', changes)
  expect([applied.statusCode, applied.headers.location]).toEqual([303, `${path}?done=changed`])
  expect((await visit(t, `${path}?done=changed`)).body).toContain('Your order was changed.')
  const after = await tester.getOrder(id)
  expect(after).toMatchObject({
    total: 3 * 2490 + 490,
    shippingTotal: 490,
    itemCount: 3,
    version: order.version + 1,
    lines: [{ _id: line, quantity: 3, unitPrice: 2490 }],
  })
  expect(after.timeline.at(-1)).toMatchObject({ type: 'shopper_edited', actor: '' })
  expect(await getStock(product.variant)).toBe(2)
  await t.runJobs()
  const mails = await listMailsTo(t, 'edit@example.com')
  expect(mails.filter(mail => mail.includes('was changed'))).toHaveLength(1)
})

test('a size is swapped, a product added and a line removed at the prices of today', async () => {
  const { path, id, line, product } = await placeOrder({ title: 'Shirt <b>' })
  const saucer = await createProduct({ title: 'Saucer <i>' })
  const saucerVariant = saucer.variants[0]?._id ?? ''
  const large = await t.inStore(async tx => {
    await tx`update product set options = '[{"name": "Size", "values": ["S", "L"]}]' where id = ${product._id}`
    await tx`update variant set options = '{S}' where id = ${product.variant}`
    const [row] = await tx<{ id: string }[]>`
      insert into variant (product_id, options, price, stock, position)
      values (${product._id}, '{L}', 2990, 4, 1) returning id`
    return row?.id ?? ''
  })
  const search = await tester.submit(path, 'search', { search: 'saucer' })
  expect(search.body).toContain(`name="add-${saucerVariant}"`)
  expect(search.body).toContain('Saucer &lt;i&gt;')
  expect(search.body).not.toContain('Saucer <i>')
  const swap = { [`variant-${line}`]: large, [`add-${saucerVariant}`]: '2' }
  const preview = await tester.submit(path, 'preview', swap)
  expect(preview.body).toContain('Shirt &lt;b&gt;')
  const applied = await tester.submit(path, 'apply', swap)
  expect(applied.statusCode).toBe(303)
  const order = await tester.getOrder(id)
  expect(order).toMatchObject({
    total: 2 * 2990 + 2 * 500 + 490,
    lines: [
      { variant: large, quantity: 2, unitPrice: 2990 },
      { variant: saucerVariant, quantity: 2, unitPrice: 500 },
    ],
  })
  expect(await Promise.all([product.variant, large, saucerVariant].map(getStock))).toEqual([
    5, 2, 3,
  ])

  await tester.submit(path, 'apply', { [`remove-${order.lines[0]?._id}`]: 'on' })
  expect((await tester.getOrder(id)).lines).toMatchObject([{ variant: saucerVariant }])
  expect(await getStock(large)).toBe(4)
})

test('the address is changed with the items', async () => {
  const { path, id } = await placeOrder()
  const reply = await tester.submit(path, 'apply', {
    line1: 'New <b>street</b> 5',
    city: 'Hamburg',
  })
  expect(reply.statusCode).toBe(303)
  expect(await tester.getOrder(id)).toMatchObject({
    shippingAddress: { line1: 'New <b>street</b> 5', city: 'Hamburg', country: 'DE' },
    billingAddress: { line1: 'New <b>street</b> 5', city: 'Hamburg', country: 'DE' },
    total: 2 * 2490 + 490,
    timeline: expect.arrayContaining([
      expect.objectContaining({
        data: { fields: ['shippingAddress', 'billingAddress'], isFromShopper: true },
      }),
    ]),
  })
})

const setMinutes = (editMinutes: number) =>
  t.call('owner', cmsApi.update, { body: { checkout: { editMinutes } } })
const setStatus = (id: string, status: string) =>
  t.call('owner', orderApi.updateStatus, { params: { id }, body: { status, reason: 'other' } })
const newAddress = {
  name: 'Ada Verne',
  line1: 'Harbor street 9',
  line2: '',
  postalCode: '20459',
  city: 'Hamburg',
  region: '',
}
const age = (id: string, minutes: number) =>
  t.inStore(
    tx => tx`
      update "order" set created_at = created_at - ${minutes} * interval '1 minute' where id = ${id}`,
  )

test.each([
  ['after the time', (id: string) => age(id, 31)],
  ['once it is on hold', (id: string) => setStatus(id, 'on_hold')],
  ['once it is shipped', (id: string) => setStatus(id, 'shipped')],
  ['once it is canceled', (id: string) => setStatus(id, 'cancelled')],
  [
    'once a parcel is packed',
    (id: string) =>
      t.inStore(tx => tx`insert into fulfillment (order_id, status) values (${id}, 'packed')`),
  ],
  [
    'once it is archived',
    (id: string) => t.inStore(tx => tx`update "order" set archived_at = now() where id = ${id}`),
  ],
])('an order is not edited %s, and nothing is written', async (_, end) => {
  const { path, id, line } = await placeOrder()
  const fields = { ...(await tester.openEdit(path)), [`quantity-${line}`]: '1' }
  await end(id)
  const before = await readState(id)
  for (const intent of ['preview', 'apply']) {
    const reply = await tester.send(path, { ...fields, intent })
    expect(reply.statusCode).toBe(409)
    expect(reply.body).toContain('This order can no longer be changed here.')
    expect(reply.body).not.toContain('name="quantity-')
  }
  const page = await visit(t, path)
  expect(page.body).not.toContain(`${path}/edit`)
  expect(page.body).not.toContain('value="address"')
  const reply = await new Shopper(t).send({ intent: 'address', ...newAddress }, { url: path })
  expect([reply.statusCode, reply.body]).toEqual([
    409,
    expect.stringContaining('longer be changed'),
  ])
  expect(await readState(id)).toEqual(before)
})

test('an address that the shopper changed is emailed, and its event is marked', async () => {
  const email = 'moves@canary.example'
  const { path, id } = await placeTestOrder(t, { email })
  expect((await visit(t, path)).body).toContain('value="address"')
  await t.runJobs()
  const sent = (await listMailsTo(t, email)).length
  const send = () => new Shopper(t).send({ intent: 'address', ...newAddress }, { url: path })
  expect((await send()).statusCode).toBe(303)
  // An address that stays is no change.
  expect((await send()).statusCode).toBe(303)
  await t.runJobs()
  const order = await tester.getOrder(id)
  expect(order.shippingAddress.line1).toBe(newAddress.line1)
  expect(order.timeline.filter(({ type }) => type === 'edited')).toMatchObject([
    {
      data: { fields: ['shippingAddress', 'billingAddress'], isFromShopper: true },
      hasDetails: true,
    },
  ])
  expect(await listMailsTo(t, email)).toHaveLength(sent + 1)
})

test('the seller turns edits off and sets their time', async () => {
  const { path, id } = await placeOrder()
  await setMinutes(0)
  expect((await visit(t, path)).body).not.toContain(`${path}/edit`)
  await age(id, 45)
  await setMinutes(60)
  expect((await visit(t, path)).body).toContain(`${path}/edit`)
  await setMinutes(30)
})

test('wrong entries are rejected with their reason, and nothing is written', async () => {
  const { path, id, line, product } = await placeOrder()
  const other = await createProduct({ title: 'Other' })
  const hidden = await createProduct({ title: 'Hidden', status: 'draft' })
  const soldOut = await createProduct({ title: 'Sold out', stock: 0 })
  const getVariant = ({ variants }: typeof other) => variants[0]?._id ?? ''
  const foreign = await t.call('stranger', productApi.create, {
    body: { title: 'Foreign', price: 1, stock: 5, status: 'active' },
  })
  const before = await readState(id)
  const quantity = `quantity-${line}`
  const cases: [Record<string, string>, number, string][] = [
    [{ [quantity]: '0' }, 422, 'Enter a quantity from 1 to 99.'],
    [{ [quantity]: '100' }, 422, 'Enter a quantity from 1 to 99.'],
    [{ [quantity]: '1.5' }, 422, 'Enter a quantity from 1 to 99.'],
    [{ [quantity]: 'x' }, 422, 'Enter a quantity from 1 to 99.'],
    [{ [quantity]: '6' }, 409, 'Only 5 left'],
    [{ [`remove-${line}`]: 'on' }, 422, 'Keep at least one item.'],
    [{ [`variant-${line}`]: getVariant(other) }, 422, 'This product is no longer for sale.'],
    [{ [`add-${getVariant(hidden)}`]: '1' }, 422, 'We couldn’t apply your changes.'],
    [{ [`add-${getVariant(soldOut)}`]: '1' }, 409, 'We couldn’t apply your changes.'],
    [{ [`add-${foreign.body.data.variants[0]._id}`]: '1' }, 422, 'We couldn’t apply your changes.'],
    [{ [`quantity-${product._id}`]: '1' }, 422, 'We couldn’t apply your changes.'],
    [{ line1: '' }, 422, 'Fill in this field.'],
    [{}, 409, 'Nothing has changed yet.'],
    [{ version: '99', [quantity]: '1' }, 409, 'The order has changed in the meantime.'],
  ]
  for (const [changes, status, text] of cases)
    for (const intent of ['preview', 'apply']) {
      const reply = await tester.submit(path, intent, changes)
      expect([reply.statusCode, changes]).toEqual([status, changes])
      expect(reply.body).toContain(text)
    }
  expect(await readState(id)).toEqual(before)
})

test('a line with more units than a cart has can stay, shrink and be next to other changes', async () => {
  const { path, id, line, product } = await placeOrder()
  await t.inStore(async tx => {
    await tx`update variant set stock = 500 where id = ${product.variant}`
    await tx`update "order" set source = 'manual' where id = ${id}`
  })
  const order = await tester.getOrder(id)
  const edited = await t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: {
      version: order.version,
      change: { kind: 'editItems', lines: [{ line, quantity: 150 }] },
    },
  })
  expect(edited.status).toBe(200)
  await t.inStore(tx => tx`update "order" set source = 'storefront' where id = ${id}`)
  expect((await visit(t, `${path}/edit`)).body).toContain('max="150"')
  const tooMany = await tester.submit(path, 'apply', { [`quantity-${line}`]: '151' })
  expect([tooMany.statusCode, tooMany.body]).toEqual([
    422,
    expect.stringContaining('Enter a quantity from 1 to 150.'),
  ])
  expect((await tester.getOrder(id)).version).toBe(edited.body.data.version)
  const readdressed = await tester.submit(path, 'apply', { line1: '7 New Road' })
  expect(readdressed.statusCode).toBe(303)
  expect((await tester.submit(path, 'apply', { [`quantity-${line}`]: '120' })).statusCode).toBe(303)
  expect(await tester.getOrder(id)).toMatchObject({
    shippingAddress: { line1: '7 New Road' },
    lines: [{ quantity: 120 }],
  })
})

test('an order does not get more lines than a cart, and nothing is written', async () => {
  const { path, id, line } = await placeOrder()
  const variants = await t.inStore(
    tx => tx<{ id: string }[]>`
      with added as (
        insert into product (title, slug, status)
        select 'Card', 'card-' || n, 'active' from generate_series(1, 100) n returning id
      )
      insert into variant (product_id, price, stock) select id, 100, 5 from added returning id`,
  )
  const before = await readState(id)
  const added = Object.fromEntries(variants.map(variant => [`add-${variant.id}`, '1']))
  const reply = await tester.submit(path, 'apply', { [`quantity-${line}`]: '1', ...added })
  expect(reply.statusCode).toBe(422)
  expect(reply.body).toContain('An order can have at most 100 products.')
  expect(await readState(id)).toEqual(before)
})

test('only the link of the order opens the form, and the forms of others change nothing', async () => {
  const first = await placeOrder()
  const second = await placeOrder()
  const fields = { ...(await tester.openEdit(first.path)), [`quantity-${first.line}`]: '1' }
  const before = await Promise.all([readState(first.id), readState(second.id)])
  const token = first.path.split('/').at(-1)
  const foreignPath = `/orders/${second.id}/${token}`
  expect((await visit(t, `${foreignPath}/edit`)).statusCode).toBe(404)
  expect((await tester.send(foreignPath, { ...fields, intent: 'apply' })).statusCode).toBe(404)
  const reply = await tester.send(second.path, { ...fields, intent: 'apply' })
  expect(reply.statusCode).toBe(422)
  expect(await Promise.all([readState(first.id), readState(second.id)])).toEqual(before)
})

test('a confirmation that is sent twice or at once is applied once', async () => {
  const { path, id, line, order } = await placeOrder()
  const fields = { ...(await tester.openEdit(path)), [`quantity-${line}`]: '4', intent: 'apply' }
  const replies = await Promise.all([tester.send(path, fields), tester.send(path, fields)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect((await tester.send(path, fields)).statusCode).toBe(303)
  const once = await readState(id)
  expect(once.order).toMatchObject({ version: order.version + 1, itemCount: 4 })

  const entries = await tester.openEdit(path)
  const others = await Promise.all(
    ['1', '3'].map(quantity =>
      tester.send(path, {
        ...entries,
        key: crypto.randomUUID(),
        [`quantity-${line}`]: quantity,
        intent: 'apply',
      }),
    ),
  )
  expect(others.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409])
  expect(others.find(({ statusCode }) => statusCode === 409)?.body).toContain(
    'The order has changed in the meantime.',
  )
  expect((await tester.getOrder(id)).version).toBe(order.version + 2)
})
