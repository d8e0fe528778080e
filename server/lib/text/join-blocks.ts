import { isInlineTag } from '#contract/lib/text/rich-text.ts'

/** The tag that marks the limits of blocks without a stored tag. It is not stored. */
export const paragraphBreak = 'section'
/** The tag of a product. Its content follows it. */
const productTag = 'div'

type Element = { tag: string; start: string; children: Node[] }
type Node = Element | string

/** A part of a block: text with inline tags, another block, or a limit between paragraphs. */
type Part = { kind: 'line' | 'block' | 'break'; html: string }

const limit: Part = { kind: 'break', html: '' }
const emptyTags = ['br', 'hr', 'img']
const textBlocks = ['p', 'h2', 'h3', 'h4']
const cellTags = ['td', 'th']
/** The tags of tables that contain no text, with the tags that they contain. */
const tableParts = new Map([
  ['table', ['thead', 'tbody', 'tr']],
  ['thead', ['tr']],
  ['tbody', ['tr']],
  ['tr', cellTags],
])

/**
 * Returns well-formed HTML whose `paragraphBreak` tags have become paragraphs. Blocks leave the
 * inline tags and the text blocks around them. Text beside the cells of a table precedes the table.
 */
export const joinBlocks = (html: string): string => joinParts(toParts(parseNodes(html), [], ''))

/** Parses the output of the sanitizer, whose text and attributes contain no angle brackets. */
function parseNodes(html: string): Node[] {
  const root: Element = { tag: '', start: '', children: [] }
  const openElements = [root]
  for (const [token] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    const [, slash, tag] = /^<(\/?)([a-z0-9]+)/.exec(token) ?? []
    const parent = openElements.at(-1) ?? root
    if (slash) openElements.pop()
    else if (!tag) parent.children.push(token)
    else {
      const element = { tag, start: token, children: [] }
      parent.children.push(element)
      if (!emptyTags.includes(tag)) openElements.push(element)
    }
  }
  return root.children
}

/** `marks` are the inline tags around the nodes, and `parentTag` is the block around them. */
const toParts = (nodes: readonly Node[], marks: readonly Element[], parentTag: string): Part[] =>
  nodes.flatMap(node => {
    if (typeof node === 'string') return { kind: 'line', html: addMarks(node, marks) }
    if (!isInlineTag(node.tag)) return toBlockParts(node, marks, parentTag)
    return node.children.some(containsBlock)
      ? toParts(node.children, [...marks, node], parentTag)
      : { kind: 'line', html: addMarks(toHtml(node), marks) }
  })

function toBlockParts(node: Element, marks: readonly Element[], parentTag: string): Part[] {
  const { tag, start, children } = node
  if (tag === productTag)
    return [
      { kind: 'block', html: `${start}</${tag}>` },
      limit,
      ...toParts(children, marks, parentTag),
      limit,
    ]
  const allowedParents = [...tableParts].flatMap(([part, tags]) => (tags.includes(tag) ? part : []))
  const isStray = allowedParents.length > 0 && !allowedParents.includes(parentTag)
  if (tag === paragraphBreak || isStray)
    return [limit, ...toParts(children, marks, parentTag), limit]
  if (tableParts.has(tag)) return toTableParts(node, marks)
  if (marks.length === 0 && !children.some(containsBlock))
    return [{ kind: 'block', html: toHtml(node) }]
  const parts = joinLines(toParts(children, marks, tag))
  if (textBlocks.includes(tag))
    return parts.flatMap(part =>
      part.kind === 'line' && !isBlank(part)
        ? { kind: 'block', html: wrap(node, part.html.trim()) }
        : part,
    )
  if (tag === 'pre')
    return parts.some(({ kind }) => kind === 'block')
      ? [limit, ...parts, limit]
      : [{ kind: 'block', html: wrap(node, toLines(parts).join('\n')) }]
  // The only line of a cell or list item needs no paragraph.
  const isLine =
    [...cellTags, 'li'].includes(tag) &&
    toLines(parts).length <= 1 &&
    parts.every(({ kind }) => kind !== 'block')
  return [{ kind: 'block', html: wrap(node, isLine ? toLines(parts).join('') : joinParts(parts)) }]
}

/** Returns the table or its part, after the content that it cannot contain. */
function toTableParts(node: Element, marks: readonly Element[]): Part[] {
  const tags = tableParts.get(node.tag) ?? []
  const outside: Part[] = []
  const inside: Part[] = []
  for (const child of addMissingRows(node)) {
    const parts = toParts([child], marks, node.tag)
    const isContained = typeof child !== 'string' && tags.includes(child.tag)
    if (isContained || parts.every(isBlank)) inside.push(...parts.splice(-1))
    outside.push(...parts)
  }
  const table = inside.every(isBlank)
    ? []
    : [{ kind: 'block' as const, html: wrap(node, inside.map(({ html }) => html).join('')) }]
  return outside.length > 0 ? [limit, ...outside, limit, ...table] : table
}

/** Returns the nodes of a table or its part, with a row around cells that are in none. */
function addMissingRows({ tag, children }: Element): Node[] {
  if (tag === 'tr') return children
  const nodes: Node[] = []
  let row: Element | undefined
  for (const node of children) {
    if (typeof node === 'string' || !cellTags.includes(node.tag)) {
      nodes.push(node)
      row = undefined
    } else if (row) row.children.push(node)
    else {
      row = { tag: 'tr', start: '<tr>', children: [node] }
      nodes.push(row)
    }
  }
  return nodes
}

/** Returns the parts with consecutive lines joined. */
function joinLines(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind === 'line' && last?.kind === 'line')
      joined.splice(-1, 1, { kind: 'line', html: last.html + part.html })
    else joined.push(part)
  }
  return joined
}

/** Returns the HTML of the parts. Lines beside a limit become paragraphs. */
const joinParts = (parts: readonly Part[]): string =>
  joinLines(parts)
    .map((part, i, all) => {
      const isBesideLimit = all[i - 1]?.kind === 'break' || all[i + 1]?.kind === 'break'
      return part.kind === 'line' && isBesideLimit && !isBlank(part)
        ? `<p>${part.html.trim()}</p>`
        : part.html
    })
    .join('')

const toLines = (parts: readonly Part[]): string[] =>
  parts.flatMap(part => (part.kind === 'line' && !isBlank(part) ? part.html.trim() : []))

const isBlank = ({ kind, html }: Part) => kind !== 'block' && html.trim() === ''

const containsBlock = (node: Node): boolean =>
  typeof node !== 'string' && (!isInlineTag(node.tag) || node.children.some(containsBlock))

const toHtml = (node: Node): string =>
  typeof node === 'string' ? node : wrap(node, node.children.map(toHtml).join(''))

const wrap = ({ tag, start }: Element, content: string) =>
  emptyTags.includes(tag) ? start : `${start}${content}</${tag}>`

const addMarks = (html: string, marks: readonly Element[]) =>
  html.trim() === '' ? html : marks.reduceRight((inner, mark) => wrap(mark, inner), html)
