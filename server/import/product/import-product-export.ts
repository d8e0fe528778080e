import { escapeFormula } from '../../lib/text/csv-cell.ts'
import type { ProductValue } from './import-product-value.ts'
import { productFields } from './product-fields.ts'

/**
 * The CSV format of exports. Cells with outer spaces or line breaks are quoted, or parsing would
 * trim them.
 */
export const csvFormat = { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/ } as const

const exportedFields = productFields.flatMap(({ headers, write }) => {
  const header = headers.shopify?.[0]
  return header && write ? [{ header, write }] : []
})

/**
 * Shopify's headers, so that Shopify can read the file, and headers for fields that its format does
 * not have.
 */
export const productExportHeader: readonly string[] = exportedFields.map(({ header }) => header)

/**
 * Writes money in the currency's main unit, always with a point and all decimals: 1999 at exponent
 * 2 is `19.99`.
 */
export function formatCsvMoney(minor: number | null, exponent: number): string {
  if (minor === null) return ''
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  return `${minor < 0 ? '-' : ''}${exponent === 0 ? digits : `${whole}.${digits.slice(-exponent)}`}`
}

/** Returns the rows of one product: as many as it has variants or images, whichever are more. */
export function createProductExportRows(product: ProductValue, exponent: number): string[][] {
  const { variants, images } = product
  const rowCount = Math.max(1, variants.length, images.length)
  const formatMoney = (minor: number | null) => formatCsvMoney(minor, exponent)
  return Array.from({ length: rowCount }, (_, index) =>
    exportedFields.map(({ write }) =>
      escapeFormula(
        write({ product, index, variant: variants[index], image: images[index], formatMoney }),
      ),
    ),
  )
}
