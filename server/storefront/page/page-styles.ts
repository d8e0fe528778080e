// Selects the rules of a style sheet that a page uses. A page is a fifth of all of them.

/** The elements, classes and attributes that a page has if the selector matches, such as `.card`. */
export type StyleSelector = {
  text: string
  names: string[]
  /** The lists of selectors in `:is()` and similar. At least one of each list matches too. */
  choices: StyleSelector[][]
}

export type StyleRule =
  | { selectors: StyleSelector[]; declarations: string }
  /** Rules that depend on a condition, such as the width of the screen. */
  | { condition: string; rules: StyleRule[] }
  /** A typeface for some letters: a regular expression that one of them matches. */
  | { text: string; letters: string }
  /** An at-rule of another kind. */
  | { text: string }

/** The file of the build that has the rules of each theme. */
export const stylesFile = '.vite/styles.json'

type PageParts = { names: ReadonlySet<string>; letters: string }

/** Returns the style sheet of a page: the rules whose selectors can match its elements, in their order. */
export const selectStyles = (rules: readonly StyleRule[], html: string): string =>
  joinRules(rules, {
    names: listNames(html),
    letters: `a${[...new Set(html.match(/[^\0-\x7f]/gu))].join('')}`,
  })

function joinRules(rules: readonly StyleRule[], page: PageParts): string {
  let css = ''
  for (const rule of rules) {
    if ('rules' in rule) css += toBlock(rule.condition, joinRules(rule.rules, page))
    else if ('letters' in rule) {
      if (new RegExp(rule.letters, 'u').test(page.letters)) css += rule.text
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

const canMatch = ({ names, choices }: StyleSelector, pageNames: ReadonlySet<string>): boolean =>
  names.every(name => pageNames.has(name)) &&
  choices.every(selectors => selectors.some(selector => canMatch(selector, pageNames)))

/** Returns the names of the elements, the classes, and the fixed attributes with their values. */
function listNames(html: string): Set<string> {
  const names = new Set<string>()
  const parts = /<([a-z][\w-]*)|\s(?:class="([^"]*)"|(data-[\w-]+|dir|type)="([^"]*)")/g
  for (const [, element, classes, attribute, value] of html.matchAll(parts)) {
    if (element) names.add(element)
    else if (attribute) names.add(`[${attribute}]`).add(`[${attribute}=${value}]`)
    else for (const name of classes?.split(' ') ?? []) names.add(`.${name}`)
  }
  return names
}
