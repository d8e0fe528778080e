/** Separators of a number: points, commas, apostrophes and spaces, also those of Arabic. */
const separatorPattern = /[.,'’\s\u066b\u066c]/g

/**
 * Returns the number that a user typed or pasted, or undefined without digits. Every usual spelling
 * is understood: with points or commas, with or without groups. If both are present, the last one is
 * the decimal mark. A single mark before three digits is the decimal mark only if `decimalMark`, the
 * one of the user's language, is the same or the number has no other reading. Without `decimalMark`, as
 * for prices that are usually whole, the three digits are a group.
 */
export function parseAmount(text: string, decimalMark?: string): number | undefined {
  const normalized = text.replace(/[\u0660-\u0669]/g, digit => String(digit.charCodeAt(0) - 0x660))
  const number = normalized.replace(/[^\d.,'’\s\u066b\u066c]/g, '').trim()
  if (!/\d/.test(number)) return undefined
  const markIndex = findDecimalMark(number, decimalMark)
  const withoutSeparators = (part: string) => part.replace(separatorPattern, '')
  const amount =
    markIndex === undefined
      ? Number(withoutSeparators(number))
      : Number(
          `${withoutSeparators(number.slice(0, markIndex))}.${withoutSeparators(number.slice(markIndex + 1))}`,
        )
  return /^\D*[-−]/.test(normalized) ? -amount : amount
}

/** Returns the index of the decimal mark, or undefined for a number without one. */
function findDecimalMark(number: string, decimalMark: string | undefined): number | undefined {
  const marks = [...number.matchAll(/[.,\u066b]/g)]
  const last = marks.at(-1)
  if (!last) return undefined
  const others = marks.slice(0, -1)
  if (others.some(([mark]) => mark === last[0])) return undefined
  const digitsAfter = number.length - last.index - 1
  const canBeGroup = others.length === 0 && digitsAfter === 3 && /^[1-9]\d{0,2}\D/.test(number)
  return canBeGroup && last[0] !== decimalMark ? undefined : last.index
}
