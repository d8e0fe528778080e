import { z } from 'zod'
import { StoreHandle, StoreLocale } from '../account/account.ts'
import { Reauthentication } from '../account/account-security.ts'
import { defineApi } from '../lib/call/api.ts'
import { Address } from '../lib/country/address.ts'
import { issue } from '../lib/error/issue.ts'
import { currencies } from '../lib/money/currency-table.ts'
import {
  asciiCodeText,
  codeText,
  Email,
  Id,
  ListQuery,
  MediaUrl,
  multiLineText,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
  versionField,
} from '../lib/schemas.ts'
import { languageCodes } from '../lib/text/languages.ts'
import { weightUnits } from '../lib/weight.ts'
import { optionalOrderSteps } from '../order/order-state.ts'
import { euTaxRules, shippingTaxRules, TaxPercentage, VatId } from './tax.ts'

const timeZones = new Set(Intl.supportedValuesOf('timeZone'))
/** Includes aliases: one runtime uses Asia/Calcutta where another uses Asia/Kolkata. */
export const isTimeZone = (timeZone: string) =>
  timeZones.has(timeZone) ||
  timeZone === 'UTC' ||
  (/^[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+$/.test(timeZone) &&
    timeZones.has(getCanonicalTimeZone(timeZone)))
/** Returns a known name of a valid time zone: each has few, but any number of spellings is valid. */
export const toKnownTimeZone = (timeZone: string) =>
  timeZones.has(timeZone) || timeZone === 'UTC' ? timeZone : getCanonicalTimeZone(timeZone)
function getCanonicalTimeZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return ''
  }
}

export const StoreStatus = z.enum(['draft', 'live', 'paused', 'closed'])

export const StoreInput = z.object({
  name: singleLineText(80, 1),
  slug: StoreHandle.optional(),
  legalName: singleLineText(160).optional(),
  description: multiLineText(500).optional(),
  email: z.union([z.literal(''), Email]).optional(),
  phone: asciiCodeText(40).optional(),
  address: Address.optional(),
  /** Can't change after the first order. */
  currency: codeText(20)
    .toUpperCase()
    .refine(c => currencies.includes(c), issue('unknown_currency'))
    .optional(),
  timezone: codeText(60).refine(isTimeZone, issue('unknown_time_zone')).optional(),
  locale: StoreLocale.optional(),
  /** Other languages of menus, buttons and messages in the storefront. */
  languages: z.array(z.enum(languageCodes)).max(languageCodes.length).optional(),
  weightUnit: z.enum(weightUnits).optional(),
  logo: MediaUrl.optional(),
  favicon: MediaUrl.optional(),
  status: StoreStatus.optional(),
  orderPrefix: singleLineText(8).optional(),
  /** The optional steps of orders that the back office offers. Calls can use all of them. */
  orderSteps: z
    .array(z.enum(optionalOrderSteps))
    .max(optionalOrderSteps.length)
    .refine(steps => new Set(steps).size === steps.length, issue('duplicate_entry'))
    .optional(),
  taxIncluded: z.boolean().optional(),
  /** The tax of places without a rate. */
  defaultTaxRate: TaxPercentage.optional(),
  shippingTaxRule: z.enum(shippingTaxRules).optional(),
  euTaxRule: z.enum(euTaxRules).optional(),
  vatId: VatId.optional(),
  /** Products at or below this quantity are low in stock. */
  lowStockThreshold: z.int().min(0).max(1_000_000).optional(),
})
export type StoreInput = z.infer<typeof StoreInput>

export const Store = StoreInput.required().extend({
  _id: Id,
  /** Host of the store's free subdomain. */
  host: z.string(),
  /** The URL of the store's pages on its primary domain, without a trailing slash. */
  storefrontUrl: z.string(),
  version: z.int(),
  createdAt: Timestamp,
})
export type Store = z.infer<typeof Store>

/** A store. Its currency can't change after the first order. */
export const StoreDetail = Store.extend({ hasOrders: z.boolean() })
export type StoreDetail = z.infer<typeof StoreDetail>

export const DomainCheck = z.object({
  domain: z.string(),
  available: z.boolean(),
  suggestions: z.array(z.string()),
})

export const storeApi = defineApi('business', {
  checkDomain: {
    method: 'GET',
    path: '/business/checkDomainAvailablity/:domain',
    can: 'public',
    summary: 'Check whether a store handle is available',
    reply: DomainCheck,
  },
  list: {
    method: 'GET',
    path: '/business/getAll',
    can: 'logged-in',
    summary: 'List the stores of the logged-in user',
    query: ListQuery.extend({ sort: sortQuery('name', 'createdAt') }),
    items: Store,
  },
  create: {
    method: 'POST',
    path: '/business/create',
    can: 'logged-in',
    summary: 'Create a store',
    uses: 'store',
    body: StoreInput,
    reply: StoreDetail,
    message: 'Store created',
    invalidates: ['account'],
  },
  update: {
    method: 'PUT',
    path: '/business/update/:id',
    can: 'business:write',
    storeIdParam: 'id',
    summary: 'Update a store; another email is confirmed with the password',
    body: z.object({
      data: updateSchema(StoreInput),
      ...versionField,
      ...Reauthentication.partial().shape,
    }),
    reply: StoreDetail,
    message: 'Store updated',
    invalidates: ['account', 'domain', 'product', 'order', 'dashboard', 'onboarding', 'shipping'],
  },
  get: {
    method: 'GET',
    path: '/business/:id',
    can: 'business:read',
    storeIdParam: 'id',
    summary: 'Get a store',
    reply: StoreDetail,
  },
})
