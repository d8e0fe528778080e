import { splitNumberText } from './number-text.ts'

const totalWord =
  /^(?:(?:zwischen|gesamt)?summe|gesamt|insgesamt|sum|(?:sub|grand )?totals?|somme|sous-total|total g[eé]n[eé]ral|total geral|total general|suma|soma|مجموع|المجموع|الإجمالي|الاجمالي|إجمالي)\s*:?$/iu

/**
 * Returns whether a row only adds up the rows before it: a word for the sum, then numbers. A product
 * called "Total" fills more cells.
 */
export function isTotalRow(cells: readonly string[]): boolean {
  const [word = '', ...numbers] = cells.map(cell => cell.trim()).filter(Boolean)
  return (
    totalWord.test(word) &&
    numbers.length > 0 &&
    numbers.length + 1 <= Math.max(2, cells.length / 2) &&
    numbers.every(number => splitNumberText(number) !== undefined)
  )
}
