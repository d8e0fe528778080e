import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { BulkReply, bulkSelectionFields, tagChangeFields } from '../lib/call/bulk.ts'
import { issue } from '../lib/error/issue.ts'
import {
  BooleanQuery,
  Count,
  Id,
  ListQuery,
  Money,
  multiLineText,
  oneOrMoreQuery,
  Slug,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'
import { OptionSwatch } from './option-swatch.ts'
import { ProductCheckout } from './product-checkout.ts'
import { ImageInput, ProductImage } from './product-image.ts'
import { ProductPresentation } from './product-presentation.ts'
import { ProductSafety } from './product-safety.ts'
import { maxOptions, SingleVariantFields, Variant, VariantInput } from './variant.ts'

export const ProductStatus = z.enum(['draft', 'active', 'archived'])
export type ProductStatus = z.infer<typeof ProductStatus>

export const productLimits = {
  options: maxOptions,
  values: 50,
  variants: 250,
  images: 20,
  tags: 30,
  categories: 50,
  companions: 12,
  categoriesPerBulkChange: 10,
  description: 50_000,
} as const

export const ProductOption = z.object({
  name: singleLineText(60, 1),
  values: z.array(singleLineText(120, 1)).min(1).max(productLimits.values),
  /** If an update omits them, those of the option with this name are unchanged. */
  swatches: z.array(OptionSwatch).max(productLimits.values).optional(),
})
export type ProductOption = z.infer<typeof ProductOption>

const Tag = singleLineText(40, 1)
const hasUniqueValues = <T>(values: T[], getKey: (value: T) => string) =>
  new Set(values.map(getKey)).size === values.length

/**
 * The columns of the table `product`. A field declared here is accepted, stored and returned. A new
 * field also needs a column, an input in the form and texts.
 */
export const ProductFields = z.object({
  title: singleLineText(200, 1),
  /** If omitted, the server derives it from the title. */
  slug: Slug.optional(),
  /** Sanitized HTML. */
  description: multiLineText(productLimits.description).optional(),
  status: ProductStatus.optional(),
  vendor: singleLineText(80).optional(),
  productType: singleLineText(80).optional(),
  tags: z
    .array(Tag)
    .max(productLimits.tags)
    .refine(tags => hasUniqueValues(tags, t => t.toLowerCase()), issue('duplicate_tag'))
    .optional(),
  options: z
    .array(ProductOption)
    .max(productLimits.options)
    .refine(o => hasUniqueValues(o, x => x.name.toLowerCase()), issue('duplicate_option_name'))
    .optional(),
  ...ProductCheckout.partial().shape,
  seoTitle: singleLineText(120).optional(),
  seoDescription: singleLineText(320).optional(),
  ...ProductSafety.partial().shape,
  safetyWarnings: multiLineText(2000).optional(),
  ...ProductPresentation.partial().shape,
  /** The products that the page shows first among those that are bought together. */
  companions: z.array(Id).max(productLimits.companions).optional(),
})

/** The fields that stores show as they are. Tags are for the seller, unless a filter has them. */
export const StorefrontProductFields = ProductFields.pick({
  title: true,
  slug: true,
  description: true,
  vendor: true,
  productType: true,
  options: true,
  withdrawalException: true,
  videoUrl: true,
  details: true,
  sizeTable: true,
})

/** The parts of a product in other tables. */
export const ProductParts = z.object({
  categories: z.array(Id).max(productLimits.categories).optional(),
  variants: z.array(VariantInput).min(1).max(productLimits.variants).optional(),
  images: z.array(ImageInput).max(productLimits.images).optional(),
})

/**
 * A product with `variants`, or a simple product with the fields of its only variant, such as
 * `price`, `stock` and `sku`.
 */
export const ProductInput = ProductFields.extend(ProductParts.shape).extend(
  SingleVariantFields.shape,
)
export type ProductInput = z.infer<typeof ProductInput>

/** A product in a list, with the lowest price and the total stock of its variants. */
export const ProductRow = ProductFields.pick({
  title: true,
  slug: true,
  status: true,
  vendor: true,
  productType: true,
  tags: true,
})
  .required()
  .extend({
    _id: Id,
    price: Money,
    compareAtPrice: Money.nullable(),
    sku: z.string(),
    stock: z.int(),
    trackStock: z.boolean(),
    variantCount: z.int(),
    image: z.string(),
    version: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
export type ProductRow = z.infer<typeof ProductRow>

/** `hasPriceRange`: whether the variants have different prices. */
export const ProductListRow = ProductRow.extend({ hasPriceRange: z.boolean() })
export type ProductListRow = z.infer<typeof ProductListRow>

export const Product = ProductRow.extend(ProductFields.required().shape).extend({
  categories: z.array(Id),
  variants: z.array(Variant),
  images: z.array(ProductImage),
})
export type Product = z.infer<typeof Product>

/** The filters of the list and of its export. */
export const productFilterFields = {
  status: oneOrMoreQuery(ProductStatus),
  category: oneOrMoreQuery(Id),
  vendor: oneOrMoreQuery(singleLineText(80)),
  productType: oneOrMoreQuery(singleLineText(80)),
  tag: oneOrMoreQuery(singleLineText(40)),
  /** `out`: no units left; `low`: at or below the store's threshold. Only with tracked stock. */
  stock: z.enum(['in', 'low', 'out']).optional(),
  priceFrom: z.coerce.number().int().min(0).optional(),
  priceTo: z.coerce.number().int().min(0).optional(),
  hasImage: BooleanQuery,
}
export const ProductListQuery = ListQuery.extend({
  sort: sortQuery('title', 'price', 'stock', 'createdAt', 'updatedAt'),
  ...productFilterFields,
})
export type ProductListQuery = z.infer<typeof ProductListQuery>

export const ProductCounts = z.object({ all: Count, draft: Count, active: Count, archived: Count })
/** The values that the store's products use, for filters and suggestions; at most 200 each. */
export const ProductFacets = z.object({
  vendors: z.array(z.string()),
  productTypes: z.array(z.string()),
  tags: z.array(z.string()),
})

export const productApi = defineApi('product', {
  list: {
    method: 'GET',
    path: '/product/getAll',
    can: 'product:read',
    allowsReplica: true,
    summary: 'List products',
    query: ProductListQuery,
    items: ProductListRow,
  },
  getCounts: {
    method: 'GET',
    path: '/product/counts',
    can: 'product:read',
    allowsReplica: true,
    summary: 'Count products per status',
    reply: ProductCounts,
  },
  getFacets: {
    method: 'GET',
    path: '/product/facets',
    can: 'product:read',
    allowsReplica: true,
    summary: 'List vendors, types and tags in use',
    reply: ProductFacets,
  },
  export: {
    method: 'GET',
    path: '/product/export',
    can: 'product:read',
    rateLimit: 'transfer',
    summary: 'Export products as CSV',
    query: ProductListQuery,
    downloadType: 'text/csv; charset=utf-8',
  },
  get: {
    method: 'GET',
    path: '/product/:id',
    can: 'product:read',
    summary: 'Get a product',
    reply: Product,
  },
  create: {
    method: 'POST',
    path: '/product/create',
    can: 'product:write',
    summary: 'Create a product',
    uses: 'product',
    body: ProductInput,
    reply: Product,
    message: 'Product Create Successfully',
    invalidates: ['category', 'dashboard'],
  },
  update: {
    method: 'PATCH',
    path: '/product/update/:id',
    can: 'product:write',
    summary: 'Update a product',
    body: updateSchema(ProductInput),
    reply: Product,
    message: 'Product Update Successfully',
    invalidates: ['category', 'dashboard'],
  },
  delete: {
    method: 'DELETE',
    path: '/product/delete/:id',
    can: 'product:write',
    summary: 'Delete a product; orders are kept unchanged',
    message: 'Product deleted',
    invalidates: ['category', 'dashboard'],
  },
  bulkUpdateStatus: {
    method: 'POST',
    path: '/product/bulk/updateStatus',
    can: 'product:write',
    status: 200,
    summary: 'Update the status of several products',
    body: z.object({ ...bulkSelectionFields(productFilterFields), status: ProductStatus }),
    reply: BulkReply,
    invalidates: ['dashboard'],
  },
  bulkUpdateTags: {
    method: 'POST',
    path: '/product/bulk/updateTags',
    can: 'product:write',
    status: 200,
    summary: 'Add or remove tags of several products',
    body: z.object({ ...bulkSelectionFields(productFilterFields), ...tagChangeFields }),
    reply: BulkReply,
  },
  bulkUpdateCategories: {
    method: 'POST',
    path: '/product/bulk/updateCategories',
    can: 'product:write',
    status: 200,
    summary: 'Add several products to categories or remove them',
    body: z.object({
      ...bulkSelectionFields(productFilterFields),
      add: z.array(Id).max(productLimits.categoriesPerBulkChange).optional(),
      remove: z.array(Id).max(productLimits.categoriesPerBulkChange).optional(),
    }),
    reply: BulkReply,
    invalidates: ['category', 'dashboard'],
  },
  bulkDelete: {
    method: 'POST',
    path: '/product/bulk/delete',
    can: 'product:write',
    status: 200,
    summary: 'Delete several products',
    body: z.object(bulkSelectionFields(productFilterFields)),
    reply: BulkReply,
    invalidates: ['category', 'dashboard'],
  },
})
