import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { isVatId, normalizeVatId } from '../lib/country/vat-id.ts'
import { issue } from '../lib/error/issue.ts'
import { asciiCodeText, codeText, Id, Money, singleLineText, updateSchema } from '../lib/schemas.ts'

export const maxTaxClasses = 20
const maxTaxRates = 500

/** A percentage. */
export const TaxPercentage = z.number().min(0).max(100).multipleOf(0.001)

/** A VAT ID without separators, or an empty text. */
export const VatId = asciiCodeText(30)
  .overwrite(text => normalizeVatId(text) || text)
  .refine(text => text === '' || isVatId(text), issue('invalid_vat_id'))

/** `highest`: the highest rate of the goods. */
export const shippingTaxRules = ['highest', 'none'] as const
/** The rates for other EU countries: those of the country of the store, or of the shopper. */
export const euTaxRules = ['home', 'destination'] as const

/** Empty for an order with tax. */
export const taxExemptions = ['', 'reverse_charge', 'exempt'] as const
export const TaxExemption = z.enum(taxExemptions)
export type TaxExemption = z.infer<typeof TaxExemption>

/** The tax rates of an order, as percentages. The lines are in the order of the lines of the order. */
export type OrderTaxRates = { lines: number[]; shipping: number; exemption: TaxExemption }

/** The tax rates of a new order by the class of its products, as percentages. */
export const ClassTaxRates = z.object({
  /** The rate of products without a class. */
  standard: z.number(),
  classes: z.array(z.object({ _id: Id, rate: z.number() })),
  /** Whether shipping has the highest rate of the goods. */
  isShippingTaxed: z.boolean(),
  exemption: TaxExemption,
})
export type ClassTaxRates = z.infer<typeof ClassTaxRates>

const TaxRate = z.object({
  /** Empty for all countries. */
  country: codeText(20).regex(/^([A-Z]{2})?$/, issue('invalid_country')),
  /** Empty for the whole country. */
  region: singleLineText(120).default(''),
  rate: TaxPercentage,
  /** The first day in the time zone of the store; null if there is none. */
  validFrom: z.iso.date().nullable().default(null),
})
export type TaxRate = z.infer<typeof TaxRate>

export const TaxClassInput = z.object({
  name: singleLineText(60, 1),
  rates: z.array(TaxRate).max(maxTaxRates).optional(),
})
export type TaxClassInput = z.infer<typeof TaxClassInput>

export const TaxClass = TaxClassInput.required().extend({
  _id: Id,
  /** Products without a class belong to it. */
  isStandard: z.boolean(),
  version: z.int(),
})
export type TaxClass = z.infer<typeof TaxClass>

export const taxApi = defineApi('tax', {
  list: {
    method: 'GET',
    path: '/tax/getAll',
    can: 'business:read',
    summary: 'List tax classes with their rates, the standard class first',
    reply: z.array(TaxClass),
  },
  getEuSales: {
    method: 'GET',
    path: '/tax/euSales',
    can: 'business:read',
    allowsReplica: true,
    summary: 'Get the sales of this year to private customers in other EU countries',
    reply: z.object({
      /** The sales without tax, in the currency of the store. */
      total: Money,
      currency: z.string(),
    }),
  },
  getOrderRates: {
    method: 'GET',
    path: '/tax/orderRates',
    can: 'order:write',
    summary: 'Get the tax rates of a new order by tax class',
    query: z.object({
      country: codeText(2).optional(),
      region: singleLineText(120).optional(),
      customer: Id.optional(),
      /** By default, the VAT ID of the customer. */
      vatId: VatId.optional(),
    }),
    reply: ClassTaxRates,
  },
  create: {
    method: 'POST',
    path: '/tax/create',
    can: 'business:write',
    summary: 'Create a tax class',
    body: TaxClassInput,
    reply: TaxClass,
    message: 'Tax class added',
  },
  update: {
    method: 'PATCH',
    path: '/tax/update/:id',
    can: 'business:write',
    summary: 'Update a tax class; its rates are replaced',
    body: updateSchema(TaxClassInput),
    reply: TaxClass,
    message: 'Tax class updated',
  },
  delete: {
    method: 'DELETE',
    path: '/tax/delete/:id',
    can: 'business:write',
    summary: 'Delete a tax class; its products belong to the standard class',
    message: 'Tax class deleted',
    invalidates: ['product'],
  },
})
