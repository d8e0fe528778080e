import { z } from 'zod'

// The required fields, limits and allowed values of product feeds: the product data specification of Google, the
// catalog fields of Meta, which are those of Google with other words, the catalogs of Pinterest, and the product
// feed of OpenAI. Fields that a store does not send are not listed, so that a misspelled one fails.

const Price = z.string().regex(/^\d+(\.\d{2,3})? [A-Z]{3}$/)
const Gtin = z.string().regex(/^(\d{8}|\d{12,14})$/)
const Url = z.url({ protocol: /^https?$/ }).max(2000)
const Text = (max: number) => z.string().trim().min(1).max(max)
const units = 'oz|lb|mg|g|kg|floz|pt|qt|gal|ml|cl|l|cbm|in|ft|yd|cm|m|sqft|sqm|ct|sheet|item'
const toAmount = (price: string) => Number(price.split(' ')[0])
const hasReducedPrice = ({
  price,
  sale_price: sale,
}: {
  price: string
  sale_price?: string | undefined
}) => sale === undefined || toAmount(sale) < toAmount(price)

const googleFields = {
  id: Text(50),
  item_group_id: Text(50).optional(),
  title: Text(150),
  description: Text(5000),
  link: Url,
  image_link: Url,
  additional_image_link: z.array(Url).max(10).optional(),
  price: Price,
  sale_price: Price.optional(),
  condition: z.enum(['new', 'refurbished', 'used']),
  brand: Text(70),
  gtin: Gtin.optional(),
  identifier_exists: z.literal('no').optional(),
  product_type: Text(750).optional(),
  color: Text(100).optional(),
  size: Text(100).optional(),
  shipping_weight: z
    .string()
    .regex(/^\d+(\.\d+)? (lb|oz|g|kg)$/)
    .optional(),
  unit_pricing_measure: z
    .string()
    .regex(new RegExp(`^\\d+(\\.\\d+)? (${units})$`))
    .optional(),
  unit_pricing_base_measure: z
    .string()
    .regex(new RegExp(`^((1|10|100|2|4|8) (${units})|75 cl|750 ml|50 kg|1000 kg)$`))
    .optional(),
  shipping: z.strictObject({ country: z.string().length(2), price: Price }).optional(),
}
const hasIdentifier = (item: {
  gtin?: string | undefined
  identifier_exists?: string | undefined
}) => (item.gtin === undefined) === (item.identifier_exists === 'no')

export const GoogleItem = z
  .strictObject({ ...googleFields, availability: z.enum(['in_stock', 'out_of_stock']) })
  .refine(hasReducedPrice)
  .refine(hasIdentifier)
export const MetaItem = z
  .strictObject({ ...googleFields, availability: z.enum(['in stock', 'out of stock']) })
  .refine(hasReducedPrice)

const Empty = z.literal('')
export const PinterestItem = z.strictObject({
  id: Text(127),
  item_group_id: Text(127).or(Empty),
  title: Text(500),
  description: Text(10_000),
  link: Url.max(511),
  image_link: Url,
  additional_image_link: z.string().max(2000),
  availability: z.enum(['in stock', 'out of stock', 'preorder']),
  price: Price,
  sale_price: Price.or(Empty),
  condition: z.enum(['new', 'used', 'refurbished']),
  brand: Text(100),
  gtin: Gtin.or(Empty),
  product_type: z.string().max(1000),
  color: z.string(),
  size: z.string(),
})

export const OpenAiItem = z
  .strictObject({
    is_eligible_search: z.literal(true),
    is_eligible_checkout: z.literal(false),
    item_id: Text(100),
    group_id: Text(70).optional(),
    listing_has_variations: z.boolean(),
    variant_dict: z.record(z.string(), z.string()).optional(),
    title: Text(150),
    description: Text(5000),
    url: Url,
    brand: Text(70),
    gtin: Gtin.optional(),
    condition: z.enum(['new', 'refurbished', 'used']),
    product_category: z.string().optional(),
    color: Text(100).optional(),
    size: Text(100).optional(),
    weight: z.number().positive().optional(),
    item_weight_unit: z.enum(['g', 'kg', 'oz', 'lb']).optional(),
    image_url: Url,
    additional_image_urls: z.array(Url).optional(),
    price: Price,
    sale_price: Price.optional(),
    availability: z.enum(['in_stock', 'out_of_stock', 'pre_order', 'backorder', 'unknown']),
    seller_name: Text(70),
    seller_url: Url,
    seller_privacy_policy: Url.optional(),
    seller_tos: Url.optional(),
    return_policy: Url.optional(),
    target_countries: z.array(z.string().length(2)).min(1),
    store_country: z.string().length(2),
  })
  .refine(hasReducedPrice)
  .refine(item => (item.weight === undefined) === (item.item_weight_unit === undefined))
  // A variant names its group and its options. Other items have neither.
  .refine(item =>
    item.listing_has_variations
      ? item.group_id !== undefined && item.group_id !== item.item_id && item.variant_dict
      : item.group_id === undefined && item.variant_dict === undefined,
  )
