import type { Product } from '#contract/product.ts'
import { insertAll, type Tx } from '../lib/db/db.ts'
import { fulfillmentStatusOf, paymentStatusOf } from '../order/order-status.ts'
import { type DemoCustomer, makeCustomers } from './demo-customer.ts'
import { type DemoOrder, type DemoVariant, makeOrders } from './demo-order.ts'
import type { DemoStore } from './demo-store.ts'
import { seededRandom } from './seeded-random.ts'

interface Books {
  store: DemoStore
  products: readonly Product[]
  personId: string
  now: Date
}

type Sold = DemoVariant & { product: Product; variant: Product['variants'][number]; image: string }
type Placed = DemoOrder & {
  id: string
  number: string
  customerId: string
  person: DemoCustomer
  sold: (Sold & { id: string; quantity: number; unitPrice: number })[]
}

/** Customers and a year of their orders, written as they would stand had they been taken one by one. */
export async function fillOrders(
  tx: Tx,
  { store, products, personId, now }: Books,
): Promise<number> {
  const chance = seededRandom(store.seed)
  const { business } = store
  const [taxRate, taxIncluded] = [business.defaultTaxRate ?? 0, business.taxIncluded ?? false]
  const variants = products.flatMap(soldVariants)
  const people = makeCustomers(chance, store.customers)
  const made = makeOrders(
    chance,
    {
      variants,
      customers: people,
      ordersPerDay: store.ordersPerDay,
      taxRate,
      taxIncluded,
      homeCountry: business.address?.country ?? '',
    },
    now,
  )
  const customerIds = await newIds(tx, people.length)
  const firstOrders = new Map(made.toReversed().map(order => [order.customer, order.createdAt]))
  await insertAll(
    tx,
    'customer',
    people.map(({ loyalty: _, address, ...person }, i) => ({
      ...person,
      _id: customerIds[i],
      address: tx.json(address),
      createdAt: firstOrders.get(i) ?? new Date(now.getTime() - chance.whole(2, 340) * 86_400_000),
    })),
  )

  const ids = (
    await newIds(tx, made.length + made.reduce((all, order) => all + order.lines.length, 0))
  ).values()
  const next = () => ids.next().value ?? ''
  const placed = made.flatMap((order, i): Placed[] => {
    const person = people[order.customer]
    if (!person) return []
    const sold = order.lines.flatMap(({ variant, ...line }) => {
      const found = variants[variant]
      return found ? [{ ...found, ...line, id: next() }] : []
    })
    return [
      {
        ...order,
        id: next(),
        number: `${business.orderPrefix}${1001 + i}`,
        customerId: customerIds[order.customer] ?? '',
        person,
        sold,
      },
    ]
  })
  const write = { tx, taxRate, taxIncluded, currency: business.currency ?? 'USD' }
  for (let from = 0; from < placed.length; from += 250)
    await writeOrders(write, placed.slice(from, from + 250), personId)
  await tx`update order_counter set last_number = ${1000 + placed.length}`
  return placed.length
}

const soldVariants = (product: Product): Sold[] =>
  product.variants.map(variant => ({
    product,
    variant,
    slug: product.slug,
    productType: product.productType,
    price: variant.price,
    isSold: product.status === 'active',
    isShipped: product.productType !== 'Gift cards',
    image: product.images.find(image => image._id === variant.image)?.url ?? product.image,
  }))

const newIds = async (tx: Tx, count: number) =>
  (
    await tx<
      { id: string }[]
    >`select new_id() as id from generate_series(1, ${count}::integer) order by 1`
  ).map(row => row.id)

interface Writing {
  tx: Tx
  taxRate: number
  taxIncluded: boolean
  currency: string
}

async function writeOrders(
  { tx, taxRate, taxIncluded, currency }: Writing,
  orders: readonly Placed[],
  personId: string,
): Promise<void> {
  await insertAll(
    tx,
    'order',
    orders.map(order => ({ ...orderRow(tx, order), currency, taxIncluded })),
  )
  await insertAll(
    tx,
    'order_line',
    orders.flatMap(order => lineRows(order).map(row => ({ ...row, taxRate }))),
  )
  await insertAll(
    tx,
    'payment',
    orders.flatMap(order => order.payments.map(payment => ({ orderId: order.id, ...payment }))),
  )
  await insertAll(
    tx,
    'fulfillment',
    orders.flatMap(order =>
      parcelsOf(order).map(parcel => ({
        orderId: order.id,
        ...parcel,
        lines: tx.json(parcel.lines),
      })),
    ),
  )
  const [owner] = await tx<
    { fullName: string }[]
  >`select full_name from person where id = ${personId}`
  await insertAll(
    tx,
    'order_event',
    orders.flatMap(order =>
      order.events.map(({ type, at, byStaff, told }) => ({
        orderId: order.id,
        at,
        type,
        actorId: byStaff ? personId : null,
        data: tx.json(told),
        actor: byStaff ? (owner?.fullName ?? '') : type === 'created' ? order.person.name : '',
      })),
    ),
  )
}

const sumOf = (order: DemoOrder, kind: 'payment' | 'refund') =>
  order.payments.reduce((all, payment) => all + (payment.kind === kind ? payment.amount : 0), 0)

function orderRow(tx: Tx, order: Placed) {
  const {
    id,
    number,
    status,
    previousStatus,
    cancelReason,
    customerId,
    person,
    totals,
    shippingMethod,
    note,
    customerNote,
    tags,
    source,
    reached,
    createdAt,
    events,
  } = order
  const address = tx.json(order.shippingMethod ? person.address : {})
  const [paidTotal, refundedTotal] = [sumOf(order, 'payment'), sumOf(order, 'refund')]
  return {
    _id: id,
    number,
    status,
    previousStatus,
    cancelReason,
    customerId,
    customerName: person.name,
    customerEmail: person.email,
    customerPhone: person.phone,
    shippingAddress: address,
    billingAddress: tx.json(person.address),
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
    itemCount: order.sold.reduce((all, line) => all + line.quantity, 0),
    paymentStatus: paymentStatusOf({
      status,
      paymentStatus: 'unpaid',
      total: totals.total,
      paidTotal,
      refundedTotal,
    }),
    fulfillmentStatus: fulfillmentStatusOf(lineRows(order), parcelsOf(order)),
    confirmedAt: reached.confirmed ?? reached.delivered ?? null,
    shippedAt: reached.shipped ?? null,
    deliveredAt: reached.delivered ?? null,
    completedAt: reached.completed ?? null,
    cancelledAt: reached.cancelled ?? null,
    createdAt,
    updatedAt: events.at(-1)?.at ?? createdAt,
    version: events.length,
  }
}

function lineRows(order: Placed) {
  const { status, reached } = order
  const hasLeft = Boolean(reached.shipped ?? reached.delivered)
  const holdsStock = status !== 'cancelled' && status !== 'returned'
  return order.sold.map(
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
        fulfilled: hasLeft ? quantity : 0,
        returned: status === 'returned' ? quantity : 0,
        tookStock: holdsStock && variant.trackStock,
        requiresShipping: isShipped && order.source !== 'pos',
      }
    },
  )
}

/** Everything travels in one parcel. */
function parcelsOf(order: Placed) {
  if (!order.parcel) return []
  const status = order.parcel.deliveredAt ? ('delivered' as const) : ('shipped' as const)
  const lines = lineRows(order)
    .filter(line => line.requiresShipping)
    .map(({ _id, quantity }) => ({ line: _id, quantity }))
  return [{ ...order.parcel, number: `${order.number}-F1`, status, lines }]
}
