import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { clock } from '../../lib/security/rate-limit.ts'
import { eventually } from '../../testing/eventually.ts'
import { Shopper } from '../../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

type Fields = Record<string, string>
type Product = { _id: string; slug: string; variants: { _id: string; version: number }[] }

let t: TestApp
let teapot: Product
let lamp: Product
let strangersVariant: string
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '0.3' })
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { languages: ['de', 'ar'], status: 'live' } },
  })
  const { body } = await t.call('stranger', productApi.create, {
    body: { title: 'Foreign cup', price: 100, stock: 5, status: 'active' },
  })
  strangersVariant = body.data.variants[0]._id
})
beforeEach(async () => {
  await t.sql`delete from rate_limit_bucket`
  await t.inStore(tx => tx`delete from cart`)
  teapot = await createProduct({ title: 'Blue teapot', price: 2490, stock: 30 })
  lamp = await createProduct({
    title: 'Desk lamp',
    options: [{ name: 'Color', values: ['Red', 'Green'] }],
    variants: [
      { options: ['Red'], price: 5000, stock: 3 },
      { options: ['Green'], price: 5500, stock: 0 },
    ],
  })
})
afterAll(() => t.close())
vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)

async function createProduct(body: object): Promise<Product> {
  const reply = await t.call('owner', productApi.create, { body: { status: 'active', ...body } })
  return reply.body.data
}
const updateProduct = ({ _id: id }: Product, body: object) =>
  t.call('owner', productApi.update, { params: { id }, body })
const getVariantId = ({ variants }: Product, index = 0) => variants[index]?._id ?? ''

/** A shopper of the owner's store. */
class CartShopper extends Shopper {
  constructor() {
    super(t)
  }

  add = (product: Product, quantity = 1, index = 0) =>
    this.send({
      intent: 'add',
      variant: getVariantId(product, index),
      quantity: String(quantity),
    })

  /** Returns the ids of the lines on the page of the cart. */
  async listLines() {
    const { body } = await this.open()
    return [...body.matchAll(/name="line" value="([^"]*)"/g)].map(([, id = '']) => id)
  }

  get count() {
    return this.cookies.get('__Host-cart-count')
  }
}

/** Returns all carts and lines as stored, to compare before and after a rejection. */
const readTables = () =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    return {
      carts: [...(await tx`select * from cart where store_id = current_store() order by id`)],
      lines: [...(await tx`select * from cart_line order by id`)],
    }
  })
