import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { BenchSample, StoreRow } from './data/bench-sample.ts'

/** One request, to Storewright and to the bare server. */
export type CallTarget = {
  storeId: string
  path: string
  bareArgument?: string
  body?: object
}
/** Targets that are requested in turn, or a function that returns the next one. */
export type CallTargets = {
  targets: CallTarget[] | (() => CallTarget)
  /** Runs before each round. */
  prepare?: () => Promise<void>
}
export type BenchCall = {
  name: string
  title: string
  method: 'GET' | 'POST' | 'PATCH'
  bareHandler: string
  /** Returns undefined if the stores have too few rows for the call. */
  createTargets: (sample: BenchSample, superuserUrl: string) => CallTargets | undefined
}

export const benchCalls: readonly BenchCall[] = [
  {
    name: 'product-list',
    title: 'product list, page 1',
    method: 'GET',
    bareHandler: 'productList',
    createTargets: ({ storeIds }) => ({
      targets: storeIds.map(storeId => ({ storeId, path: '/api/product/getAll' })),
    }),
  },
  {
    name: 'product-page-number',
    title: 'product list, page 901 by number',
    method: 'GET',
    bareHandler: 'productPage',
    createTargets: sample => toDeepTargets(sample, ({ page }) => `page=${page}`),
  },
  {
    name: 'product-page-cursor',
    title: 'product list, page 901 by cursor',
    method: 'GET',
    bareHandler: 'productPage',
    createTargets: sample =>
      toDeepTargets(sample, ({ createdAt, id }) => {
        const cursor = Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')
        return `after=${cursor}`
      }),
  },
  {
    name: 'product',
    title: 'one product',
    method: 'GET',
    bareHandler: 'product',
    createTargets: ({ products }) => toRowTargets(products, '/api/product'),
  },
  {
    name: 'order-list',
    title: 'order list',
    method: 'GET',
    bareHandler: 'orderList',
    createTargets: ({ storeIds }) => ({
      targets: storeIds.map(storeId => ({ storeId, path: '/api/order/getAll' })),
    }),
  },
  {
    name: 'order',
    title: 'one order with lines',
    method: 'GET',
    bareHandler: 'order',
    createTargets: ({ orders }) => toRowTargets(orders, '/api/order'),
  },
  {
    name: 'search',
    title: 'search by a word',
    method: 'GET',
    bareHandler: 'search',
    createTargets: sample => toSearchTargets(sample, sample.searchWords),
  },
  {
    name: 'search-mistyped',
    title: 'search by a mistyped word',
    method: 'GET',
    bareHandler: 'search',
    createTargets: sample => {
      const words = sample.searchWords.filter(word => word.length > 5 && word[2] !== word[3])
      return toSearchTargets(sample, words, swapInnerLetters)
    },
  },
  {
    name: 'search-nothing',
    title: 'search that finds nothing',
    method: 'GET',
    bareHandler: 'search',
    createTargets: sample => {
      const words = sample.searchWords.map(word => `qx${word}`)
      return toSearchTargets(sample, words)
    },
  },
  {
    name: 'dashboard-28-days',
    title: 'dashboard, 28 days, uncached',
    method: 'GET',
    bareHandler: 'dashboard',
    createTargets: sample => toDashboardTargets(sample, 28),
  },
  {
    name: 'dashboard-year',
    title: 'dashboard, a year, uncached',
    method: 'GET',
    bareHandler: 'dashboard',
    createTargets: sample => toDashboardTargets(sample, 365),
  },
  {
    name: 'product-create',
    title: 'create a product with price and stock',
    method: 'POST',
    bareHandler: 'write',
    createTargets: sample => ({ targets: countUp(nr => createProductTarget(sample, nr)) }),
  },
  {
    name: 'customer-create',
    title: 'create a customer with name and email',
    method: 'POST',
    bareHandler: 'write',
    createTargets: ({ storeIds }) => ({
      targets: countUp(nr => createCustomerTarget(storeIds, nr)),
    }),
  },
  {
    name: 'order-create',
    title: 'create an order with two lines',
    method: 'POST',
    bareHandler: 'write',
    createTargets: ({ variantPairs }) => {
      if (variantPairs.length === 0) return undefined
      return { targets: countUp(nr => createOrderTarget(variantPairs, nr)) }
    },
  },
  {
    name: 'order-status',
    title: 'change an order status',
    method: 'PATCH',
    bareHandler: 'write',
    createTargets: (_sample, superuserUrl) => toStatusTargets(superuserUrl),
  },
]

/** Returns a function that calls `create` with the next number each time. */
function countUp(create: (nr: number) => CallTarget): () => CallTarget {
  let nr = 0
  return () => create(nr++)
}

