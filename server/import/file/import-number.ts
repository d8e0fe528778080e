import { getMaximum } from '#contract/lib/schema-values.ts'
import { Count, Money } from '#contract/lib/schemas.ts'
import { VariantInput } from '#contract/product.ts'

/** What a cell with a number holds. `problem` is a code; with a value it is a warning, without one an error. */
export type NumberCell = { value: number | null; problem?: keyof typeof numberProblemMessages }

export const numberProblemMessages = {
  not_a_number: (cell: string) => `${cell} is not a number.`,
  negative: (cell: string) => `${cell} is below zero.`,
  too_large: (cell: string) => `${cell} is too large.`,
  rounded: (cell: string) => `${cell} has more decimals than the currency and was rounded.`,
  ambiguous: (cell: string) => `${cell} was read with the comma between thousands.`,
} as const

const currencyPattern =
  /^(?:[A-Z]{3}|(?:US|CA|AU|NZ|HK|C|A|R|S)?\p{Sc}|kr\.?|zł|kč|ft|lei|rs\.?|s?fr\.?)$/iu
const maxMoney = getMaximum(Money)
const maxCount = getMaximum(Count)
const maxWeight = getMaximum(VariantInput.shape.weight)

/**
 * Money as a person or a program writes it, in minor units. `1.234,56` and `1,234.56` are the same, a currency's sign or
 * word around it is skipped. A half is rounded up.
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

/** Whole grams. The unit is the column's, unless the cell names its own. */
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

/** A whole number that may be below zero, such as a stock level. `5.0` is a spreadsheet's 5. */
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

/** True or false in the words that the programs write; undefined when blank or none of them. */
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
  // What is left untouched here is no number and is refused as such below.
  if (!isCurrency(before) || !isCurrency(after)) return trimmed
  const sign = /^([-−])\s*/.exec(number)
  const inner = (sign ? number.slice(sign[0].length) : number).replace(/^\p{Sc}\s*/u, '')
  return (sign ? '-' : '') + inner.replace(/[\s'’]/g, '') || trimmed
}

type NumberParts = { whole: string; fraction: string; isAmbiguous: boolean }

/** Finds the decimal sign: the last of two kinds; a lone point always; a lone comma unless three digits follow. */
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
  // Groups of two are how India writes; the last has three everywhere.
  const hasValidGroups = groups.length === 1 || /^\d{1,3}( \d{2,3})* \d{3}$/.test(groups.join(' '))
  if (more.length > 0 || !hasValidGroups || !/^\d*$/.test(fraction)) return undefined
  return { whole: groups.join('') || '0', fraction, isAmbiguous: false }
}