const getText = (html: string) =>
  html
    .replace(/^.*<main/s, '')
    .replace(/<\/main>.*$/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('a product is added without a script, and the page of the cart shows it', async () => {
  const shopper = new CartShopper()
  const page = (await shopper.open(`/products/${teapot.slug}`)).body
  expect(page).toMatch(/<form class="add-to-cart" [^>]*action="\/cart" method="post">/)
  expect(page).toContain(`name="variant" value="${getVariantId(teapot)}"`)
  expect(shopper.cookies.size).toBe(0)
  const empty = await shopper.open()
  expect(empty.body).toContain('Your cart is empty.')
  expect(shopper.cookies.size).toBe(0)

  const reply = await shopper.add(teapot, 2)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/cart'])
  const [token, count] = reply.headers['set-cookie'] as unknown as string[]
  expect(token).toMatch(
    /^__Host-cart=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
  )
  expect(count).toBe('__Host-cart-count=2; Path=/; Max-Age=2592000; Secure; SameSite=Lax')
  await shopper.add(lamp)
  await shopper.add(teapot)

  const cart = await shopper.open()
  expect([cart.statusCode, cart.headers['cache-control'], cart.headers.etag]).toEqual([
    200,
    'private, no-store',
    undefined,
  ])
  expect(cart.headers['x-robots-tag']).toBe('noindex')
  expect(cart.body).toContain('<meta name="robots" content="noindex"/>')
  const text = getText(cart.body)
  for (const part of ['Blue teapot', '$24.90', '$74.70', 'Desk lamp', 'Color : Red', '$50.00'])
    expect(text.replaceAll('Color: ', 'Color : ')).toContain(part)
  expect(text).toContain('Subtotal $124.70')
  expect(text.split('Subtotal')[0]?.match(/\$50\.00/g)).toHaveLength(1)
  expect(cart.body).toContain(`href="/products/${lamp.slug}?variant=${getVariantId(lamp)}"`)
  expect([shopper.count, cart.headers['set-cookie']]).toEqual(['4', undefined])
  expect((await readTables()).carts.map(({ tokenHash }) => tokenHash.length)).toEqual([32])
})

test('quantities change, lines are removed and a note is kept', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot)
  await shopper.add(lamp)
  const [first = '', second = ''] = await shopper.listLines()
  expect((await shopper.send({ intent: 'change', line: first, quantity: '7' })).statusCode).toBe(
    303,
  )
  expect(shopper.count).toBe('8')
  await shopper.send({ intent: 'note', note: 'Ring <b>twice</b>\r\nThanks' })
  const removal = await shopper.send({ intent: 'remove', line: second, quantity: 'x' })
  const { body } = await shopper.open()
  expect(body).toContain('value="7"')
  expect(await shopper.listLines()).toEqual([first])
  expect(body).toContain('Ring &lt;b&gt;twice&lt;/b&gt;\nThanks</textarea>')
  // The page after the removal offers to undo it, as long as the product is not in the cart again.
  const removedPath = removal.headers.location ?? ''
  const variant = getVariantId(lamp)
  expect(removedPath).toBe(`/cart?removed=${variant}&quantity=1`)
  expect(getText((await shopper.open(removedPath)).body)).toContain('Removed Desk lamp – Red. Undo')
  expect((await shopper.send({ intent: 'add', variant, quantity: '1' })).headers.location).toBe(
    '/cart',
  )
  expect((await shopper.open(removedPath)).body).not.toContain('Undo')
  const [, third = ''] = await shopper.listLines()
  await shopper.send({ intent: 'remove', line: third })
  for (const query of ['removed=x', `removed=${strangersVariant}&quantity=1`, `removed=${variant}`])
    expect((await shopper.open(`/cart?${query}`)).body).not.toContain('Undo')
  // Another tab may have removed the line already.
  expect((await shopper.send({ intent: 'remove', line: second })).statusCode).toBe(303)
  const before = await readTables()
  const reply = await shopper.send({ intent: 'change', line: second, quantity: '2' })
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('This product is no longer in your cart.')
  expect(await readTables()).toEqual(before)
  await shopper.send({ intent: 'remove', line: first })
  expect((await shopper.open()).body).toContain('Your cart is empty.')
  expect(shopper.count).toBeUndefined()
})

test('keeps simultaneous additions of two tabs, and separates the carts of shoppers', async () => {
  const [shopper, other] = [new CartShopper(), new CartShopper()]
  await Promise.all([shopper.add(teapot), other.add(lamp)])
  await Promise.all([
    ...Array.from({ length: 5 }, () => shopper.add(teapot)),
    shopper.add(lamp, 1),
    other.add(teapot, 3),
  ])
  const text = getText((await shopper.open()).body)
  expect(text).toContain('Subtotal $199.40')
  expect(getText((await other.open()).body)).toContain('Subtotal $124.70')
  expect(await shopper.listLines()).toHaveLength(2)
})

test('the page lists the changes since a product was added', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot, 5)
  await shopper.add(lamp, 9)
  expect(getText((await shopper.open()).body)).toContain('Only 3 left: quantity changed to 3.')
  await updateProduct(teapot, { price: 1990, compareAtPrice: 2490, stock: 2 })
  const cart = await shopper.open()
  const text = getText(cart.body)
  expect(text).toContain('The price of Blue teapot changed from $24.90 to $19.90.')
  expect(text).toContain('Only 2 left: quantity changed to 2.')
  expect(text).toContain('Lowest price in the last 30 days: $24.90')
  expect(text).toContain('Subtotal $189.80')
  expect(shopper.count).toBe('5')
  // The quantity does not rise again by itself.
  await updateProduct(teapot, { stock: 50 })
  expect(getText((await shopper.open()).body)).toContain('Subtotal $189.80')
  const [line = ''] = await shopper.listLines()
  await shopper.send({ intent: 'change', line, quantity: '4' })
  const accepted = getText((await shopper.open()).body)
  expect(accepted).not.toContain('changed from')
  expect(accepted).toContain('Subtotal $229.60')

  await updateProduct(teapot, { stock: 0 })
  expect(getText((await shopper.open()).body)).toContain('Blue teapot is sold out.')
  await updateProduct(lamp, { status: 'archived' })
  const page = await shopper.open()
  expect(getText(page.body)).toContain('Desk lamp – Red is no longer available.')
  expect(getText(page.body)).toContain('Subtotal $0.00')
  expect(page.body).not.toContain(`/products/${lamp.slug}`)
  expect(shopper.count).toBeUndefined()
  const before = await readTables()
  for (const id of await shopper.listLines()) {
    const rejection = await shopper.send({ intent: 'change', line: id, quantity: '1' })
    expect([rejection.statusCode, getText(rejection.body)]).toEqual([
      409,
      expect.stringContaining('This product is no longer available.'),
    ])
  }
  expect(await readTables()).toEqual(before)
  await t.call('owner', productApi.delete, { params: { id: lamp._id } })
  expect(getText((await shopper.open()).body)).toContain('Desk lamp – Red is no longer available.')
})

