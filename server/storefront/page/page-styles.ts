// Selects the rules of a style sheet that a page uses, about a third of them.

/** The elements, classes and attributes that a page has if the selector matches, such as `.card`. */
export type StyleSelector = {
  text: string
  requiredNames: string[]
  /** The lists of selectors in `:is()` and similar. At least one of each list matches too. */
  alternatives: StyleSelector[][]
}

export type StyleRule =
  | { selectors: StyleSelector[]; declarations: string }
  /** Rules that depend on a condition, such as the width of the screen. */
  | { condition: string; rules: StyleRule[] }
  /** A font face. `characterPattern` matches the characters in its range. */
  | { text: string; characterPattern: string }
  /** An at-rule of another kind. */
  | { text: string }

/** The file of the build that has the rules of each theme. */
export const stylesFile = '.vite/styles.json'

type PageParts = { names: ReadonlySet<string>; characters: string }

export const listPageParts = (html: string): PageParts => ({
  names: listNames(html),
  // `a` stands for all ASCII characters.
  characters: `a${[...new Set(html.match(/[^\0-\x7f]+/g)?.join(''))].join('')}`,
})

/** Returns the style sheet of a page: the rules whose selectors can match its elements, in their order. */
export function selectStyles(rules: readonly StyleRule[], page: PageParts): string {
  let css = ''
  for (const rule of rules) {
    if ('rules' in rule) css += toBlock(rule.condition, selectStyles(rule.rules, page))
    else if ('characterPattern' in rule) {
      if (new RegExp(rule.characterPattern, 'u').test(page.characters)) css += rule.text
    } else if ('text' in rule) css += rule.text
    else {
      const selectors = rule.selectors.filter(selector => canMatch(selector, page.names))
      if (selectors.length > 0)
        css += toBlock(selectors.map(({ text }) => text).join(), rule.declarations)
    }
  }
  return css
}

const toBlock = (head: string, body: string) => (body === '' ? '' : `${head}{${body}}`)

const canMatch = (
  { requiredNames, alternatives }: StyleSelector,
  pageNames: ReadonlySet<string>,
): boolean =>
  requiredNames.every(name => pageNames.has(name)) &&
  alternatives.every(selectors => selectors.some(selector => canMatch(selector, pageNames)))

/**
 * Attributes that a document must contain for a rule with them to apply. Scripts may add others only
 * after `loadStyles`.
 */
export const checkedAttributes = 'data-[\\w-]+|dir|type'

/** An element, or its classes or a checked attribute with the value. */
const partPattern = new RegExp(`<([a-z][\\w-]*)|\\s(class|${checkedAttributes})="([^"]*)"`)
const allParts = new RegExp(partPattern, 'g')

/**
 * Returns the names of the elements, the classes, and the checked attributes with their values. Most
 * parts of a page repeat, so equal ones are read once.
 */
function listNames(html: string): Set<string> {
  const names = new Set<string>()
  for (const part of new Set(html.match(allParts))) {
    const [, element, attribute, value = ''] = partPattern.exec(part) ?? []
    if (element) names.add(element)
    else if (attribute === 'class') for (const name of value.split(' ')) names.add(`.${name}`)
    else names.add(`[${attribute}]`).add(`[${attribute}=${value}]`)
  }
  return names
}
