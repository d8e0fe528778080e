import type { Product } from '#contract/product/product.ts'
import { insertRows, type Tx } from '../lib/db/db.ts'
import { type DemoCustomer, generateCustomers } from './demo-customer.ts'
import { generateOrders } from './demo-order.ts'
import {
  type DemoOrderWrite,
  type SellableVariant,
  toDemoFulfillmentRows,
  toDemoLineRows,
  toDemoOrderRow,
} from './demo-order-row.ts'
import type { DemoStore } from './demo-store.ts'
import { createSeededRandom } from './seeded-random.ts'

interface DemoOrderInput {
  store: DemoStore
  products: readonly Product[]
  personId: string
  now: Date
}

/** Creates customers and their orders of a year, with all rows of real orders. */
export async function createDemoOrders(
  tx: Tx,
  { store, products, personId, now }: DemoOrderInput,
): Promise<number> {
  const random = createSeededRandom(store.seed)
  const { settings } = store
  const [taxRate, taxIncluded] = [settings.defaultTaxRate ?? 0, settings.taxIncluded ?? false]
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
      homeCountry: settings.address?.country ?? '',
    },
    now,
  )
  const firstOrders = new Map(
    generatedOrders.toReversed().map(order => [order.customer, order.createdAt]),
  )
  const customerIds = await createDemoCustomers(
    tx,
    customers,
    index =>
      firstOrders.get(index) ?? new Date(now.getTime() - random.integer(2, 340) * 86_400_000),
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
        number: `${settings.orderPrefix}${1001 + i}`,
        customerId: customerIds[order.customer] ?? '',
        customerDetails,
        soldLines,
      },
    ]
  })
  const orderSettings = { tx, taxIncluded, currency: settings.currency ?? 'USD' }
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

/** Returns the ids of the created customers. */
async function createDemoCustomers(
  tx: Tx,
  customers: readonly DemoCustomer[],
  getCreatedAt: (index: number) => Date,
): Promise<string[]> {
  const ids = await createIds(tx, customers.length)
  await insertRows(
    tx,
    'customer',
    customers.map(({ loyaltyWeight: _, address, ...details }, i) => ({
      ...details,
      _id: ids[i],
      address: tx.json(address),
      createdAt: getCreatedAt(i),
    })),
  )
  return ids
}

const createIds = async (tx: Tx, count: number) =>
  (
    await tx<
      { id: string }[]
    >`select new_id() as id from generate_series(1, ${count}::integer) order by 1`
  ).map(row => row.id)

interface OrderWriteSettings {
  tx: Tx
  taxIncluded: boolean
  currency: string
}

async function writeDemoOrders(
  { tx, taxIncluded, currency }: OrderWriteSettings,
  orders: readonly DemoOrderWrite[],
  personId: string,
): Promise<void> {
  await insertRows(
    tx,
    'order',
    orders.map(order => ({ ...toDemoOrderRow(tx, order), currency, taxIncluded })),
  )
  await insertRows(tx, 'order_line', orders.flatMap(toDemoLineRows))
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
