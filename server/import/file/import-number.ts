import { getMaximum } from '#contract/lib/schema-values.ts'
import { Count, Money } from '#contract/lib/schemas.ts'
import { VariantInput } from '#contract/product/variant.ts'
import type { NumberFormat } from './number-format.ts'
import {
  type DecimalMark,
  getGramsPerUnit,
  isCurrencyText,
  readDigits,
  splitNumberText,
  type WrittenDigits,
} from './number-text.ts'

/** A guess is a number of which neither the column nor the file shows how it is written. */
type NumberProblem =
  | 'not_a_number'
  | 'negative'
  | 'too_large'
  | 'rounded'
  | 'ambiguous_thousands'
  | 'ambiguous_decimals'

/**
 * The number of a cell, or null. `problem` is the code of an error without a value, and of a
 * warning with one.
 */
export type NumberCell = { value: number | null; problem?: NumberProblem }

/** How a number that can be read in two ways is read, and whether that is certain. */
type Choice = { isDecimal: boolean; isCertain: boolean }
/** Chooses between the two readings of an ambiguous number. */
type Choose = (mark: DecimalMark, digits: WrittenDigits) => Choice
type DecimalNumber = { whole: string; fraction: string; warning?: NumberProblem }

const maxMoney = getMaximum(Money)
const maxCount = getMaximum(Count)
const maxWeight = getMaximum(VariantInput.shape.weight)
const notANumber: NumberCell = { value: null, problem: 'not_a_number' }

/**
 * Returns an amount in minor units. The sign, code or name of a currency around it is skipped. A
 * half is rounded up.
 */
export function parseMoney(text: string, exponent: number, format: NumberFormat): NumberCell {
  if (text.trim() === '') return { value: null }
  const parts = splitNumberText(text)
  if (!parts || !isCurrencyText(parts.before) || !isCurrencyText(parts.after)) return notANumber
  const number = readNumber(parts.digits, createMoneyChoice(exponent, format))
  if (!number) return notANumber
  const { whole, fraction, warning } = number
  const extraDigits = fraction.slice(exponent)
  const digits = whole + fraction.slice(0, exponent).padEnd(exponent, '0')
  const value = Number(digits) + (extraDigits[0] !== undefined && extraDigits[0] >= '5' ? 1 : 0)
  if (parts.isNegative && (value > 0 || /[1-9]/.test(extraDigits)))
    return { value: null, problem: 'negative' }
  if (value > maxMoney) return { value: null, problem: 'too_large' }
  if (/[1-9]/.test(extraDigits)) return { value, problem: 'rounded' }
  return warning ? { value, problem: warning } : { value }
}

/** Returns whole grams. `unit` is the unit of the column; a unit in the cell takes precedence. */
export function parseWeight(text: string, unit: string, format: NumberFormat): NumberCell {
  if (text.trim() === '') return { value: null }
  const parts = splitNumberText(text)
  const grams = getGramsPerUnit(parts?.after || unit)
  if (!parts || grams === undefined || parts.before !== '') return notANumber
  if (parts.isNegative) return { value: null, problem: 'negative' }
  const number = readNumber(parts.digits, createWeightChoice(grams, format))
  if (!number) return notANumber
  const { whole, fraction, warning } = number
  const value = Math.round(Number(`${whole}.${fraction || '0'}`) * grams)
  if (value > maxWeight) return { value: null, problem: 'too_large' }
  return warning ? { value, problem: warning } : { value }
}

/**
 * Returns a whole number that can be below zero, such as a stock. Spreadsheets write 5 as `5.0`.
 */
export function parseInteger(text: string, format: NumberFormat): NumberCell {
  if (text.trim() === '') return { value: null }
  const parts = splitNumberText(text)
  if (parts?.before !== '' || parts.after !== '') return notANumber
  const number = readNumber(parts.digits, createCountChoice(format))
  if (!number || /[1-9]/.test(number.fraction)) return notANumber
  const value = Number(number.whole) * (parts.isNegative ? -1 : 1)
  if (Math.abs(value) > maxCount) return { value: null, problem: 'too_large' }
  const count = value === 0 ? 0 : value
  return number.warning ? { value: count, problem: number.warning } : { value: count }
}

/** Returns a number with decimals, not below zero. */
export function parseDecimal(text: string, format: NumberFormat): NumberCell {
  if (text.trim() === '') return { value: null }
  const parts = splitNumberText(text)
  if (parts?.isNegative) return { value: null, problem: 'negative' }
  const number = parts && readNumber(parts.digits, mark => chooseByFormat(mark, format))
  if (!number || parts.before !== '' || parts.after !== '') return notANumber
  return { value: Number(`${number.whole}.${number.fraction || '0'}`) }
}

