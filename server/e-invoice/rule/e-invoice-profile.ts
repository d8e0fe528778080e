import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { isEuCountry } from '#contract/lib/country/eu-countries.ts'
import { getMinorUnitDigits } from '#contract/lib/money/money.ts'
import { isCiiCountry, isCiiVatId } from './cii-codes.ts'
import { getTaxCategory, listTaxesByCategory } from './tax-category.ts'

/** `factur-x` is the profile EN 16931 of Factur-X and ZUGFeRD, which is embedded in the PDF. */
export type EInvoiceProfile = 'factur-x' | 'xrechnung'

export const guidelines: Record<EInvoiceProfile, string> = {
  'factur-x': 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}

/**
 * Returns whether a document has what the rules of a profile require. EN 16931 knows amounts with two
 * decimals and needs the names of the buyer and the items (BR-07, BR-25), both countries (BR-09, BR-11)
 * and tax identifiers (BR-S-02, BR-AE-02, BR-IC-02, BR-G-02, BR-CO-26). Goods to another EU country need that country
 * (BR-IC-12). XRechnung also needs the contact of the seller and
 * whole addresses (BR-DE-2 to BR-DE-9), and the emails of both (PEPPOL-EN16931-R010 and R020).
 */
export function canBeEInvoice(document: InvoiceDocument, profile: EInvoiceProfile): boolean {
  const { seller, buyer, currency, total, lines } = document
  const isComplete =
    total > 0 &&
    getMinorUnitDigits(currency) <= 2 &&
    isEuCountry(seller.address.country ?? '') &&
    isCiiCountry(buyer.address.country ?? '') &&
    Boolean(buyer.company || buyer.name) &&
    lines.every(({ title }) => title !== '') &&
    hasTaxIds(document) &&
    hasRequiredShipTo(document, profile) &&
    areTaxesNear(document)
  if (profile === 'factur-x') return isComplete
  const hasContact = Boolean(seller.email && seller.phone && buyer.email)
  const addresses = [seller.address, buyer.address]
  return isComplete && hasContact && addresses.every(({ city, postalCode }) => city && postalCode)
}

function hasTaxIds(document: InvoiceDocument): boolean {
  const { seller, buyer } = document
  const { code } = getTaxCategory(document, 0)
  const hasSellerId =
    isCiiVatId(seller.vatId) || (code !== 'K' && code !== 'G' && seller.taxNumber !== '')
  return hasSellerId && ((code !== 'AE' && code !== 'K') || isCiiVatId(buyer.vatId))
}

const hasRequiredShipTo = (document: InvoiceDocument, profile: EInvoiceProfile) =>
  getTaxCategory(document, 0).code !== 'K' || isCompleteShipTo(document.shipTo, profile)

/**
 * Returns whether a delivery address has its country (BR-57), and in an XRechnung also its city and postal
 * code (BR-DE-10, BR-DE-11).
 */
export const isCompleteShipTo = (
  { country = '', city, postalCode }: Address,
  profile: EInvoiceProfile,
): boolean =>
  isCiiCountry(country) && (profile === 'factur-x' || (Boolean(city) && Boolean(postalCode)))

/**
 * Returns whether each tax is less than 1 away from its rate (BR-S-09, BR-CO-17). Taxes are rounded by
 * line, so they can be further away in an order with hundreds of lines, or in a currency without decimals.
 */
const areTaxesNear = (document: InvoiceDocument) =>
  listTaxesByCategory(document).every(
    ({ category: { percent }, base, tax }) =>
      Math.abs(tax - (base * percent) / 100) < 0.995 * 10 ** getMinorUnitDigits(document.currency),
  )
