import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderPaperKinds } from '#contract/order/order-paper.ts'
import { renderInvoices } from '../../invoice/rule/render-invoice.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { describePaper } from './describe-paper.ts'
import { loadPaperOrder, loadPaperStore } from './load-paper-order.ts'
import { renderPapers } from './render-papers.ts'

const cases = [
  { locale: 'ja-JP', currency: 'JPY', amount: '￥' },
  { locale: 'zh-CN', currency: 'CNY', amount: '¥' },
  { locale: 'zh-TW', currency: 'TWD', amount: '$' },
  { locale: 'ko-KR', currency: 'KRW', amount: '₩' },
  { locale: 'uk-UA', currency: 'UAH', amount: '₴' },
  { locale: 'bg-BG', currency: 'BGN', amount: 'лв.' },
  { locale: 'ru-RU', currency: 'RUB', amount: '₽' },
  { locale: 'el-GR', currency: 'EUR', amount: '€' },
  { locale: 'vi-VN', currency: 'VND', amount: '₫' },
  { locale: 'fa-IR', currency: 'IRR', amount: '' },
  { locale: 'th-TH', currency: 'THB', amount: 'THB' },
  { locale: 'he-IL', currency: 'ILS', amount: '₪' },
  { locale: 'ar', currency: 'KWD', amount: '' },
  { locale: 'de-DE', currency: 'EUR', amount: '€' },
]

let t: TestApp
let orderId: string
let invoiceId: string
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(tx => tx`update store set address = ${tx.json(exampleAddress)}`)
  const orders = createOrderTester(t)
  const { variant } = await orders.createProduct({ title: 'Cup' })
  const order = await orders.createOrderData({
    customer: { name: '山田太郎', company: 'محمد' },
    lines: [{ variant, quantity: 2, discount: 100 }],
    shippingMethod: 'Courier',
    shippingTotal: 700,
  })
  orderId = order._id
  const draft = await t.call('owner', invoiceApi.create, { body: { order: orderId } })
  invoiceId = draft.body.data._id
  await t.call('owner', orderApi.addPayment, {
    params: { id: orderId },
    body: { amount: 900, method: 'cash' },
  })
})
afterAll(() => t.close())

async function renderAll({ locale, currency }: (typeof cases)[number]) {
  const [store, order] = await t.inStore(tx =>
    Promise.all([loadPaperStore(tx), loadPaperOrder(tx, orderId)]),
  )
  const { document } = (await t.call('owner', invoiceApi.get, { params: { id: invoiceId } })).body
    .data
  const papers = orderPaperKinds.map(kind =>
    describePaper({ ...store, locale }, { ...order, currency }, { kind }),
  )
  const invoice = {
    number: 'INV-2026-0001',
    issuedOn: '2026-11-27',
    dueOn: '2026-12-11',
    document: {
      ...document,
      locale,
      currency,
      corrects: { number: 'INV-2026-0000', issuedOn: '2026-03-02' },
    },
    logo: undefined,
  }
  return [
    ...papers.map(paper => renderPapers({ papers: [paper], logo: undefined, format: 'A6' })),
    ...(['invoice', 'credit_note'] as const).map(kind => renderInvoices([{ ...invoice, kind }])),
  ]
}

test.each(cases)('no character of a document is replaced in $locale', async choice => {
  const texts = await Promise.all(
    (await renderAll(choice)).map(async pdf =>
      readPdf(await pdf)
        .flat()
        .map(({ text }) => text)
        .join(''),
    ),
  )
  expect(texts).toHaveLength(5)
  for (const text of texts) expect(text).not.toContain('?')
  for (const text of texts.slice(2)) expect(text).toContain(choice.amount)
})
