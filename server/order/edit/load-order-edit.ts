import { randomUUID } from 'node:crypto'
import type {
  OrderEditFields,
  OrderEditVariant,
  StorefrontOrderEdit,
} from '#contract/storefront/storefront-order-edit.ts'
import { findEditEnd } from '../../cms/rule/order-edit-end.ts'
import { buildWhere, type ListDefinition, toLikePattern } from '../../lib/call/list.ts'
import { resolveSearch } from '../../lib/call/search-list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { findOrderPage } from '../page/load-order-page.ts'

type Offered = Partial<Pick<OrderEditFields, 'search' | 'offered' | 'key'>>
type EditedLineRow = Omit<StorefrontOrderEdit['lines'][number], 'variants'> & {
  product: string | null
}
type ProductVariant = OrderEditVariant & { product: string }

const maxOffers = 20

/** Returns an order with what its shopper can change, or undefined if there is none. */
export async function loadOrderEdit(
  tx: Tx,
  id: string,
  { search = '', offered = [], key = randomUUID() }: Offered,
): Promise<StorefrontOrderEdit | undefined> {
  const order = await findOrderPage(tx, id)
  if (!order) return undefined
  const [[row], until, lines, found, added] = await Promise.all([
    tx<{ version: number }[]>`select version from "order" where id = ${id}`,
    findEditEnd(tx, id),
    tx<EditedLineRow[]>`
      select id as "_id", variant_id as variant, product_id as product, title, variant_title,
        quantity, unit_price
      from order_line where order_id = ${id} order by position, id`,
    search.trim() ? searchVariants(tx, search.trim()) : [],
    selectVariants(tx, [tx`v.id = any (${[...offered]}::uuid[])`]),
  ])
  const products = lines.flatMap(({ product }) => product ?? [])
  const variants = await selectVariants(tx, [tx`p.id = any (${products}::uuid[])`])
  return {
    version: row?.version ?? 0,
    until: until ?? null,
    timeZone: order.seller.timezone,
    lines: lines.map(({ product, ...line }) => ({
      ...line,
      variants: variants.filter(variant => variant.product === product).map(toVariant),
    })),
    offers: [...added, ...found.filter(({ variant }) => !offered.includes(variant))].map(toVariant),
    order,
    preview: null,
    key,
  }
}

const toVariant = ({ product: _, ...variant }: ProductVariant): OrderEditVariant => variant

/** Finds products by the words that the storefront and staff search with. */
async function searchVariants(tx: Tx, words: string): Promise<ProductVariant[]> {
  const conditions = await resolveSearch(
    tx,
    { alias: 'p' },
    {
      entity: 'product',
      words,
      textConditions: [tx`p.title ilike ${toLikePattern(words)}`],
      text: tx`p.searched`,
    },
  )
  return selectVariants(tx, conditions, tx`limit ${maxOffers}`)
}

/** Selects variants that shoppers can see. */
const selectVariants = (tx: Tx, conditions: ListDefinition['where'], limit = tx``) => tx<
  ProductVariant[]
>`
  select v.id as variant, p.id as product, p.title,
    array_to_string(v.options, ' / ') as variant_title, v.price,
    not v.track_stock or v.allow_backorder or v.stock > 0 as is_available
  from product p join variant v on v.store_id = p.store_id and v.product_id = p.id
  ${buildWhere(tx, [tx`p.status = 'active'`, ...conditions])}
  order by p.title_sorted, p.id, v.position ${limit}`
