import { isUtf8 } from 'node:buffer'
import { Problem } from '../call/problem.ts'

/** Far above the bodies of all calls. Each array element and each field counts as one value. */
const bodyLimits = { depth: 32, values: 50_000, keyLength: 200 }

const createUnreadableProblem = () => new Problem(400, 'unreadable')

/**
 * Returns the text of a body.
 * @throws Problem 400 for bytes that are not UTF-8, which would be replaced silently
 */
export function decodeBody(body: Buffer): string {
  if (!isUtf8(body)) throw createUnreadableProblem()
  return body.toString('utf8')
}

/**
 * Rejects JSON that is nested too deeply, or whose many values would be expensive to validate.
 * Walks level by level, without recursion.
 * @throws Problem 400 unreadable or 413 too_large
 */
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
