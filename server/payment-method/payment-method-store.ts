import { isValidBIC, isValidIBAN } from 'ibantools'
import type { z } from 'zod'
import { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import {
  maxPaymentMethods,
  PaymentMethod,
  type PaymentMethodEdit,
  type PaymentMethodInput,
} from '#contract/payment/payment-method.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { batch } from '../lib/db/query-batch.ts'

type NewPaymentMethod = Omit<PaymentMethodInput, 'kind'> & Pick<PaymentMethod, 'kind'>
declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    payment_method: NewPaymentMethod
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

export async function getPaymentMethod(tx: Tx, id: string): Promise<PaymentMethod> {
  const [row] = await tx<
    PaymentMethod[]
  >`select ${paymentMethodColumns(tx)} from payment_method where id = ${id}`
  return assertFound(row, 'payment_method_not_found')
}

/** Serializes changes of the list, because its length is limited and positions have no gaps. */
export const lockPaymentMethods = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('payment_method ' || current_store(), 0))`

/**
 * Returns a payment method that was written, after a check of its bank account: the length and the
 * check digits of the IBAN, and that the holder is named, because banks compare both. The library is
 * too large for the browser.
 * @throws Problem 422 invalid_iban, invalid_bic or required about the field
 */
async function getCheckedMethod(tx: Tx, id: string): Promise<PaymentMethod> {
  const method = await getPaymentMethod(tx, id)
  const { accountHolder, iban, bic } = method
  if (iban && !isValidIBAN(iban)) throw createFieldProblem('iban', 'invalid_iban')
  if (bic && !isValidBIC(bic)) throw createFieldProblem('bic', 'invalid_bic')
  if (iban && !accountHolder) throw createFieldProblem('accountHolder', 'required')
  return method
}

/** Creates a payment method at the end of the list. */
export async function createPaymentMethod(tx: Tx, input: NewPaymentMethod): Promise<PaymentMethod> {
  await lockPaymentMethods(tx)
  const [countRow] = await tx<
    { number: number }[]
  >`select count(*)::integer as number from payment_method`
  const position = countRow?.number ?? 0
  if (position >= maxPaymentMethods)
    throw new Problem(409, 'payment_method_limit', { count: maxPaymentMethods })
  return getCheckedMethod(tx, await insertRow(tx, 'payment_method', { ...input, position }))
}

export async function updatePaymentMethod(
  tx: Tx,
  id: string,
  { version, position, ...input }: z.infer<typeof PaymentMethodEdit>,
): Promise<PaymentMethod> {
  await lockPaymentMethods(tx)
  const currentMethod = await getPaymentMethod(tx, id)
  assertVersion(currentMethod, version)
  if (input.kind !== undefined) assertManual(currentMethod)
  await updateVersionedRow(tx, 'payment_method', id, input)
  if (position !== undefined && position !== currentMethod.position)
    await movePaymentMethod(tx, currentMethod, position)
  return getCheckedMethod(tx, id)
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

/** Returns the payment method as it was. */
export async function deletePaymentMethod(tx: Tx, id: string): Promise<PaymentMethod> {
  await lockPaymentMethods(tx)
  const method = await getPaymentMethod(tx, id)
  assertManual(method)
  await deleteLockedMethod(tx, method)
  return method
}

/** @throws Problem 409 payment_method_of_provider */
function assertManual({ kind }: PaymentMethod): void {
  if (PaymentProviderCode.safeParse(kind).success)
    throw new Problem(409, 'payment_method_of_provider')
}

/** Deletes the payment method of a provider that is disconnected. The caller holds the lock. */
export async function deleteProviderMethod(tx: Tx, provider: PaymentProviderCode): Promise<void> {
  const [method] = await tx<Pick<PaymentMethod, '_id' | 'position'>[]>`
    select id as "_id", position from payment_method where kind = ${provider}`
  if (method) await deleteLockedMethod(tx, method)
}

async function deleteLockedMethod(
  tx: Tx,
  { _id, position }: Pick<PaymentMethod, '_id' | 'position'>,
): Promise<void> {
  await tx`delete from payment_method where id = ${_id}`
  await tx`update payment_method set position = position - 1 where position > ${position}`
}
