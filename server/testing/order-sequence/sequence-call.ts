import { invoiceApi } from '#contract/invoice/invoice.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { applyShopperEdit, previewShopperEdit } from '../../order/edit/edit-order.ts'
import { overpaymentRefundJobs } from '../../order/edit/refund-overpayment.ts'
import { createPayment } from '../../order/payment/order-payment.ts'
import { settleRefund } from '../../order/payment/provider-refund.ts'
import { exampleAddress } from '../subject/order-testing.ts'
import type { Reply, TestApp } from '../testing.ts'
import type { SequenceStep } from './sequence-step.ts'

type Call = { t: TestApp; order: Order; step: SequenceStep; variants: readonly string[] }

/**
 * Sends the request of a step that is no change with a preview, or does the work of a shopper or a
 * provider. Returns undefined if the order lacks its object.
 */
export async function makeStepCall(call: Call): Promise<Reply | undefined> {
  const { t, order, step } = call
  switch (step.kind) {
    case 'invoice':
      return billSequenceOrder(t, order._id)
    case 'archive':
      return t.call('owner', orderArchiveApi.updateArchived, {
        params: { id: order._id },
        body: { isArchived: step.isRestocked },
      })
    case 'address':
      return changeAddress(call)
    case 'settleRefund':
      return settleProviderRefund(call)
    case 'shopperEdit':
      return editAsShopper(call)
    case 'refundOverpayment':
      return refundOverpayment(call)
    default:
      return undefined
  }
}

export async function billSequenceOrder(t: TestApp, order: string): Promise<Reply> {
  const draft = await t.call('owner', invoiceApi.create, { body: { order } })
  if (draft.status >= 300) return draft
  const params = { id: draft.body.data._id }
  const issued = await t.call('owner', invoiceApi.issue, { params, body: {} })
  if (issued.status >= 300) throw new Error(`The draft was not issued: ${issued.body.code}`)
  return issued
}

/** Records a payment that a provider has confirmed. */
export const payOnline = (t: TestApp, order: string, amount: number) =>
  toReply(t, tx =>
    createPayment(
      tx,
      order,
      { amount, method: 'card' },
      { provider: 'stripe', providerPaymentId: `pi_${crypto.randomUUID()}` },
    ),
  )

/** Does the work in a transaction, and returns its problem as a reply. */
async function toReply(t: TestApp, work: (tx: Tx) => Promise<unknown>): Promise<Reply> {
  try {
    await t.inStore(work)
    return { status: 200, body: {} } as Reply
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: error.status, body: { code: error.code } } as Reply
  }
}

const addresses = [
  exampleAddress,
  { ...exampleAddress, line1: '1 Mill Lane', city: 'Nottingham' },
  { name: 'Ada', line1: 'Quay 4', city: 'Hamburg', postalCode: '20457', country: 'DE' },
]

/** Changes an address or the VAT ID, which can change the taxes. */
function changeAddress({ t, order, step }: Call): Promise<Reply> {
  const address = addresses[step.choice % addresses.length]
  return t.call('owner', orderApi.update, {
    params: { id: order._id },
    body: {
      version: order.version,
      ...(step.isRestocked ? { billingAddress: address } : { shippingAddress: address }),
      ...(step.hasAmount && {
        customer: { name: 'Ada Byron', email: 'ada@example.com', vatId: `DE${step.choice}` },
      }),
    },
  })
}

/** The provider makes a refund or fails to, or the bank returns one that was made. */
async function settleProviderRefund({ t, order, step }: Call): Promise<Reply | undefined> {
  const { choice, isAllowed } = step
  const rows = await t.inStore(
    tx => tx<{ id: string; state: string }[]>`
      select id, state from payment_refund where order_id = ${order._id} order by id`,
  )
  const open = rows.filter(({ state }) => state === 'pending')
  const candidates = isAllowed && open.length > 0 ? open : rows
  const refund = candidates[choice % candidates.length]
  if (!refund) return undefined
  const state = choice % 3 === 0 ? 'failed' : 'succeeded'
  return toReply(t, async tx => {
    // A webhook can arrive twice.
    for (let i = 0; i < 2; i++)
      await settleRefund(tx, refund.id, { refundId: `re_${refund.id}`, state })
  })
}

/** @throws Error if the preview differs from the edit */
async function editAsShopper({ t, order, step, variants }: Call): Promise<Reply> {
  const { quantities, hasAmount, isRestocked, choice } = step
  const scope = { storeId: t.people.owner.storeId, id: order._id }
  const { name, line1, city, postalCode } = exampleAddress
  const edit = {
    version: order.version,
    key: crypto.randomUUID(),
    lines: order.lines.flatMap(({ _id }, i) => {
      const quantity = quantities[i % quantities.length] ?? 0
      return quantity > 0 ? [{ line: _id, variant: undefined, quantity }] : []
    }),
    added: hasAmount ? [{ variant: variants[choice % variants.length] ?? '', quantity: 1 }] : [],
    address: {
      name,
      line1: isRestocked ? '2 Mill Lane' : line1,
      line2: '',
      city,
      postalCode,
      region: '',
    },
  }
  let previewed: number | undefined
  const preview = await toReply(t, async tx => {
    previewed = (await previewShopperEdit({ tx, ...scope }, edit))?.total
  })
  const reply = await toReply(t, tx => applyShopperEdit({ tx, ...scope }, edit))
  if (preview.status !== reply.status)
    throw new Error(`${preview.status} in the preview, then ${reply.status}`)
  const { body } = await t.call('owner', orderApi.get, { params: { id: order._id } })
  if (reply.status < 300 && body.data.total !== previewed)
    throw new Error(`The shopper saw ${previewed} instead of ${body.data.total}.`)
  return reply
}

/** Ends the time for edits of an order that its shopper has edited. */
async function refundOverpayment({ t, order }: Call): Promise<Reply | undefined> {
  if (!order.timeline.some(({ type }) => type === 'shopper_edited')) return undefined
  const { storeId } = t.people.owner
  const setMinutes = (checkout: object) =>
    t.inStore(
      tx => tx`update cms set sections = sections || ${tx.json({ checkout: { ...checkout } })}`,
    )
  await setMinutes({ editMinutes: 0 })
  const handle = overpaymentRefundJobs(t.app)['order.refundOverpayment']
  await handle?.({ storeId, orderId: order._id }, {} as never)
  await setMinutes({})
  return { status: 200, body: {} } as Reply
}
