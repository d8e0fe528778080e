import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import type { AuditChange } from '#contract/staff/audit.ts'
import { canSeeContacts } from '../customer/rule/contact-visibility.ts'
import type { AuditRow } from './audit-row.ts'

const contactEntities = new Set([
  'customer',
  'customer_address',
  'invoice',
  'order',
  'order_event',
  'order_withdrawal',
  'payment',
])
const contactPattern = /(^|[._])(email|phone|note|address)(\.|$)|^data\.(text|note)$/
const redactedValue = '•••'

const isContact = (entity: string, field: string) =>
  contactEntities.has(entity) && contactPattern.test(field)

/**
 * Returns the changes of a row with a placeholder for values that the caller cannot see on other
 * pages: contacts, addresses and notes of customers, and the cost of products.
 */
export function redactChanges(
  abilities: readonly Ability[],
  entity: string,
  changes: readonly AuditChange[],
): AuditChange[] {
  const seesContacts = canSeeContacts(abilities)
  const seesCost = hasPermission(abilities, 'product:write')
  const isHidden = (field: string) =>
    (!seesContacts && isContact(entity, field)) || (!seesCost && field === 'cost')
  return changes.map(change =>
    isHidden(change.field)
      ? { ...change, before: redact(change.before), after: redact(change.after) }
      : change,
  )
}

/** An empty value stays empty, so that the entry still shows that a value was added or removed. */
const redact = (value: unknown) => (value === null || value === '' ? value : redactedValue)

/** Returns the row without the contacts that would serve as its name. */
export const redactRow = (
  abilities: readonly Ability[],
  entity: string,
  row: AuditRow | null,
): AuditRow | null =>
  row && !canSeeContacts(abilities)
    ? Object.fromEntries(Object.entries(row).filter(([field]) => !isContact(entity, field)))
    : row
