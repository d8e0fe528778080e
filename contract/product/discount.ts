import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import {
  asciiCodeText,
  Id,
  ListQuery,
  Money,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'

export const maxDiscounts = 1000
/** Maximum number of codes of one discount. */
export const maxDiscountCodes = 10_000

/** `buy_get`: of each group of units, the cheapest ones are reduced. */
export const DiscountKind = z.enum(['percentage', 'amount', 'free_shipping', 'buy_get'])
export type DiscountKind = z.infer<typeof DiscountKind>

/** The goods that a discount reduces: the whole order, or some products with their variants. */
export const DiscountScope = z.enum(['order', 'products', 'categories'])
export type DiscountScope = z.infer<typeof DiscountScope>

/** The target of a discount: some products, the whole order, or its shipping. */
export const DiscountClass = z.enum(['product', 'order', 'shipping'])
export type DiscountClass = z.infer<typeof DiscountClass>

export function getDiscountClass({
  kind,
  scope,
}: {
  kind: DiscountKind
  scope: DiscountScope
}): DiscountClass {
  if (kind === 'free_shipping') return 'shipping'
  return kind === 'buy_get' || scope !== 'order' ? 'product' : 'order'
}

export const DiscountStatus = z.enum(['active', 'scheduled', 'expired', 'used_up', 'inactive'])
export type DiscountStatus = z.infer<typeof DiscountStatus>

/** The reason why an entered discount code does not reduce an order. */
export const DiscountProblem = z.enum([
  'unknown_discount',
  'discount_expired',
  'discount_used_up',
  'discount_used_by_you',
  'discount_for_other_products',
  'discount_for_other_customers',
  'discount_minimum',
  'discount_not_combinable',
])
export type DiscountProblem = z.infer<typeof DiscountProblem>

/** Returns a code in the form in which it is stored. Shoppers enter it in any case. */
export const normalizeDiscountCode = (text: string) => text.replace(/\s+/g, '').toUpperCase()

/** Empty for a discount without a code. */
const DiscountCode = asciiCodeText(40)
  .overwrite(normalizeDiscountCode)
  .regex(/^[\p{L}\p{M}\p{N}_%.+-]*$/u, issue('invalid_discount_code'))

export const DiscountPercentage = z.number().min(0).max(100).multipleOf(0.01)
const UnitCount = z.int().min(1).max(10_000)

export const DiscountInput = z.object({
  /** Shoppers see it. */
  name: singleLineText(80, 1),
  code: DiscountCode.optional(),
  kind: DiscountKind.optional(),
  percentage: DiscountPercentage.optional(),
  /** For the kind `amount`. */
  amount: Money.optional(),
  buyQuantity: UnitCount.optional(),
  getQuantity: UnitCount.optional(),
  scope: DiscountScope.optional(),
  products: z.array(Id).max(200).optional(),
  /** Products of their subcategories belong to them. */
  categories: z.array(Id).max(100).optional(),
  /** Customers with one of these tags get the discount. Without tags, every customer does. */
  customerTags: z.array(singleLineText(40, 1)).max(20).optional(),
  /** The least amount and number of the goods that the discount reduces. */
  minimumAmount: Money.optional(),
  minimumQuantity: z.int().min(0).max(10_000).optional(),
  startsAt: Timestamp.optional(),
  endsAt: Timestamp.nullable().optional(),
  /** Null for any number of orders. */
  usageLimit: z.int().min(1).max(1_000_000_000).nullable().optional(),
  limitPerCustomer: z.int().min(1).max(1000).nullable().optional(),
  /** The classes of discounts that can reduce the same order, if they combine with this one too. */
  combinesWith: z.array(DiscountClass).max(DiscountClass.options.length).optional(),
  isActive: z.boolean().optional(),
})
export type DiscountInput = z.infer<typeof DiscountInput>

export const Discount = DiscountInput.required().extend({
  _id: Id,
  status: DiscountStatus,
  /** The orders with the discount, without canceled ones. */
  usedCount: z.int(),
  /** The codes that are used once each. */
  codeCount: z.int(),
  version: z.int(),
  createdAt: Timestamp,
})
export type Discount = z.infer<typeof Discount>

/** Codes that are used once each, such as "SPRING-7KQ2M9XD". */
export const DiscountCodesInput = z.object({
  count: z.int().min(1).max(1000),
  prefix: DiscountCode.max(20).optional(),
})
export type DiscountCodesInput = z.infer<typeof DiscountCodesInput>

export const DiscountListQuery = ListQuery.extend({
  sort: sortQuery('name', 'usedCount', 'createdAt'),
  status: DiscountStatus.optional(),
  kind: DiscountKind.optional(),
})
export type DiscountListQuery = z.infer<typeof DiscountListQuery>

/** The live orders with a discount. Amounts are in the currency of the store. */
export const DiscountReport = z.object({
  orders: z.int(),
  sales: Money,
  /** The amount that the orders were reduced by, with the price of free shipping. */
  reduction: Money,
  lastUsedAt: Timestamp.nullable(),
})
export type DiscountReport = z.infer<typeof DiscountReport>

export const discountApi = defineApi('discount', {
  list: {
    method: 'GET',
    path: '/discount/getAll',
    can: 'product:read',
    allowsReplica: true,
    summary: 'List discounts',
    query: DiscountListQuery,
    items: Discount,
  },
  get: {
    method: 'GET',
    path: '/discount/get/:id',
    can: 'product:read',
    summary: 'Get a discount',
    reply: Discount,
  },
  getReport: {
    method: 'GET',
    path: '/discount/report/:id',
    can: 'order:read',
    allowsReplica: true,
    summary: 'Get the number and the sales of the orders with a discount',
    reply: DiscountReport,
  },
  create: {
    method: 'POST',
    path: '/discount/create',
    can: 'product:write',
    summary: 'Create a discount',
    body: DiscountInput,
    reply: Discount,
    message: 'Discount created',
  },
  update: {
    method: 'PATCH',
    path: '/discount/update/:id',
    can: 'product:write',
    summary: 'Update a discount; orders keep theirs',
    body: updateSchema(DiscountInput),
    reply: Discount,
    message: 'Discount updated',
  },
  createCodes: {
    method: 'POST',
    path: '/discount/codes/:id',
    can: 'product:write',
    summary: 'Add random codes to a discount, which are used once each',
    body: DiscountCodesInput,
    reply: Discount,
    message: 'Codes created',
  },
  exportCodes: {
    method: 'GET',
    path: '/discount/exportCodes',
    can: 'product:read',
    rateLimit: 'transfer',
    summary: 'Export the codes of a discount as CSV',
    query: z.object({ discount: Id }),
    downloadType: 'text/csv; charset=utf-8',
  },
  delete: {
    method: 'DELETE',
    path: '/discount/delete/:id',
    can: 'product:write',
    summary: 'Delete a discount; orders keep theirs',
    message: 'Discount deleted',
  },
})