test('buttons change the typed quantity by one, and too large ones are reduced with a reason', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot)
  const [line = ''] = await shopper.listLines()
  const change = async (intent: string, quantity: string) => {
    const reply = await shopper.send({ intent, line, quantity })
    expect([intent, quantity, reply.statusCode]).toEqual([intent, quantity, 303])
    return shopper.count
  }
  expect(await change('increase', '4')).toBe('5')
  expect(await change('decrease', '٥')).toBe('4')
  for (const quantity of ['31', '1000000000', '9'.repeat(40)]) {
    expect(await change('change', quantity)).toBe('30')
    expect(getText((await shopper.open()).body)).toContain('Only 30 left: quantity changed to 30.')
  }
  await updateProduct(teapot, { trackStock: false })
  expect(await change('increase', '99')).toBe('99')
  expect(getText((await shopper.open('/cart')).body)).toContain('You can buy at most 99 at once')
  expect(await change('decrease', '1')).toBeUndefined()
  expect(await shopper.listLines()).toEqual([])
  await shopper.send({ intent: 'add', variant: getVariantId(lamp), quantity: '1000000000' })
  expect(shopper.count).toBe('3')
})

test('the script gets the page of the cart without its header and footer', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot)
  const { body, headers } = await shopper.open('/cart', { 'x-content-only': 'cart' })
  expect(body).toMatch(/^<div class="section cart-page"/)
  expect(body).toContain('Blue teapot')
  expect(headers['cache-control']).toBe('private, no-store')
})

test('the cart suggests related products, then its categories, then best sellers, and nothing sold out', async () => {
  const shopper = new CartShopper()
  const { body } = await t.call('owner', categoryApi.create, { body: { name: 'Tea' } })
  const categories = [body.data._id]
  const [cup] = await Promise.all([
    createProduct({ title: 'Tea cup', price: 900, stock: 5, categories }),
    createProduct({ title: 'Sold out cup', price: 900, stock: 0, categories }),
    createProduct({ title: 'Draft cup', price: 900, stock: 5, categories, status: 'draft' }),
    updateProduct(teapot, { categories }),
  ])
  expect((await shopper.open()).body).toContain('Tea cup')
  await shopper.add(teapot)
  const readSuggestions = async () =>
    [...(await shopper.open()).body.matchAll(/<h3 class="cart-title"><a [^>]*>([^<]*)/g)].map(
      ([, title]) => title,
    )
  expect((await readSuggestions())[0]).toBe('Tea cup')
  const [tray, bestSeller] = await Promise.all([
    createProduct({ title: 'Tray', price: 900, stock: 5 }),
    createProduct({ title: 'Best seller', price: 900, stock: 5 }),
  ])
  await t.inStore(tx => tx`update product set sold_units = 9 where title = 'Best seller'`)
  await updateProduct(teapot, { companions: [tray._id] })
  expect((await readSuggestions()).slice(0, 3)).toEqual(['Tray', 'Tea cup', 'Best seller'])
  for (const product of [cup, tray, bestSeller]) await shopper.add(product)
  expect((await readSuggestions()).join()).not.toMatch(/Tray|Tea cup|Best seller|Sold out|Draft/)
})

test('units on backorder and untracked ones are limited to 99 a line', async () => {
  const shopper = new CartShopper()
  const poster = await createProduct({ title: 'Poster', price: 100, trackStock: false })
  await shopper.add(poster, 60)
  await shopper.add(poster, 60)
  const text = getText((await shopper.open()).body)
  expect(text).toContain('You can buy at most 99 at once: quantity changed to 99.')
  expect(shopper.count).toBe('99')
})

