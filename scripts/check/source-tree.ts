import { parseSync } from '@swc/core'

/** A node of the syntax tree. Lines count from 1. */
export interface SyntaxNode {
  type: string
  firstLine: number
  lastLine: number
  /** The declared name; that of the variable for a function which a variable holds. */
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

  function visit(node: unknown, isExported: boolean, variable?: string): void {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && typeof node.type === 'string') {
      const { start, end } = readSpan(node)
      nodes.push({
        type: node.type,
        firstLine: lineAt(start),
        lastLine: lineAt(end),
        name: readName(node) ?? variable,
        isExported,
      })
    }
    const exportsChild = exportsChildren(node, isExported)
    const declaredName = readDeclaredName(node)
    for (const child of Object.values(node)) visit(child, exportsChild, declaredName)
  }
  visit(tree.body, false)
  return nodes
}

const exportsChildren = (node: object, isExported: boolean): boolean =>
  'type' in node
    ? node.type === 'ExportDeclaration' ||
      (isExported && (node.type === 'VariableDeclaration' || node.type === 'VariableDeclarator'))
    : isExported && Array.isArray(node)

function readSpan(node: object): { start?: unknown; end?: unknown } {
  const span = 'span' in node ? node.span : undefined
  return typeof span === 'object' && span !== null ? span : {}
}

function readName(node: object): string | undefined {
  if ('id' in node) return readText(node.id)
  if ('identifier' in node) return readText(node.identifier)
  return 'key' in node ? readText(node.key) : undefined
}

const readDeclaredName = (node: object) =>
  'type' in node && node.type === 'VariableDeclarator' ? readName(node) : undefined

function readText(identifier: unknown): string | undefined {
  const hasText = typeof identifier === 'object' && identifier !== null && 'value' in identifier
  return hasText && typeof identifier.value === 'string' ? identifier.value : undefined
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
