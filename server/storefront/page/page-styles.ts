// Selects the rules of a style sheet that a page uses. A page is a fifth of all of them.

/** The elements, classes and attributes that a page has if the selector matches, such as `.card`. */
type Selector = {
  text: string
  names: string[]
  /** The lists of selectors in `:is()` and similar. At least one of each list matches too. */
  choices: Selector[][]
}

export type StyleRule =
  | { selectors: Selector[]; declarations: string }
  /** Rules that depend on a condition, such as the width of the screen. */
  | { condition: string; rules: StyleRule[] }
  /** An at-rule of another kind, such as a typeface. */
  | { text: string }

/** Reads a minified style sheet. */
export function parseStyles(css: string): StyleRule[] {
  const rules: StyleRule[] = []
  const text = css.replaceAll(/\/\*.*?\*\//gs, '')
  for (let start = 0; ; ) {
    const open = text.indexOf('{', start)
    if (open === -1) return rules
    const end = findEnd(text, open + 1)
    const head = text.slice(start, open).trim()
    const body = text.slice(open + 1, end - 1)
    if (/^@(media|supports)/.test(head)) rules.push({ condition: head, rules: parseStyles(body) })
    else if (head.startsWith('@')) rules.push({ text: text.slice(start, end) })
    else rules.push({ selectors: splitList(head).map(parseSelector), declarations: body })
    start = end
  }
}

/** Returns the style sheet of a page: the rules whose selectors can match its elements, in their order. */
export const selectStyles = (rules: readonly StyleRule[], html: string): string =>
  joinRules(rules, listNames(html))

function joinRules(rules: readonly StyleRule[], names: ReadonlySet<string>): string {
  let css = ''
  for (const rule of rules) {
    if ('text' in rule) css += rule.text
    else if ('rules' in rule) css += toBlock(rule.condition, joinRules(rule.rules, names))
    else {
      const selectors = rule.selectors.filter(selector => canMatch(selector, names))
      if (selectors.length > 0)
        css += toBlock(selectors.map(({ text }) => text).join(), rule.declarations)
    }
  }
  return css
}

const toBlock = (head: string, body: string) => (body === '' ? '' : `${head}{${body}}`)

const canMatch = ({ names, choices }: Selector, pageNames: ReadonlySet<string>): boolean =>
  names.every(name => pageNames.has(name)) &&
  choices.every(selectors => selectors.some(selector => canMatch(selector, pageNames)))

/**
 * Returns the names of the elements, the classes, and those attributes with a value that scripts
 * don't change.
 */
function listNames(html: string): Set<string> {
  const names = new Set<string>()
  const parts = /<([a-z][\w-]*)|\s(?:class="([^"]*)"|(data-[\w-]+|dir|type)="([^"]*)")/g
  for (const [, element, classes, attribute, value] of html.matchAll(parts)) {
    if (element) names.add(element)
    else if (attribute) names.add(`[${attribute}=${value}]`)
    else for (const name of classes?.split(' ') ?? []) names.add(`.${name}`)
  }
  return names
}

function parseSelector(text: string): Selector {
  const choices: Selector[][] = []
  let own = ''
  let end = 0
  for (const { index, 0: start, 1: name = '' } of text.matchAll(/:([\w-]+)\(/g)) {
    // A part of the list before it.
    if (index < end) continue
    own += text.slice(end, index)
    const first = index + start.length
    end = findEnd(text, first)
    if (/^(is|where|has)$/.test(name))
      choices.push(splitList(text.slice(first, end - 1)).map(parseSelector))
  }
  own += text.slice(end)
  const names = [...own.matchAll(/\[((?:data-[\w-]+|dir|type)=)["']?([^"'\]]*)["']?\]/g)].map(
    ([, name, value]) => `[${name}${value}]`,
  )
  const compounds = own.replaceAll(/\[[^\]]*\]|::?[\w-]+/g, '')
  names.push(...(compounds.match(/\.[\w-]+|(?<![\w.#-])[a-z][\w-]*/g) ?? []))
  return { text, names, choices }
}

/** Returns the parts of a list between its commas. */
function splitList(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(' || text[i] === '[') i = findEnd(text, i + 1) - 1
    if (text[i] !== ',') continue
    parts.push(text.slice(start, i))
    start = i + 1
  }
  return [...parts, text.slice(start)]
}

/** Returns the index after the bracket that closes the one before `start`. */
function findEnd(text: string, start: number): number {
  const signs = /"[^"]*"|'[^']*'|[({[]|[)}\]]/g
  signs.lastIndex = start
  for (let depth = 1; depth > 0; ) {
    const [sign] = signs.exec(text) ?? []
    if (sign === undefined) return text.length
    if (sign === '(' || sign === '{' || sign === '[') depth++
    else if (sign === ')' || sign === '}' || sign === ']') depth--
  }
  return signs.lastIndex
}
