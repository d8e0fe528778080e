import { allRoutes } from '../../contract/all.ts'
import type { LargeSample } from './large-sample.ts'

/** A call of the back office, or a page of the store if it has no `/api`. */
export type LargeCall = {
  name: string
  /** Each request has the next value, `''` if there are none. */
  values?: (sample: LargeSample) => readonly string[]
  createPath: (value: string, requestNumber: number) => string
  /** Measures until the first byte and stops the response there. */
  isDownload?: boolean
}

type PathValue = NonNullable<LargeCall['values']>
const call = (name: string, path: string, values?: PathValue): LargeCall => ({
  name,
  ...(values && { values }),
  createPath: value => path.replace('*', () => encodeURIComponent(value)),
})
const download = (name: string, path: string): LargeCall => ({
  ...call(name, path),
  isDownload: true,
})
const words: PathValue = ({ productWords }) => productWords
const names: PathValue = ({ customerNames }) => customerNames
const unknownNames: PathValue = sample => sample.unknownNames
const categories: PathValue = ({ categorySlugs }) => categorySlugs
const mistypedWords: PathValue = ({ productWords }) =>
  productWords.filter(word => word.length > 6).map(word => word.slice(0, 3) + word.slice(4))
const unknownWords: PathValue = ({ productWords }) => productWords.map(word => `qx${word}`)

const pages: LargeCall[] = [
  call('home', '/'),
  call('all products', '/products'),
  call('category', '/categories/*', categories),
  call('category, page 9', '/categories/*?page=9', categories),
  call('category by price', '/categories/*?sort=priceAsc', categories),
  call('category, best-selling', '/categories/*?sort=bestselling', categories),
  call('category, available', '/categories/*?available=1', categories),
  call('category of a vendor', '/categories/*?vendor=Vendor+7', categories),
  call('category of a size', '/categories/*?option=Size%3AM', categories),
  call('all products of a tag', '/products?tag=*', () => listNumbered('tag-', 30)),
  call('all products by price', '/products?sort=priceAsc&priceFrom=*', () => listNumbered('1', 80)),
  call('all products, page 300', '/products?page=300&priceFrom=*', () => listNumbered('0', 99)),
  call('product', '/products/*', ({ productSlugs }) => productSlugs),
  call('search by a word', '/search?q=*', words),
  call('search by a word and a filter', '/search?available=1&q=*', words),
  call('search by a mistyped word', '/search?q=*', mistypedWords),
  call('search that finds nothing', '/search?q=*', unknownWords),
  call('search of several unknown words', '/search?q=*', sample =>
    unknownNames(sample).map(name => `${name} unknown qxword`),
  ),
  call('missing page', '/products/*', unknownWords),
]

/** Each request has other days, so that no cache has its sums. */
const createPeriod = (days: number) => (_value: string, requestNumber: number) => {
  const format = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const last = requestNumber % (729 - days)
  return `/api/dashboard/stats?period=custom&from=${format(last + days - 1)}&to=${format(last)}`
}
const dashboards: LargeCall[] = [
  call('dashboard, today', '/api/dashboard/stats?period=today'),
  call('dashboard, 28 days', '/api/dashboard/stats?period=last28Days'),
  call('dashboard, last year', '/api/dashboard/stats?period=lastYear'),
  ...[2, 28, 90, 365].map(days => ({
    name: `dashboard, other ${days} days`,
    createPath: createPeriod(days),
  })),
]

