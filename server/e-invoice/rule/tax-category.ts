import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { sum } from '#contract/lib/sum.ts'

/** The categories of UNTDID 5305 that an invoice can have. */
type TaxCode = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G'
export type TaxCategory = { code: TaxCode; percent: number }

const exemptCodes = {
  reverse_charge: 'AE',
  intra_community: 'K',
  export: 'G',
  exempt: 'E',
  small_business: 'E',
} satisfies Partial<Record<InvoiceDocument['exemption'], TaxCode>>

/** The reasons that have a code in EN 16931. */
export const exemptionCodes: Partial<Record<TaxCode, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
}

/** Returns the category of a tax rate. A document without tax has the category of its exemption. */
export function getTaxCategory(
  { exemption, tax }: Pick<InvoiceDocument, 'exemption' | 'tax'>,
  rate: number,
): TaxCategory {
  if (tax > 0) return { code: rate > 0 ? 'S' : 'Z', percent: rate }
  return { code: exemption === '' ? 'Z' : exemptCodes[exemption], percent: 0 }
}

/**
 * Returns the taxes by category. Rates whose tax is rounded to 0 have the same category. The rates of
 * free items, which an invoice does not print, have one too (BR-Z-01).
 */
export function listTaxesByCategory(document: InvoiceDocument) {
  const { lines, shipping, taxes } = document
  const items = shipping ? [...lines, shipping] : lines
  const itemTaxes = items.map(({ taxRate }) => ({ rate: taxRate, base: 0, tax: 0 }))
  const taxesByPercent = Map.groupBy(
    [...taxes, ...itemTaxes],
    ({ rate }) => getTaxCategory(document, rate).percent,
  )
  return [...taxesByPercent].map(([percent, group]) => ({
    category: getTaxCategory(document, percent),
    base: sum(group.map(({ base }) => base)),
    tax: sum(group.map(({ tax }) => tax)),
  }))
}
