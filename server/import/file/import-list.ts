import { toSingleLine } from './import-text.ts'

type SplitRules = {
  isSeparator: (character: string) => boolean
  /** Returns whether a backslash before the character is removed. */
  isEscapable?: (character: string) => boolean
  /** Separates the levels of paths, which are split later, so their quotes stay. */
  isLevelSeparator?: (character: string) => boolean
}

/** A part of a text: a separator, a quoted value, or one character. */
type Token = { text: string; end: number; isSeparator: boolean; isStart: boolean }

/** A quote within a quoted value is doubled. */
const quotedValue = /"((?:[^"]|"")*)"\s*/y

/** Returns the quoted value at a position, if a separator or the end of the text follows it. */
function readQuotedValue(text: string, position: number, rules: SplitRules): Token | undefined {
  quotedValue.lastIndex = position
  const [quoted, value] = quotedValue.exec(text) ?? []
  if (quoted === undefined || value === undefined) return undefined
  const end = position + quoted.length
  const next = text[end]
  if (next !== undefined && !rules.isSeparator(next) && !rules.isLevelSeparator?.(next))
    return undefined
  const isPath = rules.isLevelSeparator !== undefined
  return { text: isPath ? quoted : value.replaceAll('""', '"'), end, ...plain }
}

const plain = { isSeparator: false, isStart: false }

function readToken(text: string, position: number, isStart: boolean, rules: SplitRules): Token {
  const character = text[position] ?? ''
  const next = text[position + 1] ?? ''
  const quoted = isStart && character === '"' && readQuotedValue(text, position, rules)
  if (quoted) return quoted
  if (character === '\\' && rules.isEscapable?.(next)) {
    // A level separator after an escaped backslash is escaped itself.
    const following = text[position + 2] ?? ''
    const escapedText = rules.isLevelSeparator?.(following) ? next + following : next
    return { text: escapedText, end: position + 1 + escapedText.length, ...plain }
  }
  const isSeparator = rules.isSeparator(character)
  return {
    text: character,
    end: position + 1,
    isSeparator,
    isStart:
      isSeparator ||
      rules.isLevelSeparator?.(character) === true ||
      (isStart && character.trim() === ''),
  }
}

/**
 * Splits a text at separators outside of quotes. Only a quote at the start of a value opens one, so
 * that of `12" vinyl` belongs to the text.
 */
function splitValues(text: string, rules: SplitRules): string[] {
  const values = ['']
  let isStart = true
  for (let position = 0; position < text.length; ) {
    const token = readToken(text, position, isStart, rules)
    if (token.isSeparator) values.push('')
    else values.push((values.pop() ?? '') + token.text)
    ;({ isStart, end: position } = token)
  }
  return values.map(value => value.trim()).filter(Boolean)
}

/** Returns the values of a list. `separators` matches the characters between them. */
export const splitList = (text: string, separators: RegExp): string[] =>
  splitValues(text, { isSeparator: character => separators.test(character) })

/** Returns the paths of a list, such as `Clothing > Shirts, Sale`. */
export function splitPaths(text: string, separators: RegExp, levelSeparators: RegExp): string[][] {
  const isLevelSeparator = (character: string) => levelSeparators.test(character)
  const isSeparator = (character: string) => separators.test(character)
  return splitValues(text, { isSeparator, isLevelSeparator })
    .map(path => splitValues(path, { isSeparator: isLevelSeparator }))
    .filter(path => path.length > 0)
}

/**
 * Returns the items of a list in one cell. Storewright and WooCommerce escape the separator by a
 * backslash.
 */
export const parseList = (text: string): string[] =>
  splitValues(text, {
    isSeparator: character => character === ',',
    isEscapable: character => ',\\"'.includes(character),
  })

/** Returns category paths such as `Clothing > Shirts, Sale`. Each separator can be escaped. */
export const parseCategoryPaths = (text: string): string[][] =>
  splitValues(text, {
    isSeparator: character => character === ',',
    isEscapable: character => ',\\'.includes(character),
    isLevelSeparator: character => character === '>',
  })
    .map(path =>
      splitValues(path, {
        isSeparator: character => character === '>',
        isEscapable: character => '>\\"'.includes(character),
      }).map(toSingleLine),
    )
    .filter(path => path.length > 0)

const escapeSeparator = (text: string, separator: string) =>
  text.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`)
const escapeQuote = (text: string) => text.replace(/^"/, '\\"')

export const formatList = (items: readonly string[]) =>
  items.map(item => escapeQuote(escapeSeparator(item, ','))).join(', ')

export const formatCategoryPaths = (paths: readonly (readonly string[])[]) =>
  paths
    .map(path => path.map(name => escapeQuote(escapeSeparator(name, '>'))).join(' > '))
    .map(path => escapeSeparator(path, ','))
    .join(', ')
