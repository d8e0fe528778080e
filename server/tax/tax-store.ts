import type { z } from 'zod'
import { maxTaxClasses, TaxClass, type TaxClassInput, type taxApi } from '#contract/store/tax.ts'
import { assertFound, assertVersion, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { batch } from '../lib/db/query-batch.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    tax_class: TaxClassInput
  }
}

/** Row values with rates as JSON, which the driver would otherwise send as an array of PostgreSQL. */
const toTaxClassRow = (tx: Tx, { rates, ...input }: Partial<TaxClassInput>) => ({
  ...input,
  ...(rates && { rates: tx.json(rates) }),
})

const columns = selectColumns(TaxClass)

export const listTaxClasses = (tx: Tx) =>
  batch(
    [
      tx<TaxClass[]>`
        select ${columns(tx)} from tax_class order by is_standard desc, lower(name), id`,
    ],
    ([rows]) => [...rows],
  )

async function getTaxClass(tx: Tx, id: string): Promise<TaxClass> {
  const [row] = await tx<TaxClass[]>`
    select ${columns(tx)} from tax_class where id = ${id} for update`
  return assertFound(row, 'tax_class_not_found')
}

/**
 * Creates a class.
 * @throws Problem 409 tax_class_limit, or 409 tax_class_name_taken on the name
 */
export async function createTaxClass(tx: Tx, input: TaxClassInput): Promise<TaxClass> {
  await tx`select pg_advisory_xact_lock(hashtextextended('tax_class ' || current_store(), 0))`
  const [countRow] = await tx<{ number: number }[]>`
    select count(*)::integer as number from tax_class`
  if ((countRow?.number ?? 0) >= maxTaxClasses)
    throw new Problem(409, 'tax_class_limit', { count: maxTaxClasses })
  const row = { name: input.name, ...toTaxClassRow(tx, input) }
  return getTaxClass(tx, await insertRow(tx, 'tax_class', row))
}

/** @throws Problem 409 version_conflict, or 409 tax_class_name_taken on the name */
export async function updateTaxClass(
  tx: Tx,
  id: string,
  { version, ...input }: z.infer<typeof taxApi.update.body>,
): Promise<TaxClass> {
  assertVersion(await getTaxClass(tx, id), version)
  await updateVersionedRow(tx, 'tax_class', id, toTaxClassRow(tx, input))
  return getTaxClass(tx, id)
}

/** @throws Problem 409 tax_class_standard, because products without a class belong to it */
export async function deleteTaxClass(tx: Tx, id: string): Promise<void> {
  const { isStandard } = await getTaxClass(tx, id)
  if (isStandard) throw new Problem(409, 'tax_class_standard')
  await tx`delete from tax_class where id = ${id}`
}
