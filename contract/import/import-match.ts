import { z } from 'zod'

/** The fields to which a column of a list of products can be matched. A weight names its unit. */
export const MatchableProductField = z.enum([
  'title',
  'price',
  'compareAtPrice',
  'cost',
  'sku',
  'barcode',
  'stock',
  'description',
  'vendor',
  'productType',
  'categories',
  'tags',
  'status',
  'imageSrc',
  'imageAlt',
  'option1Name',
  'option1Value',
  'option2Name',
  'option2Value',
  'option3Name',
  'option3Value',
  'weight:g',
  'weight:kg',
  'weight:lb',
  'weight:oz',
  'slug',
  'seoTitle',
  'seoDescription',
])
export type MatchableProductField = z.infer<typeof MatchableProductField>

/** The fields to which a column of a list of customers can be matched. */
export const MatchableCustomerField = z.enum([
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'line1',
  'line2',
  'city',
  'region',
  'postalCode',
  'country',
  'tags',
  'note',
  'acceptsMarketing',
])
export type MatchableCustomerField = z.infer<typeof MatchableCustomerField>

/** The fields to which a column of a list of tracking numbers can be matched. */
export const MatchableParcelField = z.enum([
  'orderNumber',
  'trackingNumber',
  'carrier',
  'box',
  'sku',
  'quantity',
])
export type MatchableParcelField = z.infer<typeof MatchableParcelField>

export const MatchableField = z.enum({
  ...MatchableProductField.enum,
  ...MatchableCustomerField.enum,
  ...MatchableParcelField.enum,
})
export type MatchableField = z.infer<typeof MatchableField>

/** Several columns of a list of products can be matched to these fields. */
export const repeatableFields: readonly string[] = ['imageSrc', 'tags', 'categories', 'description']

/** How the columns of a spreadsheet are matched to fields. */
export type MatchRules = {
  fields: readonly MatchableField[]
  /** Fields that several columns can have. */
  repeatable: readonly string[]
  /** A record is found or created by one of these fields. */
  identifying: readonly string[]
  /** Every file needs these fields. */
  required?: readonly string[]
}

/** The rules of each kind of import whose spreadsheets can be matched. */
export const matchRulesByKind: Readonly<Record<string, MatchRules>> = {
  products: {
    fields: MatchableProductField.options,
    repeatable: repeatableFields,
    identifying: ['title', 'sku', 'slug'],
  },
  customers: {
    fields: MatchableCustomerField.options,
    repeatable: [],
    identifying: ['email', 'phone'],
  },
  parcels: {
    fields: MatchableParcelField.options,
    repeatable: [],
    identifying: ['orderNumber'],
    required: ['orderNumber', 'trackingNumber'],
  },
}

/** Returns whether the chosen fields identify the records and include those that every file needs. */
export const areFieldsSufficient = (
  fields: readonly (string | null)[],
  { identifying, required = [] }: MatchRules,
): boolean =>
  fields.some(field => field !== null && identifying.includes(field)) &&
  required.every(field => fields.includes(field))

/** Returns a field without the unit of a weight. */
export const omitFieldUnit = (field: string) => field.replace(/:.*/, '')

/** The important fields of each kind of import. Of several names, each one feeds the field. */
const importantFields: Readonly<Record<string, readonly (readonly string[])[]>> = {
  products: [
    ['title'],
    ['price'],
    ['stock', 'inStock'],
    ['sku'],
    ['description', 'shortDescription'],
    ['imageSrc'],
  ],
  orders: [
    ['email'],
    ['customerName', 'billingName', 'shippingName'],
    ['lineSku'],
    ['financialStatus', 'ownPayment'],
    ['shippingLine1', 'billingLine1'],
  ],
  customers: [
    ['email', 'billingEmail'],
    ['name', 'firstName', 'lastName', 'billingFirstName', 'billingLastName'],
    ['phone', 'addressPhone'],
    ['line1'],
  ],
  parcels: [['carrier']],
}

/** Returns the important fields that no column of a file feeds. */
export function listMissingFields(kind: string, fields: readonly (string | null)[]): string[] {
  const importedFields = new Set(fields.map(field => field && omitFieldUnit(field)))
  return (importantFields[kind] ?? [])
    .filter(names => !names.some(name => importedFields.has(name)))
    .flatMap(([name = '']) => name)
}