/** The numbers of a column: a price with the decimals of the currency, a weight with its unit, … */
export type NumberKind =
  | { kind: 'money'; exponent: number }
  | { kind: 'weight'; unit: string }
  | { kind: 'count' }

/**
 * Returns a number as programs write it, such as `1234.5`, with the unit in its cell. Other texts
 * stay, and are rejected when they are read.
 */
export function normalizeNumber(
  text: string,
  kind: NumberKind,
  format: NumberFormat,
): { text: string; warning?: NumberProblem | undefined } {
  const parts = splitNumberText(text)
  const unit = kind.kind === 'weight' ? (parts?.after ?? '') : ''
  const hasKnownTexts =
    kind.kind === 'money'
      ? isCurrencyText(parts?.before ?? '') && isCurrencyText(parts?.after ?? '')
      : parts?.before === '' && parts.after === unit
  const number =
    parts && hasKnownTexts ? readNumber(parts.digits, createChoice(kind, unit, format)) : undefined
  if (!number) return { text }
  const decimals = number.fraction && `.${number.fraction}`
  const sign = parts?.isNegative ? '-' : ''
  const isRounded = kind.kind === 'money' && /[1-9]/.test(number.fraction.slice(kind.exponent))
  return {
    text: `${sign}${number.whole}${decimals}${unit}`,
    // The reader of a rounded number reports it.
    warning: isRounded ? undefined : number.warning,
  }
}

function createChoice(kind: NumberKind, unit: string, format: NumberFormat): Choose {
  if (kind.kind === 'money') return createMoneyChoice(kind.exponent, format)
  return kind.kind === 'weight'
    ? createWeightChoice(getGramsPerUnit(unit || kind.unit) ?? 1, format)
    : createCountChoice(format)
}

/** Returns true or false for the words that other systems export; undefined for other texts. */
export function parseBoolean(text: string): boolean | undefined {
  const normalized = text.trim().toLowerCase()
  if (['true', '1', 'yes', 'y', 'continue', 'notify'].includes(normalized)) return true
  return ['false', '0', 'no', 'n', 'deny', '-1'].includes(normalized) ? false : undefined
}

function readNumber(text: string, choose: Choose): DecimalNumber | undefined {
  const digits = readDigits(text)
  if (!digits?.isAmbiguous || !digits.mark) return digits
  const { isDecimal, isCertain } = choose(digits.mark, digits)
  const { whole, fraction } = digits
  const warning = isDecimal ? 'ambiguous_decimals' : 'ambiguous_thousands'
  return {
    ...(isDecimal ? { whole, fraction } : { whole: whole + fraction, fraction: '' }),
    ...(!isCertain && { warning }),
  }
}

function chooseByFormat(mark: DecimalMark, format: NumberFormat): Choice {
  const knownMark = format.columnMark ?? format.fileMark
  return {
    isDecimal: (knownMark ?? format.languageMark) === mark,
    isCertain: knownMark !== undefined,
  }
}

const createMoneyChoice =
  (exponent: number, format: NumberFormat): Choose =>
  mark => {
    const choice = chooseByFormat(mark, format)
    if (choice.isCertain) return choice
    if (exponent === 0) return { isDecimal: false, isCertain: true }
    // Three decimals are usual in such a currency.
    if (exponent === 3) return { ...choice, isCertain: choice.isDecimal }
    return format.hasWholeNumbers ? { isDecimal: false, isCertain: false } : choice
  }

/** A product seldom weighs more, or less, in grams. */
const usualWeight = { least: 5, most: 50_000 }

/** A weight that only one of the readings makes plausible is read that way. */
const createWeightChoice =
  (grams: number, format: NumberFormat): Choose =>
  (mark, { whole, fraction }) => {
    const isTooHeavy = Number(whole + fraction) * grams > usualWeight.most
    const isTooLight = Number(`${whole}.${fraction}`) * grams < usualWeight.least
    const choice = chooseByFormat(mark, format)
    if (format.columnMark || isTooHeavy === isTooLight)
      return { ...choice, isCertain: choice.isCertain && (choice.isDecimal || !isTooHeavy) }
    const isCertain = format.fileMark === undefined || choice.isDecimal === isTooHeavy
    return { isDecimal: isTooHeavy, isCertain }
  }

const createCountChoice =
  (format: NumberFormat): Choose =>
  (mark, { fraction }) => {
    if (fraction !== '000') return { isDecimal: false, isCertain: true }
    if (format.columnMark) return chooseByFormat(mark, format)
    if (format.hasWholeNumbers) return { isDecimal: false, isCertain: true }
    return format.fileMark ? chooseByFormat(mark, format) : { isDecimal: false, isCertain: false }
  }
