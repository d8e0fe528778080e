import type { Product } from '#contract/product.ts'
import { insertRows, type Tx } from '../lib/db/db.ts'
import { getFulfillmentStatus, getPaymentStatus } from '../order/order-status.ts'
import { type DemoCustomer, generateCustomers } from './demo-customer.ts'
import { type DemoOrder, type DemoVariant, generateOrders } from './demo-order.ts'
import type { DemoStore } from './demo-store.ts'
import { createSeededRandom } from './seeded-random.ts'

interface DemoOrderInput {
  store: DemoStore
  products: readonly Product[]
  personId: string
  now: Date
}

type SellableVariant = DemoVariant & {
  product: Product
  variant: Product['variants'][number]
  image: string
}
type DemoOrderWrite = DemoOrder & {
  id: string
  number: string
  customerId: string
  customerDetails: DemoCustomer
  soldLines: (SellableVariant & { id: string; quantity: number; unitPrice: number })[]
}

/** Creates customers and their orders of a year, with all rows of real orders. */
export async function createDemoOrders(
  tx: Tx,
  { store, products, personId, now }: DemoOrderInput,
): Promise<number> {
  const random = createSeededRandom(store.seed)
  const { business } = store
  const [taxRate, taxIncluded] = [business.defaultTaxRate ?? 0, business.taxIncluded ?? false]
  const variants = products.flatMap(listSellableVariants)
  const customers = generateCustomers(random, store.customers)
  const generatedOrders = generateOrders(
    random,
    {
      variants,
      customers,
      ordersPerDay: store.ordersPerDay,
      taxRate,
      taxIncluded,
      homeCountry: business.address?.country ?? '',
    },
    now,
  )
  const customerIds = await createIds(tx, customers.length)
  const firstOrders = new Map(
    generatedOrders.toReversed().map(order => [order.customer, order.createdAt]),
  )
  await insertRows(
    tx,
    'customer',
    customers.map(({ loyaltyWeight: _, address, ...details }, i) => ({
      ...details,
      _id: customerIds[i],
      address: tx.json(address),
      createdAt:
        firstOrders.get(i) ?? new Date(now.getTime() - random.integer(2, 340) * 86_400_000),
    })),
  )

  const lineCount = generatedOrders.reduce((sum, order) => sum + order.lines.length, 0)
  const ids = (await createIds(tx, generatedOrders.length + lineCount)).values()
  const takeId = () => ids.next().value ?? ''
  const orderWrites = generatedOrders.flatMap((order, i): DemoOrderWrite[] => {
    const customerDetails = customers[order.customer]
    if (!customerDetails) return []
    const soldLines = order.lines.flatMap(({ variant, ...line }) => {
      const sellableVariant = variants[variant]
      return sellableVariant ? [{ ...sellableVariant, ...line, id: takeId() }] : []
    })
    return [
      {
        ...order,
        id: takeId(),
        number: `${business.orderPrefix}${1001 + i}`,
        customerId: customerIds[order.customer] ?? '',
        customerDetails,
        soldLines,
      },
    ]
  })
  const orderSettings = { tx, taxRate, taxIncluded, currency: business.currency ?? 'USD' }
  for (let from = 0; from < orderWrites.length; from += 250)
    await writeDemoOrders(orderSettings, orderWrites.slice(from, from + 250), personId)
  await tx`update order_counter set last_number = ${1000 + orderWrites.length}`
  return orderWrites.length
}

const listSellableVariants = (product: Product): SellableVariant[] =>
  product.variants.map(variant => ({
    product,
    variant,
    slug: product.slug,
    productType: product.productType,
    price: variant.price,
    isForSale: product.status === 'active',
    isShipped: product.productType !== 'Gift cards',
    image: product.images.find(image => image._id === variant.image)?.url ?? product.image,
  }))

const createIds = async (tx: Tx, count: number) =>
  (
    await tx<
      { id: string }[]
    >`select new_id() as id from generate_series(1, ${count}::integer) order by 1`
  ).map(row => row.id)

interface OrderWriteSettings {
  tx: Tx
  taxRate: number
  taxIncluded: boolean
  currency: string
}

