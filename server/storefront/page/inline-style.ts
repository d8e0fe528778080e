import { createHash } from 'node:crypto'
import { type StyleRule, selectStyles } from './page-styles.ts'

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
  const { text, source } = createInlineStyle(selectStyles(styles.rules, html))
  return {
    html: html.slice(0, index + 1) + text + html.slice(index + 1),
    sources: [source, styles.settings.source],
  }
}

/** No text of a page contains it, because texts have no `<`. */
const emptyStyleEnd = '></style>'