test('a cart has at most 100 lines', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot)
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`
      insert into cart_line (cart_id, variant_id, title, price, quantity, asked_quantity)
      select cart_id, new_id(), 'Full', 1, 1, 1 from cart_line, generate_series(1, 99)
      where variant_id = ${getVariantId(teapot)}`
  })
  const before = await readTables()
  const reply = await shopper.add(lamp)
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('Your cart can contain at most 100 different items.')
  expect(await readTables()).toEqual(before)
  expect((await shopper.add(teapot)).statusCode).toBe(303)
})

test('rejects products that cannot be added, with a message, and writes nothing', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot)
  const [line = ''] = await shopper.listLines()
  const draft = await createProduct({ title: 'Secret', price: 1, stock: 5, status: 'draft' })
  const variant = getVariantId(teapot)
  const quantity = 'Enter a quantity from 1 to 99.'
  const unreadable = 'We couldn’t read this request'
  const before = await readTables()
  const cases: [fields: Fields, status: number, sentence: string][] = [
    ...['-1', '1.5', 'many', '', '9e99', 'NaN', '9'.repeat(101)].flatMap(
      (value): [Fields, number, string][] => [
        [{ intent: 'add', variant, quantity: value }, 422, quantity],
        [{ intent: 'change', line, quantity: value }, 422, quantity],
      ],
    ),
    [{ intent: 'add', variant, quantity: '0' }, 422, quantity],
    [{ intent: 'add', variant: strangersVariant, quantity: '1' }, 409, 'no longer available'],
    [{ intent: 'add', variant: getVariantId(draft), quantity: '1' }, 409, 'no longer available'],
    [{ intent: 'add', variant: crypto.randomUUID(), quantity: '1' }, 409, 'no longer available'],
    [{ intent: 'add', variant: getVariantId(lamp, 1), quantity: '1' }, 409, 'is sold out'],
    [{ intent: 'add', variant: "x' or true --", quantity: '1' }, 422, unreadable],
    [{ intent: 'add', quantity: '1' }, 422, unreadable],
    [{ intent: 'change', line: crypto.randomUUID(), quantity: '1' }, 409, 'no longer in your cart'],
    [{ intent: 'remove', line: '\0' }, 422, unreadable],
    [{ intent: 'note', note: 'x'.repeat(1001) }, 422, 'Use at most 1000 characters.'],
    [{ intent: 'checkout', note: 'x'.repeat(1001) }, 422, 'Use at most 1000 characters.'],
    [{ intent: 'destination', country: 'Germany', postalCode: '' }, 422, unreadable],
    [{ intent: 'empty' }, 422, unreadable],
    [{}, 422, unreadable],
  ]
  for (const [fields, status, sentence] of cases) {
    const reply = await shopper.send(fields)
    expect([fields, reply.statusCode, reply.headers['set-cookie']]).toEqual([
      fields,
      status,
      undefined,
    ])
    expect([fields, reply.headers['cache-control']]).toEqual([fields, 'no-store'])
    expect(getText(reply.body)).toContain(sentence)
  }
  const [field = ''] =
    /<input type="number"[^>]*>/.exec(
      (await shopper.send({ intent: 'change', line, quantity: '-1' })).body,
    ) ?? []
  for (const part of ['value="-1"', 'aria-invalid="true"', `aria-describedby="error-${line}"`])
    expect(field).toContain(part)
  expect((await new CartShopper().add(lamp, 1, 1)).headers['set-cookie']).toBeUndefined()
  expect(await readTables()).toEqual(before)
})

test('forms of other sites and other bodies are rejected', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot)
  const before = await readTables()
  const fields = { intent: 'add', variant: getVariantId(teapot), quantity: '1' }
  for (const [name, value, status] of [
    ['sec-fetch-site', 'cross-site', 403],
    ['sec-fetch-site', 'same-site', 403],
    ['origin', 'https://evil.example', 403],
    ['content-type', 'text/plain', 415],
  ] as const)
    expect((await shopper.send(fields, { headers: { [name]: value } })).statusCode).toBe(status)
  expect(await readTables()).toEqual(before)
})

test('limits the changes of carts from one network', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot)
  const ip = '203.0.113.9'
  const exhaust = async () => (await shopper.send({ intent: 'none' }, { ip })).statusCode
  const before = await readTables()
  // A slow computer refills some requests meanwhile.
  for (let i = 0; i < 200 && (await exhaust()) !== 429; i++);
  const fields = { intent: 'add', variant: getVariantId(teapot), quantity: '1' }
  const reply = await shopper.send(fields, { ip })
  expect(reply.statusCode).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(getText(reply.body)).toContain('Wait a moment, then try again. Blue teapot')
  expect(await readTables()).toEqual(before)
})

