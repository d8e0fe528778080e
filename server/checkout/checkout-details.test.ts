import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderPaperApi } from '#contract/order/order-paper.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { testAddress } from '../testing/subject/test-address.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper, signInShopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
beforeEach(async () => {
  await updateCheckout({ fields: [], termsRequired: false })
})
afterAll(() => t.close())

const getOrder = async (id: string) =>
  (await t.call('owner', orderApi.get, { params: { id } })).body.data

const countOrders = async () => (await t.call('owner', orderApi.list, {})).body.data.total

const billing = {
  billing: 'other',
  billingName: 'Verne GmbH',
  billingCountry: 'NL',
  billingLine1: 'Gracht 1',
  billingPostalCode: '1012ab',
  billingCity: 'Amsterdam',
}

test('an order has a billing address of its own, in any country', async () => {
  const { id, path, shopper } = await placeTestOrder(t, { ...billing, email: 'billed@example.com' })
  const { shippingAddress, billingAddress } = await getOrder(id)
  expect(shippingAddress).toMatchObject({ name: 'Ada Verne', line1: 'Quay 4', country: 'DE' })
  expect(billingAddress).toMatchObject({
    name: 'Verne GmbH',
    line1: 'Gracht 1',
    postalCode: '1012 AB',
    city: 'Amsterdam',
    country: 'NL',
  })
  expect((await shopper.open(path)).body).toContain('Gracht 1')
  await t.runJobs()
  expect((await listMailsTo(t, 'billed@example.com')).join()).toContain('Gracht 1')
})

test('without the checkbox the address of the delivery is billed', async () => {
  const { billing: _, ...fields } = billing
  const { id } = await placeTestOrder(t, fields)
  expect((await getOrder(id)).billingAddress).toMatchObject({ name: 'Ada Verne', line1: 'Quay 4' })
})

test('an incomplete billing address places no order', async () => {
  const before = await countOrders()
  const changes = { ...billing, billingCity: '', billingPostalCode: 'x' }
  await expect(placeTestOrder(t, changes)).rejects.toThrow(/error-billingCity/)
  expect(await countOrders()).toBe(before)
})

const field = {
  slot: 1,
  label: 'Gift text',
  kind: 'longText',
  required: true,
  shownFor: 'all',
  choices: '',
} as const
const fields = [
  field,
  { ...field, slot: 2, label: 'Wished day', kind: 'date', required: false } as const,
  { ...field, slot: 5, label: 'Ribbon', kind: 'select', choices: 'Red\nBlue\n\nRed' } as const,
  { ...field, slot: 3, label: 'Wrap it', kind: 'checkbox', required: false } as const,
  { ...field, slot: 4, label: 'Car plate', kind: 'text', shownFor: 'pickup' } as const,
]

const updateCheckout = (checkout: object) => t.call('owner', cmsApi.update, { body: { checkout } })

test('the answers to the fields of the seller are stored with their labels', async () => {
  await updateCheckout({ fields, buttonNote: 'Made <b>by hand</b>.', thankYou: 'Hello!\n\nBye!' })
  const answers = { answer1: 'To Bo\nwith <love>', answer2: '2030-12-24', answer3: 'on' }
  const { id, path, shopper } = await placeTestOrder(t, { ...answers, answer5: 'Blue' })
  await updateCheckout({ fields: [{ ...field, label: 'Renamed' }] })
  expect((await getOrder(id)).checkoutAnswers).toEqual([
    { label: 'Gift text', value: 'To Bo\nwith <love>' },
    { label: 'Wished day', value: '2030-12-24' },
    { label: 'Ribbon', value: 'Blue' },
    { label: 'Wrap it', value: '✓' },
  ])
  const page = (await shopper.open(path)).body
  expect(page).toContain('To Bo\nwith &lt;love&gt;')
  expect(page).toContain('<p class="order-instructions">Bye!</p>')
  await t.runJobs()
  const mails = await listMailsTo(t, 'ada@example.com')
  expect(mails.at(-1)).toContain('Gift text: To Bo')
  const paper = await t.call('owner', orderPaperApi.getPaper, {
    params: { id },
    query: { kind: 'packingSlip' },
  })
  expect(paper.body.data.notes).toContain('Wished day: 2030-12-24')
})

test('a wrong or missing answer places no order', async () => {
  await updateCheckout({ fields })
  const before = await countOrders()
  const answers = { answer1: 'Hi', answer5: 'Blue' }
  const wrongAnswers: Record<string, string>[] = [
    { answer1: '' },
    { answer2: 'soon' },
    { answer3: 'yes' },
    { answer5: 'Green' },
    { answer5: '' },
  ]
  for (const wrong of wrongAnswers)
    await expect(placeTestOrder(t, { ...answers, ...wrong })).rejects.toThrow(/error-answer/)
  expect(await countOrders()).toBe(before)
})

