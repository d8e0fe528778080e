import { bulkInsert, bulkUpdate, generateIds } from '../../lib/db/bulk-write.ts'
import { selectColumns, type Tx } from '../../lib/db/db.ts'
import { type PlannedEntry, writePlannedEntries } from '../import-entry.ts'
import { type ImportOutcome, type ProcessEntries, shortenChanges } from '../import-outcome.ts'
import { createImportProblem, toProblemMessage } from '../import-problem.ts'
import type { CustomerDraft } from './customer-draft.ts'
import type { CustomerImportEntry } from './parse-customer-file.ts'
import {
  type CustomerLookups,
  type CustomerPlan,
  ExistingCustomer,
  planCustomer,
} from './plan-customer.ts'

type WritableCustomerPlan = Extract<CustomerPlan, { action: 'create' | 'update' }>

export const processCustomerEntries: ProcessEntries<CustomerImportEntry> = async (
  tx,
  batch,
  shouldWrite,
) => {
  const drafts = batch.flatMap(({ draft }) => draft ?? [])
  const lookups = await loadCustomerLookups(tx, drafts, Boolean(shouldWrite))
  const plannedCustomers = batch.map(({ draft, invalid }): PlannedEntry<WritableCustomerPlan> => {
    if (invalid) return { change: null, outcome: invalid }
    const plan = planCustomer(draft, lookups)
    return {
      change: plan.action === 'create' || plan.action === 'update' ? plan : null,
      outcome: createCustomerOutcome(draft, plan),
    }
  })
  if (!shouldWrite) return plannedCustomers.map(({ outcome }) => outcome)
  return writePlannedEntries(tx, plannedCustomers, shouldWrite, plans =>
    writeImportedCustomers(tx, plans),
  )
}

function createCustomerOutcome(draft: CustomerDraft, plan: CustomerPlan): ImportOutcome {
  const row = draft.rows[0] ?? 0
  const problems =
    plan.action === 'skip' ? [createImportProblem({ row }, 'phone_of_several_customers')] : []
  return {
    row,
    action: plan.action,
    name: draft.email || draft.phone || '',
    title: draft.name ?? '',
    size: 0,
    amount: null,
    changes: plan.action === 'update' ? shortenChanges(plan.changes) : [],
    target: 'id' in plan ? plan.id : null,
    reasons: problems.map(toProblemMessage),
    problems,
  }
}

/** Returns the stored customers that drafts can match, and locks them if they will be written. */
async function loadCustomerLookups(
  tx: Tx,
  drafts: readonly CustomerDraft[],
  shouldLock: boolean,
): Promise<CustomerLookups> {
  const emails = drafts.flatMap(({ email }) => email ?? [])
  const phones = drafts.flatMap(({ phone }) => phone ?? [])
  const rows = await tx<ExistingCustomer[]>`
    select ${selectColumns(ExistingCustomer)(tx)} from customer
    where (folded_email = any (${emails}::text[]) and folded_email <> '')
      or (phone = any (${phones}::text[]) and phone <> '')
    order by id ${shouldLock ? tx`for no key update` : tx``}`
  const customerByEmail = new Map(rows.map(row => [row.email.toLowerCase(), row]))
  const customersByPhone = Map.groupBy(rows, row => row.phone)
  return {
    findByEmail: email => (email === '' ? undefined : customerByEmail.get(email)),
    findByPhone: phone => (phone === '' ? [] : (customersByPhone.get(phone) ?? [])),
  }
}

/** Writes these customers and returns their ids. */
async function writeImportedCustomers(
  tx: Tx,
  plans: readonly WritableCustomerPlan[],
): Promise<string[]> {
  const newIds = await generateIds(tx, plans.filter(({ action }) => action === 'create').length)
  const created: object[] = []
  const ids = plans.map(plan =>
    plan.action === 'update' ? plan.id : (newIds[created.push(plan) - 1] ?? ''),
  )
  const rows = plans.map(({ next }, i) => ({ _id: ids[i] ?? '', ...next }))
  await bulkInsert(
    tx,
    'customer',
    rows.filter((_, i) => plans[i]?.action === 'create'),
  )
  await bulkUpdate(
    tx,
    'customer',
    rows.filter((_, i) => plans[i]?.action === 'update'),
    { incrementsVersion: true },
  )
  return ids
}
