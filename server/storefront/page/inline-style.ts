import { createHash } from 'node:crypto'

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
