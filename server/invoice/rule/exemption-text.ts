import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { createDocumentFormat } from '../../lib/pdf/document-format.ts'

/** The laws that small businesses must name, or usually name, by country. */
const smallBusinessLaws: Record<string, string> = {
  AT: '§ 6 Abs. 1 Z 27 UStG',
  BE: 'art. 56bis CTVA',
  DE: '§ 19 UStG',
  FR: 'art. 293 B du CGI',
  PT: 'art. 53.º CIVA',
}

/** Returns the sentence with the reason why an invoice has no tax, or an empty text. */
export function getExemptionText(document: InvoiceDocument): string {
  const { exemption, tax, seller } = document
  if (exemption === '' || tax > 0) return ''
  const { t } = createDocumentFormat(document)
  const sentence = t(`invoice.exemptions.${exemption}`)
  const law = smallBusinessLaws[seller.address.country ?? '']
  return exemption === 'small_business' && law ? `${sentence} (${law})` : sentence
}
