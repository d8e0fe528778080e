import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import type { TaxRate } from '#contract/store/tax.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
let cup: string
let book: string
const home = { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' }
const paris = { line1: '1 rue', city: 'Paris', postalCode: '75001', country: 'FR' }
const bern = { line1: 'Aarweg 1', city: 'Bern', postalCode: '3011', country: 'CH' }
const company = {
  name: 'Zoë',
  company: 'Pots SARL',
  vatId: 'FR40303265045',
  email: 'zoe@shopper.example',
}
/** Not a customer of the company, because a customer keeps the VAT ID. */
const person = { name: 'Zoë', email: 'zoe.private@shopper.example' }

beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
  await setStore({})
  ;({ variant: cup } = await orders.createProduct({ price: 1999, stock: 100 }))
  ;({ variant: book } = await orders.createProduct({ price: 1999, requiresShipping: false }))
})
afterAll(() => t.close())

const setStore = ({ rate = 0, country = 'DE', rates = [] as TaxRate[] }) =>
  t.inStore(async tx => {
    await tx`
      update store set address = ${tx.json({ ...home, country })}, vat_id = 'DE136695976',
        currency = 'EUR', default_tax_rate = ${rate}, eu_tax_rule = 'destination'`
    await tx`delete from tax_class`
    await tx`insert into tax_class (name, is_standard, rates) values ('Cups', true, ${tx.json(rates)})`
  })
const createDraft = async (address: object, rest: object = {}): Promise<Invoice> => {
  const order = await orders.createOrderData({
    customer: person,
    lines: [{ variant: cup, quantity: 3 }],
    shippingAddress: address,
    billingAddress: address,
    ...rest,
  })
  return (await t.call('owner', invoiceApi.create, { body: { order: order._id } })).body.data
}
const issue = async (draft: Invoice) =>
  (await t.call('owner', invoiceApi.issue, { params: { id: draft._id }, body: {} })).body
const setSmallBusiness = (isSmallBusiness: boolean) =>
  t.call('owner', invoiceApi.updateSettings, { body: { isSmallBusiness } })

test.each([
  [
    'goods to a company in another EU country',
    paris,
    () => ({ customer: company }),
    19,
    'intra_community',
  ],
  [
    'other products to a company in another EU country',
    paris,
    () => ({ customer: company, lines: [{ variant: book, quantity: 1 }] }),
    19,
    'reverse_charge',
  ],
  ['goods to another country outside the EU', bern, () => ({}), 0, 'export'],
  ['goods with tax to another country', bern, () => ({}), 8.1, ''],
] as const)('an invoice of %s has its reason', async (_, address, getRest, rate, exemption) => {
  await setStore({ rate })
  const { data } = await issue(await createDraft(address, getRest()))
  expect(data.number).toMatch(/^INV-/)
  expect(data.document.exemption).toBe(exemption)
  const note = await t.call('owner', invoiceApi.credit, { params: { id: data._id }, body: {} })
  expect(note.body.data.document.exemption).toBe(exemption)
})

test('an invoice without tax needs a reason or a tax rate of 0', async () => {
  await setStore({})
  const draft = await createDraft(home)
  const listNumbers = () =>
    t.inStore(tx => tx`select number from invoice where number is not null order by number`)
  const before = await listNumbers()
  expect((await issue(draft)).code).toBe('invoice_tax_unexplained')
  // A zero rate of another country explains nothing.
  await setStore({ rates: [{ country: 'IE', region: '', rate: 0, validFrom: null }] })
  expect((await issue(draft)).code).toBe('invoice_tax_unexplained')
  expect(await listNumbers()).toEqual(before)
  await setStore({ rates: [{ country: 'DE', region: '', rate: 0, validFrom: null }] })
  const { data } = await issue(draft)
  expect(data.document).toMatchObject({ exemption: '', tax: 0 })
})

test('a small business and a store outside the EU need no other reason', async () => {
  await setStore({})
  await setSmallBusiness(true)
  for (const address of [home, paris, bern])
    expect((await issue(await createDraft(address))).data.document.exemption).toBe('small_business')
  await setSmallBusiness(false)
  await setStore({ country: 'US' })
  expect((await issue(await createDraft(bern))).data.document.exemption).toBe('')
})