const toRowTargets = (rows: readonly StoreRow[], path: string): CallTargets => ({
  targets: rows.map(({ storeId, id }) => ({
    storeId,
    path: `${path}/${id}`,
    bareArgument: id,
  })),
})

const swapInnerLetters = (word: string) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`

/** `mistype` changes the word for Storewright. The bare server searches for the correct word. */
const toSearchTargets = (
  { storeIds }: BenchSample,
  words: readonly string[],
  mistype = (word: string) => word,
): CallTargets => ({
  targets: words.map((word, i) => ({
    storeId: storeIds[i % storeIds.length] ?? '',
    path: `/api/product/getAll?q=${mistype(word)}`,
    bareArgument: word,
  })),
})

function toDeepTargets(
  { deepPages }: BenchSample,
  formatQuery: (page: BenchSample['deepPages'][number]) => string,
): CallTargets | undefined {
  if (deepPages.length === 0) return undefined
  return {
    targets: deepPages.map(page => ({
      storeId: page.storeId,
      path: `/api/product/getAll?${formatQuery(page)}`,
      bareArgument: `${page.createdAt}_${page.id}`,
    })),
  }
}

const dayMs = 86_400_000
const formatDaysAgo = (days: number) =>
  new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** Each request has another period of about the same length, so that no cache has its response. */
function toDashboardTargets({ storeIds }: BenchSample, days: number): CallTargets {
  const starts = 730 - days
  return {
    targets: countUp(nr => {
      const lastDay = nr % starts
      const length = days - (Math.floor(nr / starts) % 8)
      const [from, to] = [formatDaysAgo(lastDay + length - 1), formatDaysAgo(lastDay)]
      return {
        storeId: storeIds[nr % storeIds.length] ?? '',
        path: `/api/dashboard/stats?period=custom&from=${from}&to=${to}`,
        bareArgument: `${from}_${to}`,
      }
    }),
  }
}

export function createProductTarget(
  { storeIds, searchWords }: BenchSample,
  nr: number,
): CallTarget {
  const word = (offset: number) => searchWords[(nr * 7 + offset * 31) % searchWords.length]
  return {
    storeId: storeIds[nr % storeIds.length] ?? '',
    path: '/api/product/create',
    body: {
      title: `New ${word(0)} ${word(1)} ${word(2)} ${nr}`,
      status: 'active',
      vendor: `Vendor ${nr % 50}`,
      sku: `NEW-${nr}`,
      price: 500 + (nr % 9500),
      stock: 10 + (nr % 90),
    },
  }
}

/** Each customer has another last name, so that the search stores the parts of a new word. */
function createCustomerTarget(storeIds: readonly string[], nr: number): CallTarget {
  const lastName = nr.toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '')
  return {
    storeId: storeIds[nr % storeIds.length] ?? '',
    path: '/api/customer/create',
    body: { name: `Mara Linden${lastName}`, email: `mara.${nr}.${Date.now()}@example.com` },
  }
}

function createOrderTarget(pairs: BenchSample['variantPairs'], nr: number): CallTarget {
  // Neighboring pairs share a variant, and concurrent orders of one variant wait for each other.
  const pair = pairs[(nr * 7) % pairs.length] ?? pairs[0]
  const [first = '', second = ''] = pair?.variants ?? []
  return {
    storeId: pair?.storeId ?? '',
    path: '/api/order/create',
    body: {
      customer: { name: 'Mara Lind' },
      lines: [
        { variant: first, quantity: 1 },
        { variant: second, quantity: 2 },
      ],
    },
  }
}

/**
 * Puts pending orders on hold, then back to pending, in turn. Reads the statuses before each round,
 * because the end of a round cuts off requests.
 */
function toStatusTargets(superuserUrl: string): CallTargets {
  let orders: (StoreRow & { status: string })[] = []
  const prepare = async () => {
    // Requests of the previous round may still be running.
    await sleep(200)
    const sql = postgres(superuserUrl, { max: 1 })
    orders = await sql<typeof orders>`
      select store_id as "storeId", id, status from "order"
      where status = 'on_hold' or (status = 'pending' and source = 'manual')
      order by hashtext(id::text) limit 2000`
    await sql.end()
  }
  const targets = countUp(nr => {
    const order = orders[nr % orders.length]
    if (!order) throw new Error('No order is pending.')
    order.status = order.status === 'pending' ? 'on_hold' : 'pending'
    return {
      storeId: order.storeId,
      path: `/api/order/updateStatus/${order.id}`,
      body: {
        status: order.status,
        ...(order.status === 'on_hold' && { reason: 'The address is checked.' }),
      },
    }
  })
  return { targets, prepare }
}
