import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { isEuCountry } from '#contract/lib/country/eu-countries.ts'
import { getMinorUnitDigits } from '#contract/lib/money/money.ts'

/** `factur-x` is the profile EN 16931 of Factur-X and ZUGFeRD, which is embedded in the PDF. */
export type EInvoiceProfile = 'factur-x' | 'xrechnung'

export const guidelines: Record<EInvoiceProfile, string> = {
  'factur-x': 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}

/**
 * Returns whether a document has what the rules of a profile require. EN 16931 knows amounts with two
 * decimals and needs a tax identifier of the seller (BR-S-02, BR-CO-26) and both countries (BR-9,
 * BR-11). XRechnung also needs the contact of the seller and whole addresses (BR-DE-2 to BR-DE-9),
 * and the emails of both (PEPPOL-EN16931-R010 and R020).
 */
export function canBeEInvoice(document: InvoiceDocument, profile: EInvoiceProfile): boolean {
  const { seller, buyer, currency, total } = document
  const isComplete =
    total > 0 &&
    getMinorUnitDigits(currency) <= 2 &&
    isEuCountry(seller.address.country ?? '') &&
    Boolean(seller.vatId || seller.taxNumber) &&
    Boolean(buyer.address.country)
  if (profile === 'factur-x') return isComplete
  const hasContact = Boolean(seller.email && seller.phone && buyer.email)
  const addresses = [seller.address, buyer.address]
  return isComplete && hasContact && addresses.every(({ city, postalCode }) => city && postalCode)
}
