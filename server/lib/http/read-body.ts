import { isUtf8 } from 'node:buffer'
import { Problem } from '../call/problem.ts'

/** No body of ours comes near these; each place of a list and each field counts as one. */
const most = { depth: 32, values: 50_000, keyLength: 200 }

const unreadable = () => new Problem(400, 'unreadable', 'This request cannot be read')

/** The text of a body. Bytes that are no UTF-8 would be replaced without a word, so they are refused. */
export function readText(body: Buffer): string {
  if (!isUtf8(body)) throw unreadable()
  return body.toString('utf8')
}

/** Refuses JSON that is deep, or in so many pieces that looking at it would itself be work. Walked level by level, without recursion. */
export function checkExtent(body: unknown): void {
  let values = 0
  let level = [body].filter(isNested)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most.depth) throw unreadable()
    const next: object[] = []
    for (const outer of level) {
      const inside = insides(outer)
      values += inside.length
      if (values > most.values)
        throw new Problem(413, 'too_large', 'This is too large to be accepted')
      for (const one of inside) if (isNested(one)) next.push(one)
    }
    level = next
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

function insides(outer: object): unknown[] {
  if (Array.isArray(outer)) return outer
  if (Object.keys(outer).some(key => key.length > most.keyLength)) throw unreadable()
  return Object.values(outer)
}
