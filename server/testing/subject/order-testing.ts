import { expect } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { type OrderChange, orderChangeApi } from '#contract/order/order-change.ts'
import type { OrderInput } from '#contract/order/order-input.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import { productApi } from '#contract/product/product.ts'
import { requestReturn } from '../../order/return/request-return.ts'
import type { Reply, TestApp } from '../testing.ts'

export type SampleProduct = { variant: string; product: string }

export const exampleAddress = {
  name: 'Ada Byron',
  line1: '12 St James Square',
  city: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'GB',
}

/** Returns the input of an order that sets every field, for one variant. */
/** The changes that bring a pending order to each status. */
export const stepsByStatus: Record<OrderStatus, string[]> = {
  draft: [],
  pending: [],
  confirmed: ['confirmed'],
  processing: ['processing'],
  ready: ['ready'],
  shipped: ['shipped'],
  delivered: ['shipped', 'delivered'],
  completed: ['shipped', 'delivered', 'completed'],
  on_hold: ['confirmed', 'on_hold'],
  cancelled: ['cancelled'],
  returned: ['shipped', 'returned'],
}

export const createExampleOrder = (variant: string): OrderInput => ({
  customer: { name: 'Ada Byron', email: 'ada@example.com', phone: '+44 20 7946 0001' },
  lines: [{ variant, quantity: 2, unitPrice: 1500, discount: 100 }],
  shippingAddress: exampleAddress,
  billingAddress: { name: 'Ada Byron', line1: '1 Mill Lane', city: 'Nottingham', country: 'GB' },
  shippingMethod: 'Courier',
  shippingTotal: 700,
  discountTotal: 200,
  note: 'Wrap it',
  customerNote: 'After six',
  tags: ['gift'],
  source: 'phone',
})

/** Returns functions for order tests; all of them act in the owner's store. */
export function createOrderTester(t: TestApp) {
  const createProduct = async (product: Record<string, unknown> = {}): Promise<SampleProduct> => {
    const { body } = await t.call('owner', productApi.create, {
      body: { title: 'Teapot', price: 1000, stock: 100, ...product },
    })
    return { product: body.data._id, variant: body.data.variants[0]._id }
  }
  /** Creates an order that can be shipped, unless the body has another address. */
  const createOrder = (body: object, headers: Record<string, string> = {}): Promise<Reply> =>
    t.call('owner', orderApi.create, {
      body: { shippingAddress: exampleAddress, ...body },
      headers,
    })
  const createOrderData = async (body: object): Promise<Order> =>
    (await createOrder(body)).body.data
  const getOrder = async (id: string): Promise<Order> =>
    (await t.call('owner', orderApi.get, { params: { id } })).body.data
  const getStock = (variant: string) =>
    t.inStore(
      async tx =>
        (await tx<{ stock: number }[]>`select stock from variant where id = ${variant}`)[0]?.stock,
    )
  /** Returns the stock movements of a variant; their sum is its stock. */
  const listStockMovements = (variant: string) =>
    t.inStore(async tx => [
      ...(await tx<
        { reason: string; delta: number }[]
      >`select reason, delta from stock_movement where variant_id = ${variant} order by id`),
    ])
  return {
    createProduct,
    createOrder,
    createOrderData,
    ...createChangeTester(t),
    getOrder,
    getStock,
    listStockMovements,
  }
}

function createChangeTester(t: TestApp) {
  const updateStatus = (id: string, status: string, rest: object = {}) =>
    t.call('owner', orderApi.updateStatus, {
      params: { id },
      body: { status, reason: 'Asked to', ...rest },
    })
  const previewChange = (order: Order, change: OrderChange): Promise<Reply> =>
    t.call('owner', orderChangeApi.previewChange, {
      params: { id: order._id },
      body: { version: order.version, change },
    })
  const applyChange = (
    order: Order,
    change: OrderChange,
    headers: Record<string, string> = {},
  ): Promise<Reply> =>
    t.call('owner', orderChangeApi.applyChange, {
      params: { id: order._id },
      body: { version: order.version, change },
      headers,
    })
  /** Applies a change that must succeed, and returns the order after it. */
  const makeChange = async (order: Order, change: OrderChange): Promise<Order> => {
    const { status, body } = await applyChange(order, change)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  return { updateStatus, previewChange, applyChange, makeChange }
}

/** Adds a return to an order of the test owner, as its page in the storefront does, and returns its id. */
export const addOrderReturn = (t: TestApp, orderId: string): Promise<string> =>
  t.inStore(async tx => {
    const [line] = await tx<{ id: string }[]>`
      select id from order_line where order_id = ${orderId} order by position limit 1`
    await requestReturn(
      { tx, storeId: t.people.owner.storeId, id: orderId },
      {
        kind: 'createReturn',
        lines: [{ line: line?.id ?? '', quantity: 1, reason: 'wrong_size' }],
        wish: 'refund',
        reason: 'Too small',
      },
    )
    const [row] = await tx<{ id: string }[]>`
      select id from order_return where order_id = ${orderId} order by id desc limit 1`
    return row?.id ?? ''
  })