const dates = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const orders: LargeCall[] = [
  call('one order', '/api/order/*', sample => sample.orderIds),
  call('orders by an unknown name', '/api/order/getAll?q=*', unknownNames),
  call('orders by a name', '/api/order/getAll?q=*', names),
  call('orders by a first name', '/api/order/getAll?q=*', sample =>
    names(sample).map(name => name.split(' ')[0] ?? ''),
  ),
  call('orders by a number', '/api/order/getAll?q=*', sample => sample.orderNumbers),
  call('orders by a SKU', '/api/order/getAll?sku=*', sample => sample.skus),
  call('orders of a customer', '/api/order/getAll?customer=*', sample => sample.customerIds),
  call('orders of a product', '/api/order/getAll?product=*', sample => sample.productIds),
  call('orders, page 900', '/api/order/getAll?page=900'),
  call('orders by total', '/api/order/getAll?sort=-total'),
  ...[
    'open',
    'toShip',
    'late',
    'unpaid',
    'onHold',
    'returns',
    'completed',
    'canceledOrReturned',
    'drafts',
  ].map(view => call(`orders, tab ${view}`, `/api/order/getAll?view=${view}`)),
  call('orders of a source', '/api/order/getAll?source=phone'),
  call('orders to a country', '/api/order/getAll?shippingCountry=AT'),
  call('orders to an unknown country', '/api/order/getAll?shippingCountry=IS'),
  call('orders of a carrier', '/api/order/getAll?carrier=ups'),
  call('orders of a payment method', '/api/order/getAll?paymentMethod=Bank+transfer'),
  call('orders with a note', '/api/order/getAll?hasNote=true'),
  call('orders with a tag', '/api/order/getAll?tag=rare'),
  call('orders with a discount code', '/api/order/getAll?discountCode=NONE'),
  call('orders of a month', `/api/order/getAll?from=${dates(400)}&to=${dates(370)}`),
  call('orders above a total', '/api/order/getAll?totalFrom=90000'),
  call(
    'orders of several filters',
    `/api/order/getAll?status=completed&paymentStatus=paid&from=${dates(500)}&totalFrom=30000&totalTo=31000`,
  ),
  download('orders, export', '/api/order/export'),
  download('orders, filtered export', '/api/order/export?source=phone'),
]
const customers: LargeCall[] = [
  call('one customer', '/api/customer/*', sample => sample.customerIds),
  call('customers by an unknown name', '/api/customer/getAll?q=*', unknownNames),
  call('customers by a name', '/api/customer/getAll?q=*', names),
  call('customers by an email', '/api/customer/getAll?q=customer-*@example.com', () =>
    listNumbered('12', 100),
  ),
  call('customers by total', '/api/customer/getAll?sort=-totalSpent'),
  call('customers by last order', '/api/customer/getAll?sort=-lastOrderAt'),
  call('customers by their name', '/api/customer/getAll?sort=name'),
  call('customers, page 900', '/api/customer/getAll?page=900'),
  call('customers with a tag', '/api/customer/getAll?tag=vip'),
]
const products: LargeCall[] = [
  call('one product', '/api/product/*', sample => sample.productIds),
  call('products by a word', '/api/product/getAll?q=*', words),
  call('products by a mistyped word', '/api/product/getAll?q=*', mistypedWords),
  call('products, nothing found', '/api/product/getAll?q=*', unknownWords),
  call('products, low stock', '/api/product/getAll?stock=low'),
  call('products, out of stock', '/api/product/getAll?stock=out&sort=stock'),
  call('products by stock', '/api/product/getAll?sort=stock'),
  call('products by price', '/api/product/getAll?sort=-price'),
  call('products by title', '/api/product/getAll?sort=title'),
  call('products of a category', '/api/product/getAll?category=*', sample => sample.categoryIds),
  call('products of a vendor', '/api/product/getAll?vendor=Vendor+7'),
  call('products of a tag', '/api/product/getAll?tag=tag-7'),
  call('products without image', '/api/product/getAll?hasImage=false'),
  call('products of a price', '/api/product/getAll?priceFrom=5000&priceTo=5100&sort=title'),
  call('products, page 900', '/api/product/getAll?page=900'),
  call('variants by a word', '/api/order/searchVariants?q=*', words),
  call('search everywhere', '/api/search/find?q=*', names),
  call('search everywhere, unknown', '/api/search/find?q=*', unknownNames),
  download('products, export', '/api/product/export'),
]

/** The queries of calls that require one, and the values for `*`. */
const requiredQueries: Record<string, [query: string, values?: PathValue]> = {
  '/product/freeSlug': ['name=*', words],
  '/category/freeSlug': ['name=*', words],
  '/page/freeSlug': ['name=*', words],
  '/post/freeSlug': ['name=*', words],
  '/order/rowHints': ['ids=*', ({ orderIds }) => orderIds],
  '/product/swatches': ['name=Color&values=*', words],
  '/search/find': ['q=*', names],
  '/main-search': ['q=*', names],
  '/autocomplete': ['q=*', names],
  '/view/getAll': ['list=order'],
  // The store has no webhook, so any id is an unknown one.
  '/webhookDelivery/getAll': ['webhook=*', ({ orderIds }) => orderIds],
}

/** Every call of the back office that reads without a record: its lists, counts and settings. */
const lists: LargeCall[] = allRoutes
  .filter(
    ({ method, path, can, downloadType }) =>
      method === 'GET' && !path.includes(':') && can !== 'public' && !downloadType,
  )
  .map(({ path }) => {
    const [query = '', values] = requiredQueries[path] ?? []
    return call(path, `/api${path}?${query}`, values)
  })

export const largeCalls: readonly LargeCall[] = [
  ...pages,
  ...dashboards,
  ...orders,
  ...customers,
  ...products,
  ...lists,
]

function listNumbered(text: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${text}${i}`)
}
