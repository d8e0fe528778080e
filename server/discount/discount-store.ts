import type { z } from 'zod'
import type { Page } from '#contract/lib/call/api.ts'
import {
  type Discount,
  type DiscountInput,
  type DiscountListQuery,
  type DiscountReport,
  type discountApi,
  maxDiscounts,
} from '#contract/product/discount.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx, updateVersionedRow } from '../lib/db/db.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    discount: DiscountInput
    order_discount: {
      orderId: string
      discountId: string
      name: string
      code: string
      amount: number
    }
  }
}

type DiscountEdit = z.infer<typeof discountApi.update.body>

const columns = (tx: Tx) => tx`
  d.id as "_id", d.name, d.code, d.kind, d.percentage, d.amount, d.buy_quantity, d.get_quantity,
  d.scope, d.products, d.categories, d.customer_tags, d.minimum_amount, d.minimum_quantity, d.starts_at, d.ends_at,
  d.usage_limit, d.limit_per_customer, d.combines_with, d.is_active, discount_status(d) as status,
  d.used_count, d.code_count, d.version, d.created_at`

export const listDiscounts = (
  tx: Tx,
  query: DiscountListQuery,
  storeId: string,
): Promise<Page<Discount>> =>
  listPage<Discount>(
    tx,
    {
      key: `discount ${JSON.stringify([query.q, query.status, query.kind])}`,
      from: tx`discount d`,
      alias: 'd',
      columns: columns(tx),
      where: buildConditions(tx, query),
      sorts: {
        name: { expression: 'lower(d.name)', type: 'text' },
        usedCount: { expression: 'd.used_count', type: 'integer' },
        createdAt: { expression: 'd.created_at', type: 'timestamptz' },
      },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

const buildConditions = (tx: Tx, { q, status, kind }: DiscountListQuery) => [
  ...(q ? [tx`(d.name ilike ${toLikePattern(q)} or d.code ilike ${toLikePattern(q)})`] : []),
  ...(status ? [tx`discount_status(d) = ${status}`] : []),
  ...(kind ? [tx`d.kind = ${kind}`] : []),
]

export async function getDiscount(tx: Tx, id: string): Promise<Discount> {
  const [row] = await tx<Discount[]>`select ${columns(tx)} from discount d where d.id = ${id}`
  return assertFound(row, 'discount_not_found')
}

/** @throws Problem 409 discount_limit, 409 discount_code_taken, or 422 for a discount of nothing */
export async function createDiscount(tx: Tx, input: DiscountInput): Promise<Discount> {
  await tx`select pg_advisory_xact_lock(hashtextextended('discount ' || current_store(), 0))`
  const [countRow] = await tx<{ number: number }[]>`
    select count(*)::integer as number from discount`
  if ((countRow?.number ?? 0) >= maxDiscounts)
    throw new Problem(409, 'discount_limit', { count: maxDiscounts })
  assertComplete(input)
  return getDiscount(tx, await insertRow(tx, 'discount', input))
}

/** @throws Problem 409 version_conflict, 409 discount_code_taken, or 422 for a discount of nothing */
export async function updateDiscount(
  tx: Tx,
  id: string,
  { version, ...edit }: DiscountEdit,
): Promise<Discount> {
  await tx`select from discount where id = ${id} for update`
  const current = await getDiscount(tx, id)
  assertVersion(current, version)
  assertComplete({ ...current, ...edit })
  await updateVersionedRow(tx, 'discount', id, edit)
  return getDiscount(tx, id)
}

/** The fields that a discount needs depend on its kind and its goods. */
function assertComplete(input: DiscountInput): void {
  const { kind = 'percentage', percentage = 0, amount = 0, scope = 'order' } = input
  const { startsAt, endsAt } = input
  if ((kind === 'percentage' || kind === 'buy_get') && percentage === 0)
    throw createFieldProblem('percentage', 'required')
  if (kind === 'amount' && amount === 0) throw createFieldProblem('amount', 'required')
  if (scope !== 'order' && !input[scope]?.length) throw createFieldProblem(scope, 'required')
  if (endsAt && Date.parse(endsAt) <= (startsAt ? Date.parse(startsAt) : Date.now()))
    throw createFieldProblem('endsAt', 'discount_ends_too_early')
}

export async function deleteDiscount(tx: Tx, id: string): Promise<undefined> {
  const [row] = await tx`delete from discount where id = ${id} returning id`
  assertFound(row, 'discount_not_found')
}

export async function getDiscountReport(tx: Tx, id: string): Promise<DiscountReport> {
  await getDiscount(tx, id)
  const [report] = await tx<DiscountReport[]>`
    select count(*)::integer as orders, coalesce(sum(o.total), 0) as sales,
      coalesce(sum(u.amount), 0) as reduction, max(o.created_at) as last_used_at
    from order_discount u
    join "order" o on o.store_id = u.store_id and o.id = u.order_id
    where u.discount_id = ${id} and o.status <> 'cancelled'`
  return assertFound(report, 'discount_not_found')
}
