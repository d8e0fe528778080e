/**
 * The tags of stored rich text, with their attributes. The server removes all others, and the editor
 * edits all of these.
 */
export const richTextTags = {
  p: [],
  h2: [],
  h3: [],
  h4: [],
  blockquote: [],
  pre: [],
  hr: [],
  /** A product, which pages show as a card. It has no content. */
  div: ['data-product'],
  ul: [],
  ol: ['start'],
  li: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  a: ['href', 'title', 'target', 'rel'],
  strong: [],
  em: [],
  u: [],
  s: [],
  sub: [],
  sup: [],
  mark: [],
  code: [],
  img: ['src', 'alt', 'width', 'height'],
  br: [],
} as const satisfies Record<string, readonly string[]>
type RichTextTag = keyof typeof richTextTags

const inlineTags: readonly string[] = [
  'a',
  'strong',
  'em',
  'u',
  's',
  'sub',
  'sup',
  'mark',
  'code',
  'img',
  'br',
] satisfies RichTextTag[]

/** Returns whether the tag is part of a line of text. */
export const isInlineTag = (tag: string): boolean => inlineTags.includes(tag)
