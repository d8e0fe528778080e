import { getMaximum } from '#contract/lib/schema-values.ts'
import { Count, Money } from '#contract/lib/schemas.ts'
import { VariantInput } from '#contract/product.ts'

/**
 * The number of a cell, or null. `problem` is the code of an error without a value, and of a
 * warning with one.
 */
export type NumberCell = {
  value: number | null
  problem?: 'not_a_number' | 'negative' | 'too_large' | 'rounded' | 'ambiguous'
}

const currencyPattern =
  /^(?:[A-Z]{3}|(?:US|CA|AU|NZ|HK|C|A|R|S)?\p{Sc}|kr\.?|zł|kč|ft|lei|rs\.?|s?fr\.?)$/iu
const maxMoney = getMaximum(Money)
const maxCount = getMaximum(Count)
const maxWeight = getMaximum(VariantInput.shape.weight)

/**
 * Returns an amount in minor units. `1.234,56` and `1,234.56` are the same; the symbol or name of a
 * currency around it is skipped. A half is rounded up.
 */
export function parseMoney(text: string, exponent: number): NumberCell {
  const bareNumber = stripCurrency(text)
  if (bareNumber === '') return { value: null }
  const isNegative = /^[-−(]/.test(bareNumber)
  const parts = splitNumber(bareNumber.replace(/^[-−]/, ''))
  if (!parts) return { value: null, problem: 'not_a_number' }
  const digits = parts.whole + parts.fraction.slice(0, exponent).padEnd(exponent, '0')
  const extraDigits = parts.fraction.slice(exponent)
  const value = Number(digits) + (extraDigits[0] !== undefined && extraDigits[0] >= '5' ? 1 : 0)
  if (isNegative && (value > 0 || /[1-9]/.test(extraDigits)))
    return { value: null, problem: 'negative' }
  if (value > maxMoney) return { value: null, problem: 'too_large' }
  if (/[1-9]/.test(extraDigits)) return { value, problem: 'rounded' }
  return parts.isAmbiguous ? { value, problem: 'ambiguous' } : { value }
}

const gramsPerUnit: Record<string, number> = {
  g: 1,
  gram: 1,
  grams: 1,
  kg: 1000,
  lb: 453.592_37,
  lbs: 453.592_37,
  oz: 28.349_523_125,
}

/** Returns whole grams. `unit` is the unit of the column; a unit in the cell takes precedence. */
export function parseWeight(text: string, unit: string): NumberCell {
  const cell = /^([^a-z]*)([a-z]+)?$/i.exec(text.trim().toLowerCase())
  if (!cell) return { value: null, problem: 'not_a_number' }
  const number = parseDecimal(cell[1] ?? '')
  const factor = gramsPerUnit[cell[2] ?? unit.toLowerCase()]
  if (number.value === null) return number
  if (factor === undefined) return { value: null, problem: 'not_a_number' }
  const value = Math.round(number.value * factor)
  return value > maxWeight ? { value: null, problem: 'too_large' } : { value }
}

/**
 * Returns a whole number that can be below zero, such as a stock. Spreadsheets write 5 as `5.0`.
 */
export function parseInteger(text: string): NumberCell {
  const trimmed = text.trim()
  if (trimmed === '') return { value: null }
  if (!/^[-−+]?\d+(\.0+)?$/.test(trimmed)) return { value: null, problem: 'not_a_number' }
  const value = Number(trimmed.replace('−', '-'))
  return Math.abs(value) > maxCount
    ? { value: null, problem: 'too_large' }
    : { value: value === 0 ? 0 : value }
}

export function parseDecimal(text: string): NumberCell {
  const trimmed = text.trim()
  if (trimmed === '') return { value: null }
  if (/^[-−]/.test(trimmed)) return { value: null, problem: 'negative' }
  const parts = splitNumber(trimmed.replace(/\s/g, ''))
  return parts
    ? { value: Number(`${parts.whole}.${parts.fraction || '0'}`) }
    : { value: null, problem: 'not_a_number' }
}

/** Returns true or false for the words that other systems export; undefined for other texts. */
export function parseBoolean(text: string): boolean | undefined {
  const normalized = text.trim().toLowerCase()
  if (['true', '1', 'yes', 'y', 'continue', 'notify'].includes(normalized)) return true
  return ['false', '0', 'no', 'n', 'deny', '-1'].includes(normalized) ? false : undefined
}

function stripCurrency(text: string): string {
  const trimmed = text.normalize('NFKC').trim()
  const parts = /^([^\d.,(−-]*)([\s\S]*?)([^\d.,)]*)$/.exec(trimmed)
  if (!parts) return trimmed
  const [, before = '', number = '', after = ''] = parts
  const isCurrency = (part: string) => part.trim() === '' || currencyPattern.test(part.trim())
  // A text that is returned unchanged is not a number and is rejected later.
  if (!isCurrency(before) || !isCurrency(after)) return trimmed
  const sign = /^([-−])\s*/.exec(number)
  const inner = (sign ? number.slice(sign[0].length) : number).replace(/^\p{Sc}\s*/u, '')
  return (sign ? '-' : '') + inner.replace(/[\s'’]/g, '') || trimmed
}

type NumberParts = { whole: string; fraction: string; isAmbiguous: boolean }

/**
 * Splits at the decimal sign: the last of two kinds, a single point, or a comma without three
 * digits after it.
 */
function splitNumber(text: string): NumberParts | undefined {
  if (!/^[\d.,]*\d[\d.,]*$/.test(text)) return undefined
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  const commas = text.split(',').length - 1
  const points = text.split('.').length - 1
  if (comma >= 0 && point >= 0)
    return comma > point ? splitAtDecimal(text, '.', ',') : splitAtDecimal(text, ',', '.')
  if (points === 1) return splitAtDecimal(text, ',', '.')
  if (points > 1) return splitAtDecimal(text, '.', ',')
  if (commas > 1) return splitAtDecimal(text, ',', '.')
  if (commas === 1 && /^[1-9]\d{0,2},\d{3}$/.test(text))
    return { whole: text.replace(',', ''), fraction: '', isAmbiguous: true }
  return splitAtDecimal(text, '.', ',')
}

function splitAtDecimal(text: string, thousands: string, decimal: string): NumberParts | undefined {
  const [groupedDigits = '', fraction = '', ...more] = text.split(decimal)
  const groups = groupedDigits.split(thousands)
  // India writes groups of two digits; the last group has three digits everywhere.
  const hasValidGroups = groups.length === 1 || /^\d{1,3}( \d{2,3})* \d{3}$/.test(groups.join(' '))
  if (more.length > 0 || !hasValidGroups || !/^\d*$/.test(fraction)) return undefined
  return { whole: groups.join('') || '0', fraction, isAmbiguous: false }
}