test('two fields with the same slot or a list without choices are refused', async () => {
  for (const wrong of [[field, field], [{ ...field, kind: 'select' }]])
    expect((await updateCheckout({ fields: wrong })).status).toBe(422)
  expect((await t.call('owner', cmsApi.get, {})).body.data.checkout.fields).toEqual([])
})

test('a signed-in shopper orders to the address of an earlier order', async () => {
  const email = 'saved@example.com'
  await placeTestOrder(t, { email, name: 'Ada at work', line1: 'Harbor 9' })
  await placeTestOrder(t, { email: 'else@example.com', line1: 'Secret street 1' })
  const shopper = new Shopper(t)
  await signInShopper(t, shopper, email)
  const { product } = await placeTestOrder(t, { email, line1: 'Quay 4' })
  await shopper.send({ intent: 'add', variant: product.variant, quantity: '1' })
  const { body } = await shopper.open('/checkout')
  expect(body).toContain('Harbor 9, 20457 Hamburg')
  expect(body).not.toContain('Secret street')
  const choice = body.split('<label').find(text => text.includes('Harbor 9, 20457 Hamburg'))
  const savedAddress = /value="([^"]*)"/.exec(choice ?? '')?.[1] ?? ''
  await shopper.send({ intent: 'quote', ...testAddress, savedAddress }, { url: '/checkout' })
  expect((await shopper.open('/checkout')).body).toMatch(/name="line1"[^>]*value="Harbor 9"/)
})

test('the address of another shopper cannot be chosen', async () => {
  const { product } = await placeTestOrder(t, {
    email: 'else@example.com',
    line1: 'Secret street 1',
  })
  const victim = new Shopper(t)
  await signInShopper(t, victim, 'else@example.com')
  await victim.send({ intent: 'add', variant: product.variant, quantity: '1' })
  const page = (await victim.open('/checkout')).body
  const savedAddress = /name="savedAddress"[^>]*value="([^"]*)"/.exec(page)?.[1] ?? ''
  const shopper = new Shopper(t)
  await shopper.send({ intent: 'add', variant: product.variant, quantity: '1' })
  await shopper.send({ intent: 'quote', ...testAddress, savedAddress }, { url: '/checkout' })
  const { body } = await shopper.open('/checkout')
  expect(body).toMatch(/name="line1"[^>]*value="Quay 4"/)
  expect(body).not.toContain('Secret street')
})

test('the order records which text of the terms was accepted', async () => {
  await t.call('owner', cmsApi.update, { body: { policies: { terms: '<p>First text</p>' } } })
  await updateCheckout({ termsRequired: true })
  await expect(placeTestOrder(t)).rejects.toThrow(/error-terms/)
  const readVersion = async () => {
    const { timeline } = await getOrder((await placeTestOrder(t, { terms: 'on' })).id)
    return timeline.find(({ type }: { type: string }) => type === 'terms_accepted').data
      .termsVersion
  }
  const first = await readVersion()
  expect(first).toMatch(/^[0-9a-f]{16}$/)
  expect(await readVersion()).toBe(first)
  await t.call('owner', cmsApi.update, { body: { policies: { terms: '<p>Next text</p>' } } })
  expect(await readVersion()).not.toBe(first)
})

test('terms that change while the page is open are shown before they are accepted', async () => {
  await t.call('owner', cmsApi.update, { body: { policies: { terms: '<p>Seen text</p>' } } })
  await updateCheckout({ termsRequired: true })
  const { shopper, product } = await placeTestOrder(t, { terms: 'on' })
  await shopper.send({ intent: 'add', variant: product.variant, quantity: '1' })
  await shopper.send({ intent: 'quote', ...testAddress }, { url: '/checkout' })
  const { body } = await shopper.open('/checkout')
  const fingerprint = /name="fingerprint" value="([^"]*)"/.exec(body)?.[1] ?? ''
  await t.call('owner', cmsApi.update, { body: { policies: { terms: '<p>New text</p>' } } })
  const page = await shopper.open('/checkout')
  expect(fingerprint).not.toBe('')
  expect(page.body).toContain('name="fingerprint"')
  expect(page.body).not.toContain(`value="${fingerprint}"`)
})

test('a store without online payments offers no express checkout', async () => {
  const { product, shopper } = await placeTestOrder(t)
  const { body } = await shopper.open('/products/blue-teapot')
  expect(body).not.toContain('value="checkout"')
  const add = { intent: 'add', variant: product.variant, quantity: '1', next: 'checkout' }
  expect((await shopper.send(add)).headers.location).toBe('/checkout?pay=online')
  expect((await shopper.open('/checkout?pay=online')).statusCode).toBe(200)
})
