import type { PackingItem } from '#contract/packing/packing.ts'

/**
 * Returns the item with a barcode or SKU. Of several, the first with open units. Scanners differ in
 * the leading zeros of a GTIN, so they do not count, and neither do spaces, which are printed below barcodes.
 */
export function findScannedItem(
  items: readonly PackingItem[],
  code: string,
): PackingItem | undefined {
  const scanned = normalizeCode(code)
  if (scanned === '') return undefined
  const matches = items.filter(({ barcode, sku }) =>
    [barcode, sku].some(own => own !== '' && normalizeCode(own) === scanned),
  )
  return matches.find(({ pickedQuantity, quantity }) => pickedQuantity < quantity) ?? matches[0]
}

function normalizeCode(code: string): string {
  const text = code.replaceAll(/\s/g, '').toLowerCase()
  return /^\d{8,14}$/.test(text) ? text.replace(/^0+/, '') : text
}
