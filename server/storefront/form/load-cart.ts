import { maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import type { StorefrontCart, StorefrontCartLine } from '#contract/storefront/storefront-order.ts'
import type {
  StorefrontImage,
  StorefrontPriceDetails,
} from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { selectVariantImage } from '../../media/select-variant-image.ts'
import type { DeliveredGoods } from '../../shipping/rule/load-shipped-goods.ts'
import { selectPriorPrice } from '../list/product-cards.ts'

/** The properties of a line that its delivery and taxes depend on. */
type CartGoods = DeliveredGoods & { taxClass: string | null }
export type CartLine = StorefrontCartLine & { goods: CartGoods | undefined }
export type LoadedCart = Omit<StorefrontCart, 'lines'> & { lines: CartLine[] }

/** A line as stored, with its variant if shoppers can see it. An empty cart has a row without a line. */
type CartVariantRow = {
  note: string
  lineId: string | null
  variantId: string
  storedTitle: string
  variantTitle: string
  /** Null if the store had another currency. */
  storedPrice: number | null
  quantity: number
  askedQuantity: number
  title: string | null
  slug: string
  optionNames: { name: string }[]
  optionValues: string[]
  price: number
  priceDetails: StorefrontPriceDetails | null
  /** Null for any number. */
  units: number | null
  image: StorefrontImage | null
  goods: CartGoods
}
type LineRow = CartVariantRow & { lineId: string }

const selectLines = (tx: Tx, token: string) => tx<CartVariantRow[]>`
  select c.note, c.line_id, c.variant_id, c.title as stored_title, c.variant_title,
    c.price as stored_price, c.quantity, c.asked_quantity,
    p.title, p.slug, p.options as option_names, v.options as option_values, v.price,
    case when v.prior_price > v.price or v.measure_unit is not null then jsonb_build_object(
      'priorPrice', ${selectPriorPrice(tx)}, 'measureAmount', v.measure_amount, 'measureUnit', v.measure_unit,
      'referenceAmount', v.reference_amount) end as price_details,
    case when v.track_stock and not v.allow_backorder then v.stock end as units,
    ${selectVariantImage(tx)} as image,
    jsonb_build_object('requiresShipping', p.requires_shipping, 'weight', v.weight,
      'shippingClass', p.shipping_class, 'taxClass', p.tax_class) as goods
  from read_cart(${hashToken(token)}) c
  left join (
    variant v join product p
      on p.store_id = v.store_id and p.id = v.product_id and p.status = 'active'
  ) on v.store_id = current_store() and v.id = c.variant_id
  order by c.line_id`

export const emptyCart: StorefrontCart = { lines: [], note: '', unitCount: 0, subtotal: 0 }

/** Returns the cart of the token, or undefined if there is none in this store. */
export async function loadCart(tx: Tx, token: string): Promise<LoadedCart | undefined> {
  const rows = await selectLines(tx, token)
  const [first] = rows
  if (!first) return undefined
  const lines = rows.filter((row): row is LineRow => row.lineId !== null).map(toLine)
  const availableLines = lines.filter(({ state }) => state === 'available')
  return {
    lines,
    note: first.note,
    unitCount: availableLines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: availableLines.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
  }
}

function toLine(row: LineRow): CartLine {
  const { lineId, variantId, quantity, image } = row
  if (row.title === null)
    return {
      _id: lineId,
      variant: variantId,
      title: [row.storedTitle, row.variantTitle].filter(Boolean).join(' – '),
      options: [],
      path: null,
      state: 'unavailable',
      image: null,
      price: row.storedPrice ?? 0,
      priceDetails: null,
      earlierPrice: null,
      quantity,
      maxQuantity: 0,
      reduction: null,
      goods: undefined,
    }
  return {
    _id: lineId,
    variant: variantId,
    title: row.title,
    options: row.optionNames.map(({ name }, index) => ({
      name,
      value: row.optionValues[index] ?? '',
    })),
    path: `/products/${row.slug}?variant=${variantId}`,
    state: row.units !== null && row.units <= 0 ? 'soldOut' : 'available',
    image,
    price: row.price,
    priceDetails: row.priceDetails,
    earlierPrice: row.storedPrice === row.price ? null : row.storedPrice,
    quantity,
    maxQuantity: Math.min(row.units ?? maxCartQuantity, maxCartQuantity),
    reduction: getReduction(row),
    goods: row.goods,
  }
}

/** Returns why the quantity was reduced, or null. The page does not mention units that arrived later. */
function getReduction({ quantity, askedQuantity, units }: CartVariantRow) {
  if (askedQuantity <= quantity) return null
  if (quantity === units) return 'stock'
  return quantity === maxCartQuantity ? 'limit' : null
}