async function writeDemoOrders(
  { tx, taxRate, taxIncluded, currency }: OrderWriteSettings,
  orders: readonly DemoOrderWrite[],
  personId: string,
): Promise<void> {
  await insertRows(
    tx,
    'order',
    orders.map(order => ({ ...toDemoOrderRow(tx, order), currency, taxIncluded })),
  )
  await insertRows(
    tx,
    'order_line',
    orders.flatMap(order => toDemoLineRows(order).map(row => ({ ...row, taxRate }))),
  )
  await insertRows(
    tx,
    'payment',
    orders.flatMap(order => order.payments.map(payment => ({ orderId: order.id, ...payment }))),
  )
  await insertRows(
    tx,
    'fulfillment',
    orders.flatMap(order =>
      toDemoFulfillmentRows(order).map(fulfillment => ({
        orderId: order.id,
        ...fulfillment,
        lines: tx.json(fulfillment.lines),
      })),
    ),
  )
  const [owner] = await tx<
    { fullName: string }[]
  >`select full_name from person where id = ${personId}`
  await insertRows(
    tx,
    'order_event',
    orders.flatMap(order =>
      order.events.map(({ type, at, isByStaff, data }) => {
        const customerName = type === 'created' ? order.customerDetails.name : ''
        return {
          orderId: order.id,
          at,
          type,
          actorId: isByStaff ? personId : null,
          data: tx.json(data),
          actor: isByStaff ? (owner?.fullName ?? '') : customerName,
        }
      }),
    ),
  )
}

const sumPayments = (order: DemoOrder, kind: 'payment' | 'refund') =>
  order.payments.reduce((sum, payment) => sum + (payment.kind === kind ? payment.amount : 0), 0)

function toDemoOrderRow(tx: Tx, order: DemoOrderWrite) {
  const {
    id,
    number,
    status,
    previousStatus,
    cancelReason,
    customerId,
    customerDetails,
    totals,
    shippingMethod,
    note,
    customerNote,
    tags,
    source,
    statusTimes,
    createdAt,
    events,
  } = order
  const address = tx.json(order.shippingMethod ? customerDetails.address : {})
  const [paidTotal, refundedTotal] = [sumPayments(order, 'payment'), sumPayments(order, 'refund')]
  return {
    _id: id,
    number,
    status,
    previousStatus,
    cancelReason,
    customerId,
    customerName: customerDetails.name,
    customerEmail: customerDetails.email,
    customerPhone: customerDetails.phone,
    shippingAddress: address,
    billingAddress: tx.json(customerDetails.address),
    shippingMethod,
    note,
    customerNote,
    tags,
    source,
    paidTotal,
    refundedTotal,
    subtotal: totals.subtotal,
    discountTotal: totals.discountTotal,
    shippingTotal: totals.shippingTotal,
    taxTotal: totals.taxTotal,
    total: totals.total,
    itemCount: order.soldLines.reduce((sum, line) => sum + line.quantity, 0),
    paymentStatus: getPaymentStatus({
      status,
      paymentStatus: 'unpaid',
      total: totals.total,
      paidTotal,
      refundedTotal,
    }),
    fulfillmentStatus: getFulfillmentStatus(toDemoLineRows(order), toDemoFulfillmentRows(order)),
    confirmedAt: statusTimes.confirmed ?? statusTimes.delivered ?? null,
    shippedAt: statusTimes.shipped ?? null,
    deliveredAt: statusTimes.delivered ?? null,
    completedAt: statusTimes.completed ?? null,
    cancelledAt: statusTimes.cancelled ?? null,
    createdAt,
    updatedAt: events.at(-1)?.at ?? createdAt,
    version: events.length,
  }
}

function toDemoLineRows(order: DemoOrderWrite) {
  const { status, statusTimes } = order
  const hasShipped = Boolean(statusTimes.shipped ?? statusTimes.delivered)
  const takesStock = status !== 'cancelled' && status !== 'returned'
  return order.soldLines.map(
    ({ id, product, variant, image, isShipped, quantity, unitPrice }, position) => {
      const { discount = 0, tax = 0, total = 0 } = order.totals.lines[position] ?? {}
      return {
        _id: id,
        orderId: order.id,
        position,
        productId: product._id,
        variantId: variant._id,
        title: product.title,
        variantTitle: variant.options.join(' / '),
        sku: variant.sku,
        image,
        quantity,
        unitPrice,
        cost: variant.cost,
        discount,
        tax,
        total,
        fulfilledQuantity: hasShipped ? quantity : 0,
        returnedQuantity: status === 'returned' ? quantity : 0,
        isStockDeducted: takesStock && variant.trackStock,
        requiresShipping: isShipped && order.source !== 'pos',
      }
    },
  )
}

/** Returns one fulfillment with all lines that need shipping. */
function toDemoFulfillmentRows(order: DemoOrderWrite) {
  if (!order.fulfillment) return []
  const status = order.fulfillment.deliveredAt ? ('delivered' as const) : ('shipped' as const)
  const lines = toDemoLineRows(order)
    .filter(line => line.requiresShipping)
    .map(({ _id, quantity }) => ({ line: _id, quantity }))
  return [{ ...order.fulfillment, number: `${order.number}-F1`, status, lines }]
}
