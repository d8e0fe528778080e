import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import {
  type Discount,
  type DiscountCodesInput,
  maxDiscountCodes,
} from '#contract/product/discount.ts'
import { Problem } from '../lib/call/problem.ts'
import type { RunInTransaction, Tx } from '../lib/db/db.ts'
import { byteOrderMark, escapeFormula } from '../lib/text/csv-cell.ts'
import { getDiscount } from './discount-store.ts'

/** Without letters and digits that look alike. */
const codeCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const randomLength = 8
const batchSize = 500

const createCode = (prefix: string) => {
  const characters = Array.from(
    { length: randomLength },
    () => codeCharacters[randomInt(codeCharacters.length)],
  )
  return [prefix, characters.join('')].filter(Boolean).join('-')
}

/**
 * Adds codes to a discount, which then does not apply without one.
 * @throws Problem 409 discount_has_code or discount_code_limit
 */
export async function createDiscountCodes(
  tx: Tx,
  id: string,
  { count, prefix = '' }: DiscountCodesInput,
): Promise<Discount> {
  await tx`select from discount where id = ${id} for update`
  const { code, codeCount } = await getDiscount(tx, id)
  if (code) throw new Problem(409, 'discount_has_code')
  if (codeCount + count > maxDiscountCodes)
    throw new Problem(409, 'discount_code_limit', { count: maxDiscountCodes })
  const codes = Array.from({ length: count }, () => createCode(prefix))
  // Two equal codes are as good as impossible. They would be rejected as taken.
  await tx`insert into discount_code (discount_id, code) select ${id}, unnest(${codes}::text[])`
  await tx`
    update discount set code_count = code_count + ${count}, version = version + 1, updated_at = now()
    where id = ${id}`
  return getDiscount(tx, id)
}

/** Returns the codes of a discount as a CSV stream, sorted by code. */
export function exportDiscountCodes(inTx: RunInTransaction, id: string): Readable {
  async function* chunks() {
    yield byteOrderMark + stringify([['Code', 'Status', 'Created']], { record_delimiter: '\r\n' })
    let last: string | undefined = ''
    while (last !== undefined) {
      const after: string = last
      const rows = await inTx(tx => readBatch(tx, id, after))
      if (rows.length)
        yield stringify(
          rows.map(({ code, isUsed, createdAt }) => [
            escapeFormula(code),
            isUsed ? 'used' : 'unused',
            createdAt,
          ]),
          { record_delimiter: '\r\n' },
        )
      last = rows.length === batchSize ? rows.at(-1)?.code : undefined
    }
  }
  return Readable.from(chunks())
}

const readBatch = (tx: Tx, discount: string, after: string) =>
  tx<{ code: string; isUsed: boolean; createdAt: string }[]>`
    select code, is_used, created_at from discount_code
    where discount_id = ${discount} and code > ${after} order by code limit ${batchSize}`
