import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { type TaxClass, type TaxClassInput, taxApi } from '#contract/store/tax.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(async () => {
  await t.resetPeople()
  await t.inStore(tx => tx`insert into tax_class (name, is_standard) values ('Standard', true)`)
})
afterAll(() => t.close())

const create = (body: Partial<TaxClassInput>) =>
  t.call('owner', taxApi.create, { body: { name: 'Books', ...body } })
const listClasses = async (): Promise<TaxClass[]> => (await t.call('owner', taxApi.list)).body.data
const updateStore = (data: Record<string, unknown>) =>
  t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data },
  })
const rates = [
  { country: 'DE', region: '', rate: 7, validFrom: null },
  { country: 'DE', region: 'Helgoland', rate: 0, validFrom: '2026-01-01' },
]

async function createProduct(price: number, taxClass?: string) {
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Product', price, stock: 99, status: 'active', taxClass },
  })
  return { _id: body.data._id, variant: body.data.variants[0]._id }
}

test('classes are created, changed and deleted with their rates', async () => {
  const created = await create({ rates })
  expect(created.body.data).toMatchObject({ name: 'Books', isStandard: false, rates })
  const { _id: id, version } = created.body.data
  const updated = await t.call('owner', taxApi.update, {
    params: { id },
    body: { version, rates: [] },
  })
  expect(updated.body.data).toMatchObject({ rates: [], version: version + 1 })
  const outdated = await t.call('owner', taxApi.update, { params: { id }, body: { version } })
  expect(outdated.body.code).toBe('version_conflict')
  expect((await listClasses()).map(({ name }) => name)).toEqual(['Standard', 'Books'])
  await t.call('owner', taxApi.delete, { params: { id } })
  expect(await listClasses()).toHaveLength(1)
})

test.each([
  ['a name that is taken', { name: 'standard' }, 'name'],
  ['a rate above 100', { rates: [{ ...rates[0], rate: 101 }] }, 'rates.0.rate'],
  [
    'a date that does not exist',
    { rates: [{ ...rates[0], validFrom: '2026-02-30' }] },
    'rates.0.validFrom',
  ],
  [
    'a country that is no code',
    { rates: [{ ...rates[0], country: 'Germany' }] },
    'rates.0.country',
  ],
])('%s is rejected, and nothing is written', async (_, changes, path) => {
  const before = await listClasses()
  const { status, body } = await create(changes as Partial<TaxClassInput>)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(body.errors).toMatchObject([{ path }])
  expect(await listClasses()).toEqual(before)
})

test('the standard class stays, and products of a deleted class belong to it', async () => {
  const [standard] = await listClasses()
  const rejection = await t.call('owner', taxApi.delete, { params: { id: standard?._id ?? '' } })
  expect([rejection.status, rejection.body.code]).toEqual([409, 'tax_class_standard'])
  expect(await listClasses()).toHaveLength(1)
  const { _id: id } = (await create({})).body.data
  const product = await createProduct(1000, id)
  await t.call('owner', taxApi.delete, { params: { id } })
  const { body } = await t.call('owner', productApi.get, { params: { id: product._id } })
  expect(body.data.taxClass).toBeNull()
})

test('a new store has a standard class in its language', async () => {
  const { body } = await t.call('owner', storeApi.create, {
    body: { name: 'Loja', locale: 'pt-BR' },
  })
  const headers = { 'x-business-id': body.data._id }
  const { data } = (await t.call('owner', taxApi.list, { headers })).body
  expect(data).toMatchObject([{ name: 'Padrão', isStandard: true, rates: [] }])
  expect(body.data).toMatchObject({ shippingTaxRule: 'highest', euTaxRule: 'home', vatId: '' })
})

test.each(['DE136695977', 'FR00', '<b>'])('the VAT ID %s is rejected', async vatId => {
  const reply = await updateStore({ vatId })
  expect([reply.status, reply.body.errors]).toMatchObject([422, [{ path: 'data.vatId' }]])
  const customer = await t.call('owner', customerApi.create, { body: { name: 'Ada', vatId } })
  expect([customer.status, customer.body.errors]).toMatchObject([422, [{ path: 'vatId' }]])
  expect((await t.call('owner', customerApi.list)).body.data).toEqual([])
})

