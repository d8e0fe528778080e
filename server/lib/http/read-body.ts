import { isUtf8 } from 'node:buffer'
import { Problem } from '../call/problem.ts'

/** No body of ours comes near these; each place of a list and each field counts as one. */
const bodyLimits = { depth: 32, values: 50_000, keyLength: 200 }

const createUnreadableProblem = () => new Problem(400, 'unreadable')

/** The text of a body. Bytes that are no UTF-8 would be replaced without a word, so they are refused. */
export function decodeBody(body: Buffer): string {
  if (!isUtf8(body)) throw createUnreadableProblem()
  return body.toString('utf8')
}

/** Refuses JSON that is deep, or in so many pieces that looking at it would itself be work. Walked level by level, without recursion. */
export function assertBodyExtent(body: unknown): void {
  let values = 0
  let level = [body].filter(isNested)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > bodyLimits.depth) throw createUnreadableProblem()
    const next: object[] = []
    for (const parent of level) {
      const children = getChildren(parent)
      values += children.length
      if (values > bodyLimits.values) throw new Problem(413, 'too_large')
      for (const child of children) if (isNested(child)) next.push(child)
    }
    level = next
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

function getChildren(parent: object): unknown[] {
  if (Array.isArray(parent)) return parent
  if (Object.keys(parent).some(key => key.length > bodyLimits.keyLength))
    throw createUnreadableProblem()
  return Object.values(parent)
}
