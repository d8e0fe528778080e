import { parseSync } from '@swc/core'

/** A node of the syntax tree. Lines count from 1. */
export interface SyntaxNode {
  type: string
  firstLine: number
  lastLine: number
  /** The declared name, if the node declares or names something. */
  name: string | undefined
  isExported: boolean
}

/** Returns all nodes of a TypeScript file, parents before their children. */
export function listSyntaxNodes(path: string, text: string): SyntaxNode[] {
  const tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' })
  // swc continues its byte offsets from one file to the next; the first token of the file is the
  // origin.
  const startOffset = tree.span.start - countBytesBeforeFirstToken(text)
  const lineStarts = listLineStarts(text)
  const lineAt = (offset: unknown) =>
    typeof offset === 'number' ? findLine(lineStarts, offset - startOffset) : 0
  const nodes: SyntaxNode[] = []

  function visit(node: unknown, isExported: boolean): void {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && typeof node.type === 'string') {
      const { start, end } = readSpan(node)
      nodes.push({
        type: node.type,
        firstLine: lineAt(start),
        lastLine: lineAt(end),
        name: readName(node),
        isExported,
      })
    }
    const exportsChild = 'type' in node && node.type === 'ExportDeclaration'
    for (const child of Object.values(node)) visit(child, exportsChild)
  }
  visit(tree.body, false)
  return nodes
}

function readSpan(node: object): { start?: unknown; end?: unknown } {
  const span = 'span' in node ? node.span : undefined
  return typeof span === 'object' && span !== null ? span : {}
}

function readName(node: object): string | undefined {
  const id = 'id' in node ? node.id : undefined
  const hasName = typeof id === 'object' && id !== null && 'value' in id
  return hasName && typeof id.value === 'string' ? id.value : undefined
}

const countBytesBeforeFirstToken = (text: string): number =>
  Buffer.byteLength(/^(\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0] ?? '')

function listLineStarts(text: string): number[] {
  const starts = [0]
  for (const line of text.split('\n')) {
    starts.push((starts.at(-1) ?? 0) + Buffer.byteLength(line) + 1)
  }
  return starts
}

/** Returns the number of the line that contains a byte offset. */
function findLine(lineStarts: readonly number[], offset: number): number {
  let low = 0
  let high = lineStarts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}
