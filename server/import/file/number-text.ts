import { currencies } from '#contract/lib/money/currency-table.ts'

export type DecimalMark = '.' | ','

/**
 * A number as it is written. `before` and `after` are the texts around its digits, such as a
 * currency or a unit.
 */
export type NumberText = { isNegative: boolean; digits: string; before: string; after: string }

/**
 * The digits before and after the decimal mark. `mark` is the decimal mark that the text shows, or
 * undefined for digits without separators. An ambiguous text such as `1.299` has three digits after
 * its only separator, which can also separate thousands.
 */
export type WrittenDigits = {
  whole: string
  fraction: string
  mark: DecimalMark | undefined
  isAmbiguous: boolean
}

export const maxNumberLength = 64
/** The zeros of Arabic, Persian, Hindi and Bengali digits. */
const zeros = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6]
const otherDigits = /[٠-٩۰-۹०-९০-৯]/g

function toLatinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.findLast(each => each <= code) ?? 0
  return String(code - zero)
}

const simplify = (text: string) =>
  text
    .replace(/[’‘ʼʹ´`′]/g, "'")
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(otherDigits, toLatinDigit)
    .replaceAll('٬', "'")
    .replaceAll('،', ',')
    .trim()

/** A separator before the first digit, as in `.5`, belongs to the number, that of `Fr.5` does not. */
const numberPattern = /^(\D*?)((?:(?<![\p{L}.,])[.,٫])?\d(?:.*\d)?)(\D*)$/su
/** Zero decimals, as in `19,-`, `19.–` and `19:-`; or a separator that nothing follows. */
const noDecimals = /^(?:([.,:])\s?[-–—=]{1,2}|([.,])(?=\s|$))/

/** Returns the parts of a text that contains one number; undefined for other texts. */
export function splitNumberText(text: string): NumberText | undefined {
  if (text.length > maxNumberLength) return undefined
  const [, start = '', digits = '', end = ''] = numberPattern.exec(simplify(text)) ?? []
  if (!/^[\d.,٫' ]+$/.test(digits)) return undefined
  const [, dashedMark = '', mark = dashedMark] = noDecimals.exec(end) ?? []
  const before = start.trim()
  const after = end.replace(noDecimals, '').trim()
  const hasBrackets = before.includes('(') && after.includes(')')
  const signs = `${before}${after}`.match(/[-–−+]/g) ?? []
  if (signs.length > 1 || before.includes('(') !== after.includes(')')) return undefined
  return {
    isNegative: hasBrackets || (signs.length === 1 && signs[0] !== '+'),
    digits: mark === '.' || mark === ',' ? `${digits}${mark}00` : digits,
    before: before.replace(/[-–−+(]/g, '').trim(),
    after: after.replace(/[-–−+)]/g, '').trim(),
  }
}

const getOtherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.')

/** Returns the digits of a number with all kinds of separators; undefined for invalid groups. */
export function readDigits(text: string): WrittenDigits | undefined {
  const [arabicWhole = '', arabicFraction, ...more] = text.split('٫')
  if (arabicFraction !== undefined)
    return more.length === 0 ? createDigits(arabicWhole, arabicFraction, '.') : undefined
  const marks = text.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last !== '.' && last !== ',') return createDigits(text, '', undefined)
  const isRepeated = marks.filter(mark => mark === last).length > 1
  const hasBoth = marks.some(mark => mark !== last)
  if (isRepeated) return hasBoth ? undefined : createDigits(text, '', getOtherMark(last))
  const [whole = '', fraction = ''] = text.split(last)
  const digits = createDigits(whole, fraction, last)
  const isAmbiguous = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3
  return digits && { ...digits, isAmbiguous }
}

function createDigits(
  groupedDigits: string,
  fraction: string,
  mark: DecimalMark | undefined,
): WrittenDigits | undefined {
  const separators = new Set(groupedDigits.match(/[.,' ]/g))
  const groups = groupedDigits.split(/[.,' ]/)
  // India writes groups of two digits; the last group has three digits everywhere.
  const hasValidGroups = groups.length === 1 || /^\d{1,3}( \d{2,3})* \d{3}$/.test(groups.join(' '))
  if (separators.size > 1 || !hasValidGroups || !/^\d*$/.test(fraction)) return undefined
  return { whole: groups.join('') || '0', fraction, mark, isAmbiguous: false }
}

const currencyCodes = new Set(currencies)
const currencyNames =
  /^(?:\p{L}{0,3}\p{Sc}|euros?|(?:us)?dollars?|pounds?|francs?|franken|pesos?|re(?:al|ais)|dirhams?|s?fr\.?|rs\.?|kr\.?|kč|zł|ft|lei|leu|tl|лв\.?|руб\.?|грн\.?|дин\.?|ден\.?|rm|rp\.?|s\/\.?|円|元|원|[دجرلت]\.?\s?[إاكمسقبعلت]\.?|يورو|دولار|درهم|ريال|دينار|جنيه|ليرة)$/iu

/** Returns whether a text beside a number is the sign, the code or the name of a currency. */
export const isCurrencyText = (text: string): boolean =>
  text === '' ||
  currencyNames.test(text.replace(/\s/g, '')) ||
  currencyCodes.has(text.toUpperCase())

const gramsPerUnit: Readonly<Record<string, number>> = {
  g: 1,
  kg: 1000,
  lb: 453.592_37,
  oz: 28.349_523_125,
}
const unitNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:g|gr|gms?|gram\w*|г|гр|غ|غم|جم|غرام|جرام)\.?$/u, 'g'],
  [/^(?:kgs?|kilo\w*|quilo\w*|кг|كغ|كغم|كجم|كيلو|كيلوغرام|كيلوجرام)\.?$/u, 'kg'],
  [/^(?:lbs?|pounds?|pfund|livres?|libras?)\.?$/u, 'lb'],
  [/^(?:oz|ounces?|unzen?|onces?|onzas?|onças?|oncas?)\.?$/u, 'oz'],
]

/** Returns the grams of a unit; undefined for other texts. */
export function getGramsPerUnit(unit: string): number | undefined {
  const name = unitNames.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1]
  return name === undefined ? undefined : gramsPerUnit[name]
}
