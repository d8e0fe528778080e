import type { z } from 'zod'
import {
  maxPaymentMethods,
  PaymentMethod,
  type PaymentMethodEdit,
  type PaymentMethodInput,
} from '#contract/payment-method.ts'
import { assertFound, assertVersion, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { batch } from '../lib/db/query-batch.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    payment_method: PaymentMethodInput
  }
}

const paymentMethodColumns = selectColumns(PaymentMethod)

export const listPaymentMethods = (tx: Tx) =>
  batch(
    [
      tx<
        PaymentMethod[]
      >`select ${paymentMethodColumns(tx)} from payment_method order by position, id`,
    ],
    ([rows]) => [...rows],
  )

async function getPaymentMethod(tx: Tx, id: string): Promise<PaymentMethod> {
  const [row] = await tx<
    PaymentMethod[]
  >`select ${paymentMethodColumns(tx)} from payment_method where id = ${id}`
  return assertFound(row, 'payment_method_not_found')
}

/** Serializes changes of the list, because its length is limited and positions have no gaps. */
const lockPaymentMethods = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('payment_method ' || current_business(), 0))`

/** Creates a payment method at the end of the list. */
export async function createPaymentMethod(
  tx: Tx,
  input: PaymentMethodInput,
): Promise<PaymentMethod> {
  await lockPaymentMethods(tx)
  const [countRow] = await tx<
    { number: number }[]
  >`select count(*)::integer as number from payment_method`
  const position = countRow?.number ?? 0
  if (position >= maxPaymentMethods)
    throw new Problem(409, 'payment_method_limit', { count: maxPaymentMethods })
  return getPaymentMethod(tx, await insertRow(tx, 'payment_method', { ...input, position }))
}

export async function updatePaymentMethod(
  tx: Tx,
  id: string,
  { version, position, ...input }: z.infer<typeof PaymentMethodEdit>,
): Promise<PaymentMethod> {
  await lockPaymentMethods(tx)
  const currentMethod = await getPaymentMethod(tx, id)
  assertVersion(currentMethod, version)
  await updateVersionedRow(tx, 'payment_method', id, input)
  if (position !== undefined && position !== currentMethod.position)
    await movePaymentMethod(tx, currentMethod, position)
  return getPaymentMethod(tx, id)
}

/** Moves a payment method and renumbers the others. A position after the end means the end. */
function movePaymentMethod(tx: Tx, { _id, position }: PaymentMethod, newPosition: number) {
  const sortKey = newPosition + (newPosition > position ? 0.5 : -0.5)
  return tx`
    update payment_method m set position = ranked.rank - 1
    from (
      select id, row_number() over (
        order by case when id = ${_id} then ${sortKey}::numeric else position end, id) as rank
      from payment_method
    ) ranked
    where ranked.id = m.id and m.position <> ranked.rank - 1`
}

export async function deletePaymentMethod(tx: Tx, id: string): Promise<void> {
  await lockPaymentMethods(tx)
  const { position } = await getPaymentMethod(tx, id)
  await tx`delete from payment_method where id = ${id}`
  await tx`update payment_method set position = position - 1 where position > ${position}`
}
