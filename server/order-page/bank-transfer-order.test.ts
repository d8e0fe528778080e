import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BankAccount,
  type PaymentMethod,
  paymentMethodApi,
} from '#contract/payment/payment-method.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { samplePassword as password } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let method: PaymentMethod
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  method = (await t.call('owner', paymentMethodApi.list)).body.data[0]
})
afterAll(() => t.close())
beforeEach(() => setAccount({}))

const account = {
  accountHolder: 'Töpferei <Ährenfeld>',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  transferReference: 'Teapots {{order_number}}',
}
const setAccount = (changes: Partial<BankAccount>) =>
  t.call('owner', paymentMethodApi.update, {
    params: { id: method._id },
    body: { ...account, ...changes, password },
  })
const setCurrency = (currency: string) =>
  t.inStore(tx => tx`update store set currency = ${currency} where id = ${t.people.owner.storeId}`)
const readMail = async (email: string) => {
  await t.runJobs()
  return (await listMailsTo(t, email)).join('\n')
}

test('the order page, the summary and the email show the account with a code', async () => {
  await setCurrency('EUR')
  const email = 'transfer@example.com'
  const { path, id } = await placeTestOrder(t, { email })
  const [order] = await t.inStore(
    tx => tx<{ number: string }[]>`select number from "order" where id = ${id}`,
  )
  expect(order?.number).toMatch(/^#\d+$/)
  const reference = `Teapots ${order?.number.slice(1)}`
  for (const url of [path, `${path}/invoice`]) {
    const { body } = await new Shopper(t).open(url)
    expect(body).toContain('Töpferei &lt;Ährenfeld&gt;')
    expect(body).toContain('DE89 3704 0044 0532 0130 00')
    expect(body).toContain('COBADEFFXXX')
    expect(body).toContain(`data-copy="${reference}"`)
    expect(body).toContain('Scan this code with your banking app.')
  }
  const mail = await readMail(email)
  expect(mail).toContain('IBAN: DE89 3704 0044 0532 0130 00')
  expect(mail).toContain(`Payment reference: ${reference}`)
  expect(mail).toContain('src="cid:payment-code"')
  expect(mail).toContain('Content-ID: <payment-code>')
})

test('an order keeps the account of its time', async () => {
  const { path } = await placeTestOrder(t, { email: 'keep@example.com' })
  await setAccount({ iban: 'GB29NWBK60161331926819' })
  const { body } = await new Shopper(t).open(path)
  expect(body).toContain('DE89 3704 0044 0532 0130 00')
  expect(body).not.toContain('GB29')
})

test('another currency has no code, and an account without an IBAN keeps its instructions', async () => {
  await setCurrency('USD')
  const { path } = await placeTestOrder(t, { email: 'dollar@example.com' })
  const { body } = await new Shopper(t).open(path)
  expect(body).toContain('DE89 3704 0044 0532 0130 00')
  expect(body).not.toContain('Scan this code')
  expect(await readMail('dollar@example.com')).not.toContain('payment-code')
  await setAccount({ accountHolder: '', iban: '', bic: '' })
  const other = await placeTestOrder(t, { email: 'plain@example.com' })
  const page = (await new Shopper(t).open(other.path)).body
  expect(page).toContain('IBAN &lt;b&gt;DE00&lt;/b&gt;')
  expect(page).not.toContain('Account holder')
  expect(page).toContain('Payment reference')
})

test.each([
  ['iban', 'DE89370400440532013001', 'invalid_iban'],
  ['iban', 'DE8937040044053201300', 'invalid_iban'],
  ['iban', '021000021', 'invalid_iban'],
  ['bic', 'COBADE', 'invalid_bic'],
  ['bic', '1234DEFF', 'invalid_bic'],
  ['accountHolder', '', 'required'],
])('%s %s of an account is refused', async (field, value, code) => {
  const before = await t.changes()
  const { status, body } = await setAccount({ [field]: value })
  expect([status, body.errors?.[0]]).toEqual([422, expect.objectContaining({ path: field, code })])
  expect(await t.changes()).toBe(before)
})

test('numbers are stored without blanks, in capital letters', async () => {
  const { body } = await setAccount({ iban: 'gb29 nwbk 6016-1331 9268 19', bic: 'nwbkgb2l' })
  expect(body.data).toMatchObject({ iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' })
})
