import type { Unzipped } from 'fflate'
import { format, getFormatFromId, isDateFormat } from 'numfmt'
import { decodeEntities } from '../../lib/text/decode-entities.ts'
import { workbookPath } from './workbook-archive.ts'

/** A number of a workbook, and the pattern by which the workbook shows it, such as `00000`. */
export class FormattedNumber {
  readonly #value: number
  readonly #pattern: string

  constructor(value: number, pattern: string) {
    this.#value = value
    this.#pattern = pattern
  }

  /** The number or the time as programs write it. */
  get plainText(): string {
    if (!isDateFormat(this.#pattern)) return formatNumber(this.#value)
    const date = new Date(Math.round((this.#value - unixEpoch) * secondsPerDay) * 1000)
    return Number.isNaN(date.getTime()) ? formatNumber(this.#value) : formatDate(date)
  }

  /** The text that the workbook shows, or the plain text if it only rounds or groups the digits. */
  get shownText(): string {
    const text = format(this.#pattern, this.#value, { throws: false }).trim()
    const isUnreadable = /^#*$/.test(text) || /\dE[-+]\d/.test(text)
    return isUnreadable || text.replaceAll(',', '') === formatNumber(this.#value)
      ? this.plainText
      : text
  }
}

const secondsPerDay = 86_400
/** Workbooks count days from 1900, or from 1904 if they are from old Macs. */
const unixEpoch = 25_569
const daysUntil1904 = 1462

/** Returns a number as the seller sees it. Excel stores 19.99 as 19.989999999999998. */
const formatNumber = (value: number) => String(Number(value.toPrecision(15)))

/** Returns a date as programs write it, and `#######` as Excel does for numbers that are no date. */
export const formatDate = (date: Date) =>
  Number.isNaN(date.getTime()) ? '#######' : date.toISOString().replace(/T00:00:00\.000Z$/, '')

/** The longest pattern that Excel accepts. */
const maxPatternLength = 255
/** Excel shows the dates of these formats in the language of each computer. */
const localDateFormats: readonly number[] = [14, 22]
const generalFormats: readonly number[] = [0, 49]
const builtInFormats = 50

const tag = (name: string) =>
  new RegExp(`<(?:[\\w.-]+:)?${name}\\s((?:[^"'<>]|"[^"]*"|'[^']*')*)>`, 'g')

function getAttribute(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(`(?<![\\w.:-])${name}=(?:"([^"]*)"|'([^']*)')`)
  const match = pattern.exec(attributes)
  return match?.[1] ?? match?.[2]
}

/** Returns the pattern of each cell style; undefined for numbers that are shown as they are. */
function listPatterns(styles: string): (string | undefined)[] {
  const patternById = new Map<number, string>()
  for (const [, attributes = ''] of styles.matchAll(tag('numFmt')))
    patternById.set(
      Number(getAttribute(attributes, 'numFmtId')),
      decodeEntities(getAttribute(attributes, 'formatCode') ?? ''),
    )
  const start = styles.search(/<(?:[\w.-]+:)?cellXfs[\s>]/)
  const cellStyles = start < 0 ? '' : styles.slice(start, styles.indexOf('cellXfs>', start + 20))
  return Array.from(cellStyles.matchAll(tag('xf')), ([, attributes = '']) => {
    const id = Number(getAttribute(attributes, 'numFmtId') ?? 0)
    if (generalFormats.includes(id) || localDateFormats.includes(id)) return undefined
    const pattern = patternById.get(id) ?? (id < builtInFormats ? getFormatFromId(id) : '')
    const isUsable = pattern.length <= maxPatternLength && !/^(?:general|@)?$/i.test(pattern)
    return isUsable ? pattern : undefined
  })
}

/** A cell with a number, which can be the result of a formula. */
const numberCell =
  /(<(?:[\w.-]+:)?c\s[^<>]*)(>\s*(?:<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:[\w.-]+:)?f>)\s*)?<(?:[\w.-]+:)?v>)([-+.\dEe]{1,40})(?=<\/)/g
const cellStyle = /\ss=(["'])(\d{1,5})\1(?=\s|$)/
/** A type other than that of numbers. */
const otherType = /\st=(["'])(?!n\1)/

/**
 * Moves the styles of numbers into their cells, as in `17@5`, because the reader of workbooks drops
 * them. Returns the function that reads these numbers.
 */
export function moveStylesIntoNumbers(files: Unzipped): (text: string) => string | FormattedNumber {
  const contents = Object.entries(files).map(([path, { buffer, byteOffset, byteLength }]) => ({
    path,
    content: Buffer.from(buffer, byteOffset, byteLength),
  }))
  const styles = contents.find(({ content }) => content.includes('cellXfs'))?.content
  const patterns = listPatterns(styles?.toString() ?? '')
  if (patterns.some(Boolean))
    for (const { path, content } of contents)
      if (content.includes('sheetData'))
        files[path] = Buffer.from(moveStyles(content.toString('latin1'), patterns), 'latin1')
  const firstDay = hasDatesFrom1904(files[workbookPath]) ? daysUntil1904 : 0
  return text => {
    const [, number, style] = /^(.*)@(\d+)$/s.exec(text) ?? []
    const pattern = patterns[Number(style)]
    if (number === undefined || pattern === undefined) return formatNumber(Number(text))
    const days = isDateFormat(pattern) ? firstDay : 0
    return new FormattedNumber(Number(number) + days, pattern)
  }
}

const moveStyles = (sheet: string, patterns: readonly (string | undefined)[]) =>
  sheet.replace(numberCell, (cell, start: string, opening: string, number: string) => {
    const style = Number(cellStyle.exec(start)?.[2])
    if (otherType.test(start) || patterns[style] === undefined) return cell
    return `${start.replace(cellStyle, '')}${opening}${number}@${style}`
  })

const hasDatesFrom1904 = (workbook: Uint8Array | undefined) =>
  /\sdate1904=["'](?:1|true)["']/.test(Buffer.from(workbook ?? []).toString('latin1'))
