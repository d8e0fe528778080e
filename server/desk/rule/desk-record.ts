import { hasPermission, subjects } from '#contract/lib/call/permission.ts'
import type { ErrorCode } from '#contract/lib/error/error-catalog.ts'
import type { Principal } from '../../lib/call/authenticate.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

/** The record that a task or an event is about. It is about one record at most. */
export type LinkedRecord = Partial<Record<(typeof recordKeys)[number], string | null | undefined>>

const recordKeys = ['orderId', 'productId', 'customerId'] as const
const noRecord = { orderId: null, productId: null, customerId: null }

/** Returns the columns that a new record replaces, or none without a new record. */
export const replaceRecord = (record: LinkedRecord) =>
  recordKeys.some(key => record[key]) ? noRecord : {}

/** @throws Problem for more than one record, or for one that is not in the store */
export async function assertRecord(
  tx: Tx,
  record: LinkedRecord,
  codeOfSecond: ErrorCode & `${string}_has_one_record`,
): Promise<void> {
  if (recordKeys.filter(key => record[key]).length > 1)
    throw createFieldProblem('orderId', codeOfSecond)
  const { orderId, productId, customerId } = record
  const isMissing = async (query: PromiseLike<readonly unknown[]>) => (await query).length === 0
  if (orderId && (await isMissing(tx`select 1 from "order" where id = ${orderId}`)))
    throw createFieldProblem('orderId', 'order_not_found')
  if (productId && (await isMissing(tx`select 1 from product where id = ${productId}`)))
    throw createFieldProblem('productId', 'product_not_found')
  if (customerId && (await isMissing(tx`select 1 from customer where id = ${customerId}`)))
    throw createFieldProblem('customerId', 'customer_not_found')
}

/** Joins the record of rows of a table with the alias `t`. */
export const joinRecord = (tx: Tx) => tx`
  left join "order" o on o.store_id = t.store_id and o.id = t.order_id
  left join product p on p.store_id = t.store_id and p.id = t.product_id
  left join customer c on c.store_id = t.store_id and c.id = t.customer_id`

const recordNames: SubjectNames = {
  order: ['o.number'],
  product: ['p.title'],
  customer: [`nullif(c.name, '')`, `nullif(c.email, '')`, 'c.phone'],
}
type SubjectNames = Partial<Record<'order' | 'product' | 'customer' | 'conversation', string[]>>

/**
 * Returns the number, title or name of the joined record, or an empty text if the caller can't read it.
 * `moreNames` has the names of further records.
 */
export function selectRecordName(
  tx: Tx,
  { abilities }: Pick<Principal, 'abilities'>,
  moreNames: SubjectNames = {},
) {
  const names = Object.entries({ ...recordNames, ...moreNames }).flatMap(
    ([subject, expressions]) =>
      subjects.some(known => known === subject && hasPermission(abilities, `${known}:read`))
        ? expressions
        : [],
  )
  return tx`coalesce(${tx.unsafe([...names, "''"].join(', '))}) as record_name`
}
