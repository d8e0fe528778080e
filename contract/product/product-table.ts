export type ProductDetail = { name: string; value: string }

/** Returns the details of a product. A line without a name continues the value above it. */
export function parseDetails(text: string): ProductDetail[] {
  const details: ProductDetail[] = []
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([^:\t]*)[:\t](.*)$/.exec(line) ?? [line, '', line]
    const last = details.at(-1)
    if (name.trim()) details.push({ name: name.trim(), value: value.trim() })
    else if (last && value.trim()) last.value += `\n${value.trim()}`
  }
  return details.filter(({ value }) => value)
}

/** Returns the rows of a size table, all with the same number of cells, without empty rows. */
export function parseSizeTable(text: string): string[][] {
  const rows = text
    .split('\n')
    .map(line => line.split(/[|\t]/).map(cell => cell.trim()))
    .filter(row => row.some(cell => cell))
  const width = Math.max(0, ...rows.map(row => row.findLastIndex(cell => cell) + 1))
  return rows.map(row => Array.from({ length: width }, (_, index) => row[index] ?? ''))
}

/** Returns the cells of a text as they are, so that a form can edit them. */
export const toDetailRows = (text: string): string[][] =>
  splitLines(text).map(line => {
    const [, name = '', value = ''] = /^([^:\t]*)[:\t] ?(.*)$/.exec(line) ?? [line, '', line]
    return [name, value]
  })

/** Returns the text of rows of names and values. A name has no colon, which ends it. */
export const formatDetailRows = (rows: readonly string[][]): string =>
  rows
    .map(([name = '', value = '']) =>
      name || value ? `${name.replaceAll(/[:\t]/g, '')}: ${value}` : '',
    )
    .join('\n')

/** Returns the cells of a text as they are, so that a form can edit them. */
export const toSizeRows = (text: string): string[][] =>
  splitLines(text).map(line =>
    line
      .split(/[|\t]/)
      .map((cell, index, { length }) =>
        cell.slice(
          index > 0 && cell.startsWith(' ') ? 1 : 0,
          index < length - 1 && cell.endsWith(' ') ? -1 : undefined,
        ),
      ),
  )

export const formatSizeRows = (rows: readonly string[][]): string =>
  rows
    .map(row => row.slice(0, row.findLastIndex(cell => cell) + 1))
    .map(row => row.map(cell => cell.replaceAll(/[|\t]/g, '/')).join(' | '))
    .join('\n')

const splitLines = (text: string) => (text ? text.split('\n') : [])