test('a manual order has the rates of its address and of its products', async () => {
  await updateStore({ address: { country: 'DE' }, defaultTaxRate: 19, taxIncluded: true })
  const { _id: taxClass } = (await create({ rates })).body.data
  const [book, pot] = [await createProduct(1070, taxClass), await createProduct(11_900)]
  const order = (shippingAddress: object) =>
    t.call('owner', orderApi.create, {
      body: {
        lines: [book, pot].map(({ variant }) => ({ variant, quantity: 1 })),
        shippingAddress: { line1: 'Quay 4', city: 'Town', postalCode: '1', ...shippingAddress },
        shippingTotal: 595,
      },
    })
  expect((await order({ country: 'DE' })).body.data).toMatchObject({
    lines: [
      { taxRate: 7, tax: 70, total: 1070 },
      { taxRate: 19, tax: 1900, total: 11_900 },
    ],
    shippingTaxRate: 19,
    shippingTax: 95,
    taxTotal: 2065,
    total: 13_565,
  })
  expect((await order({ country: 'DE', region: 'helgoland' })).body.data.lines).toMatchObject([
    { taxRate: 0 },
    { taxRate: 19 },
  ])
  const quote = await t.call('owner', taxApi.getOrderRates, {
    query: { country: 'DE', region: 'Helgoland' },
  })
  expect(quote.body.data).toMatchObject({
    standard: 19,
    isShippingTaxed: true,
    exemption: '',
  })
  expect(quote.body.data.classes).toContainEqual({ _id: taxClass, rate: 0 })
})

test('an exempt customer and a company in another EU country pay prices without tax', async () => {
  await updateStore({
    address: { country: 'DE' },
    defaultTaxRate: 19,
    taxIncluded: true,
    vatId: 'DE136695976',
  })
  const pot = await createProduct(11_900)
  const order = async (customer: object, country: string) => {
    const { body } = await t.call('owner', orderApi.create, {
      body: {
        customer,
        lines: [{ variant: pot.variant, quantity: 2 }],
        shippingAddress: { line1: 'Quay 4', city: 'Town', postalCode: '1', country },
      },
    })
    return body.data
  }
  const company = { name: 'Pots SARL', company: 'Pots SARL', vatId: 'FR 40 303265045' }
  expect(await order(company, 'FR')).toMatchObject({
    taxExemption: 'reverse_charge',
    customer: { company: 'Pots SARL', vatId: 'FR40303265045' },
    lines: [{ unitPrice: 10_000, taxRate: 0, tax: 0, total: 20_000 }],
    taxTotal: 0,
    total: 20_000,
  })
  expect(await order(company, 'DE')).toMatchObject({ taxExemption: '', total: 23_800 })
  const getRates = async (query: { country: string; vatId: string }) =>
    (await t.call('owner', taxApi.getOrderRates, { query })).body
  const { vatId } = company
  expect((await getRates({ country: 'FR', vatId })).data).toMatchObject({
    standard: 0,
    exemption: 'reverse_charge',
  })
  expect((await getRates({ country: 'DE', vatId })).data).toMatchObject({ exemption: '' })
  expect((await getRates({ country: 'FR', vatId: 'FR1' })).errors).toMatchObject([
    { path: 'vatId' },
  ])
  const { body } = await t.call('owner', customerApi.create, {
    body: { name: 'Embassy', taxExempt: true },
  })
  expect(await order({ _id: body.data._id }, 'DE')).toMatchObject({
    taxExemption: 'exempt',
    total: 20_000,
  })
})

test('sales to private customers in other EU countries are summed without tax', async () => {
  await updateStore({ address: { country: 'DE' }, defaultTaxRate: 19, taxIncluded: true })
  const pot = await createProduct(11_900)
  const order = (country: string, customer = {}) =>
    t.call('owner', orderApi.create, {
      body: {
        customer,
        lines: [{ variant: pot.variant, quantity: 1 }],
        shippingAddress: { line1: 'Quay 4', city: 'Town', postalCode: '1', country },
      },
    })
  await order('FR')
  await order('DE')
  await order('CH')
  await order('FR', { name: 'Pots SARL', vatId: 'FR40303265045' })
  const { data } = (await t.call('owner', taxApi.getEuSales)).body
  expect(data.total).toBe(10_000)
})