test('only the holder of a token opens a cart, in its store', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot)
  const token = shopper.cookies.get('__Host-cart') ?? ''
  const host = `store-of-${t.people.stranger.name}.${t.app.config.storefrontHost}`
  await t.call('stranger', storeApi.update, {
    params: { id: t.people.stranger.storeId },
    body: { data: { status: 'live' } },
  })
  const foreign = await eventually(async () => {
    const reply = await shopper.open('/cart', { host })
    expect(reply.statusCode).toBe(200)
    return reply
  })
  expect(foreign.body).toContain('Your cart is empty.')
  // The browser would send it only to the store that has set it.
  expect(foreign.headers['set-cookie']).toHaveLength(2)

  const before = await readTables()
  const [line = ''] = await (async () => {
    shopper.cookies.set('__Host-cart', token)
    return shopper.listLines()
  })()
  for (const value of [
    '',
    'x',
    `${token}x`,
    token.slice(1),
    `${token.slice(0, -2)}AA`,
    '%00',
    '"; drop table cart; --',
    token.toUpperCase(),
  ]) {
    const other = new CartShopper()
    other.cookies.set('__Host-cart', value)
    expect((await other.open()).body).toContain('Your cart is empty.')
    other.cookies.set('__Host-cart', value)
    await other.send({ intent: 'remove', line })
    for (const intent of ['change', 'increase', 'decrease'])
      expect((await other.send({ intent, line, quantity: '9' })).statusCode).toBe(409)
    await other.send({ intent: 'change', line, quantity: '0' })
    await other.send({ intent: 'note', note: 'Mine' })
    await other.send({ intent: 'checkout', note: 'Mine' })
    await other.send({ intent: 'code', code: 'MINE' })
    await other.send({ intent: 'destination', country: 'DE', postalCode: '10115' })
  }
  expect(await readTables()).toEqual(before)
  // A token that the server has not created is replaced by one of its own.
  const forger = new CartShopper()
  forger.cookies.set('__Host-cart', 'A'.repeat(43))
  await forger.add(teapot)
  expect(forger.cookies.get('__Host-cart')).not.toBe('A'.repeat(43))
})

test('the cart has the language of its page', async () => {
  const shopper = new CartShopper()
  const reply = await shopper.send(
    { intent: 'add', variant: getVariantId(lamp), quantity: '4' },
    { url: '/de/cart' },
  )
  expect(reply.headers.location).toBe('/de/cart')
  const german = await shopper.open('/de/cart')
  expect(german.body).toContain('Nur noch 3 auf Lager: Menge auf 3 geändert.')
  expect(german.body).toContain('action="/de/cart"')
  expect(german.body).toContain(`href="/de/products/${lamp.slug}?variant=`)
  const arabic = await shopper.open('/ar/cart')
  expect(arabic.body).toContain('<html lang="ar" dir="rtl"')
  expect(arabic.body).toContain('المجموع الفرعي')
})

test('carts are deleted 30 days after their last change', async () => {
  const [shopper, active] = [new CartShopper(), new CartShopper()]
  await shopper.add(teapot)
  await active.add(teapot)
  await active.add(lamp)
  const age = (days: number) =>
    t.sql.begin(async tx => {
      await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
      await tx`update cart set updated_at = now() - make_interval(days => ${days})
        where store_id = current_store()`
    })
  await age(31)
  await active.add(teapot)
  await t.runJob('retention.cleanup')
  expect(await active.listLines()).toHaveLength(2)
  const reply = await shopper.open()
  expect(reply.body).toContain('Your cart is empty.')
  expect(shopper.cookies.size).toBe(0)
})

test('prices of different currencies are not compared', async () => {
  const shopper = new CartShopper()
  await shopper.add(teapot)
  await updateProduct(teapot, { price: 2000 })
  expect((await shopper.open()).body).toContain('The price of Blue teapot changed')
  const setCurrency = (currency: string) =>
    t.inStore(tx => tx`update store set currency = ${currency}`)
  await setCurrency('JPY')
  const { body } = await shopper.open()
  await setCurrency('USD')
  expect(body).toContain('¥2,000')
  expect(body).not.toContain('changed from')
})
