import {
  getMinorUnitDigits,
  hasWholePrices,
  toDecimalPrice,
  toMinorUnits,
} from '#contract/lib/money/money.ts'
import { type MeasureUnit, measureUnits } from '#contract/lib/money/unit-price.ts'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { fromGrams, toGrams, type WeightUnit } from '#contract/lib/weight.ts'
import { VariantInput } from '#contract/product/variant.ts'
import type { VariantValues } from '../product-values.ts'

/** A column of the variant grid that formats a value and parses typed text. */
export type CellColumn = {
  key: keyof VariantValues & string
  label: string
  isNumber: boolean
  maxLength?: number
  format: (variant: VariantValues) => string
  /** Returns undefined for invalid text. */
  parse: (text: string) => Partial<VariantValues> | undefined
}
export type FlagColumn = { key: 'trackStock' | 'allowBackorder'; label: string }

/**
 * Parses a number with either decimal mark: `1299.5`, `1,299.50` and `1 299,50` are equal. Returns
 * null for empty text, and undefined for text that is not a number.
 */
export function parseCellNumber(
  text: string,
  digits: number,
  hasGroups = digits !== 3,
): number | null | undefined {
  const cleaned = text.replace(/[^\d.,-]/g, '')
  if (cleaned === '') return text.trim() === '' ? null : undefined
  const parts = /^(-?[\d.,]*?)(?:[.,](\d*))?$/.exec(cleaned)
  if (!parts) return undefined
  const [, whole = '', lastGroup = ''] = parts
  // Three digits after the last mark are thousands, unless people write three decimals.
  const isThousandsGroup = lastGroup.length === 3 && hasGroups
  const wholeDigits = whole.replace(/[.,]/g, '') || '0'
  const number = Number(
    isThousandsGroup ? wholeDigits + lastGroup : `${wholeDigits}.${lastGroup || '0'}`,
  )
  return Number.isFinite(number) ? Math.round(number * 10 ** digits) / 10 ** digits : undefined
}

function parsePrice(text: string, currency: string): number | null | undefined {
  const digits = getMinorUnitDigits(currency)
  return parseCellNumber(text, digits, digits !== 3 || hasWholePrices(currency))
}

/** Returns a column of amounts. `decimalMark` is written; both marks are parsed. */
export const moneyColumn = (
  key: 'price' | 'compareAtPrice' | 'cost',
  label: string,
  currency: string,
  decimalMark = '.',
): CellColumn => ({
  key,
  label,
  isNumber: true,
  format: variant =>
    typeof variant[key] === 'number'
      ? toDecimalPrice(variant[key], currency).replace('.', decimalMark)
      : '',
  parse: text => {
    const amount = parsePrice(text, currency)
    const isMissingPrice = amount === null && key === 'price'
    if (amount === undefined || isMissingPrice || (amount !== null && amount < 0)) return undefined
    return { [key]: amount === null ? null : toMinorUnits(amount, currency) }
  },
})

export const stockColumn = (label: string): CellColumn => ({
  key: 'stock',
  label,
  isNumber: true,
  format: variant => (variant.trackStock ? String(variant.stock) : ''),
  parse: text => {
    const count = parseCellNumber(text, 2)
    return typeof count === 'number' && Number.isInteger(count)
      ? { stock: count, trackStock: true }
      : undefined
  },
})

export const textColumn = (key: 'sku' | 'barcode', label: string): CellColumn => ({
  key,
  label,
  isNumber: false,
  maxLength: getMaxLength(VariantInput.shape[key]),
  format: variant => variant[key] ?? '',
  parse: text => ({ [key]: text.trim() }),
})

export const weightColumn = (label: string, unit: WeightUnit, decimalMark = '.'): CellColumn => ({
  key: 'weight',
  label,
  isNumber: true,
  format: variant =>
    variant.weight ? String(fromGrams(variant.weight, unit)).replace('.', decimalMark) : '',
  parse: text => {
    const weight = /^\s*[\d ]*[.,]?\d*\s*$/.test(text)
      ? Number(text.replace(/\s/g, '').replace(',', '.') || 0)
      : Number.NaN
    return Number.isFinite(weight) ? { weight: toGrams(weight, unit) } : undefined
  },
})

/** Returns a column of amounts with three decimals. */
export const amountColumn = (
  key: 'measureAmount' | 'referenceAmount',
  label: string,
  decimalMark = '.',
): CellColumn => ({
  key,
  label,
  isNumber: true,
  format: variant => String(variant[key] ?? '').replace('.', decimalMark),
  parse: text => {
    const amount = Math.round(Number(text.replace(/\s/g, '').replace(',', '.')) * 1000) / 1000
    if (text.trim() === '') return { [key]: null }
    return amount > 0 ? { [key]: amount } : undefined
  },
})

/** Returns the column of units of measure, as their symbols or names. */
export const unitColumn = (label: string, names: Record<MeasureUnit, string>): CellColumn => ({
  key: 'measureUnit',
  label,
  isNumber: false,
  format: ({ measureUnit }) => (measureUnit ? names[measureUnit] : ''),
  parse: text => {
    const name = text.trim().toLowerCase()
    if (name === '') return { measureUnit: null }
    const measureUnit = measureUnits.find(
      unit => unit === name || names[unit].toLowerCase() === name,
    )
    return measureUnit && { measureUnit }
  },
})

/** Parses cells copied from a spreadsheet into rows. */
export const parsePastedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map(row => row.split('\t'))
