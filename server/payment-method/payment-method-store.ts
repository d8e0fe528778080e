import type { z } from 'zod'
import {
  maxPaymentMethods,
  PaymentMethod,
  type PaymentMethodEdit,
  type PaymentMethodInput,
} from '#contract/payment-method.ts'
import { checkVersion, found, Problem } from '../lib/call/problem.ts'
import { columnsOf, insert, type Tx, update } from '../lib/db/db.ts'
import { reading } from '../lib/db/read.ts'

const columns = columnsOf(PaymentMethod)

export const listMethods = (tx: Tx) =>
  reading(
    [tx<PaymentMethod[]>`select ${columns(tx)} from payment_method order by position, id`],
    ([rows]) => [...rows],
  )

async function getMethod(tx: Tx, id: string): Promise<PaymentMethod> {
  const [row] = await tx<
    PaymentMethod[]
  >`select ${columns(tx)} from payment_method where id = ${id}`
  return found(row, 'This payment method')
}

/** One change of the list at a time: their number is limited, and their ranks follow each other. */
const lockMethods = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('payment_method ' || current_business(), 0))`

/** A new one comes last. */
export async function addMethod(tx: Tx, input: PaymentMethodInput): Promise<PaymentMethod> {
  await lockMethods(tx)
  const [present] = await tx<
    { number: number }[]
  >`select count(*)::integer as number from payment_method`
  const position = present?.number ?? 0
  if (position >= maxPaymentMethods)
    throw new Problem(409, 'too_many', `A store has at most ${maxPaymentMethods} payment methods`)
  return getMethod(tx, await insert(tx, 'payment_method', { ...input, position }))
}

export async function updateMethod(
  tx: Tx,
  id: string,
  { version, position, ...input }: z.infer<typeof PaymentMethodEdit>,
): Promise<PaymentMethod> {
  await lockMethods(tx)
  const present = await getMethod(tx, id)
  checkVersion(present, version)
  await update(tx, 'payment_method', id, input, { versioned: true })
  if (position !== undefined && position !== present.position)
    await moveMethod(tx, present, position)
  return getMethod(tx, id)
}

/** The others close up behind it; a rank beyond the last is the last. */
const moveMethod = (tx: Tx, { _id, position }: PaymentMethod, wanted: number) => tx`
  update payment_method m set position = ranked.rank - 1
  from (
    select id, row_number() over (order by case when id = ${_id} then ${wanted + (wanted > position ? 0.5 : -0.5)}::numeric else position end, id) as rank from payment_method
  ) ranked where ranked.id = m.id and m.position <> ranked.rank - 1`

export async function removeMethod(tx: Tx, id: string): Promise<void> {
  await lockMethods(tx)
  const { position } = await getMethod(tx, id)
  await tx`delete from payment_method where id = ${id}`
  await tx`update payment_method set position = position - 1 where position > ${position}`
}
