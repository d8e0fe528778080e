import { createHash } from 'node:crypto'
import { setNewest } from '../../lib/bounded-map.ts'
import { listPageParts, type StyleRule, selectStyles } from './page-styles.ts'

/** A style sheet in the documents of pages, which then need no request before the first paint. */
export type InlineStyle = {
  text: string
  /** The hash by which the content security policy allows the text. */
  source: string
}

/** Returns the style sheet in a form that cannot end its element. */
export function createInlineStyle(css: string): InlineStyle {
  const text = css.replaceAll('</', '<\\/')
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

type DocumentStyles = { rules: readonly StyleRule[]; settings: InlineStyle }

/** Adds the rules that a document uses to its empty `style` element. */
export function addStyles(
  html: string,
  styles: DocumentStyles | undefined,
): { html: string; sources: string[] } {
  const index = html.indexOf(emptyStyleEnd)
  if (!styles || index === -1) return { html, sources: [] }
  const { text, source } = findPageStyle(styles.rules, html)
  return {
    html: html.slice(0, index + 1) + text + html.slice(index + 1),
    sources: [source, styles.settings.source],
  }
}

/** The style sheets of the pages that were rendered last, about 2 MB for each theme. */
const pageStyles = new WeakMap<readonly StyleRule[], Map<string, InlineStyle>>()
const maxPageStyles = 50

/** Returns the style sheet of a page. Pages of one kind usually have the same parts. */
function findPageStyle(rules: readonly StyleRule[], html: string): InlineStyle {
  const parts = listPageParts(html)
  // No part contains a quotation mark.
  const key = [...parts.names, parts.characters].join('"')
  const stylesByParts = pageStyles.get(rules) ?? new Map<string, InlineStyle>()
  pageStyles.set(rules, stylesByParts)
  const style = stylesByParts.get(key) ?? createInlineStyle(selectStyles(rules, parts))
  setNewest(stylesByParts, [key, style], maxPageStyles)
  return style
}

/** No text of a page contains it, because texts have no `<`. */
const emptyStyleEnd = '></style>'
