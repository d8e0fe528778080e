import type { z } from 'zod'
import { CustomerInput } from '#contract/customer/customer.ts'
import type { ImportChange } from '#contract/import/import.ts'
import { omitUndefined } from '#contract/lib/schema-values.ts'
import { Id } from '#contract/lib/schemas.ts'
import { addressParts, type CustomerDraft } from './customer-draft.ts'

type CustomerValue = Required<CustomerInput>
/** The columns of a stored customer that a file can hold. */
export const ExistingCustomer = CustomerInput.required().extend({ _id: Id })
export type ExistingCustomer = z.infer<typeof ExistingCustomer>

export type CustomerPlan =
  | { action: 'create'; next: CustomerValue }
  | { action: 'update'; id: string; next: CustomerValue; changes: ImportChange[] }
  | { action: 'unchanged'; id: string }
  | { action: 'skip' }

/** Finds customers of the store. */
export type CustomerLookups = {
  findByEmail: (email: string) => ExistingCustomer | undefined
  findByPhone: (phone: string) => readonly ExistingCustomer[]
}

const blankCustomer: CustomerValue = {
  name: '',
  email: '',
  phone: '',
  address: {},
  note: '',
  tags: [],
  acceptsMarketing: false,
  company: '',
  vatId: '',
  taxExempt: false,
}

/**
 * Plans a new customer, or the changes of the stored one. Skips a customer who cannot be identified,
 * because each import would create them again.
 */
export function planCustomer(draft: CustomerDraft, lookups: CustomerLookups): CustomerPlan {
  const candidates = listExistingCustomers(draft, lookups)
  if (candidates.length > 1 && !draft.email) return { action: 'skip' }
  const existing = candidates.length === 1 ? candidates[0] : undefined
  const { rows: _, isPhoneShared: __, address, ...fields } = draft
  const { _id: id, ...values } = existing ?? { ...blankCustomer, _id: '' }
  const next = {
    ...values,
    ...omitUndefined(fields),
    address: { ...values.address, ...address },
  }
  if (!existing) return { action: 'create', next }
  const changes = diffCustomer(existing, next)
  return changes.length > 0 ? { action: 'update', id, next, changes } : { action: 'unchanged', id }
}

/**
 * Returns the customers with the email, or else with the phone number. If several share the number
 * or the file has another email, only customers without an email match. A number of several rows
 * matches no customer for a row with an email, because two rows must not become one customer.
 */
function listExistingCustomers(
  { email = '', phone = '', isPhoneShared = false }: CustomerDraft,
  lookups: CustomerLookups,
): readonly ExistingCustomer[] {
  const byEmail = lookups.findByEmail(email)
  if (byEmail) return [byEmail]
  const byPhone = lookups.findByPhone(phone)
  const withoutEmail = byPhone.filter(customer => customer.email === '')
  if (isPhoneShared) return email ? [] : withoutEmail
  return email || withoutEmail.length === 1 ? withoutEmail : byPhone
}

const comparedFields = ['name', 'email', 'phone', 'note', 'acceptsMarketing'] as const

function diffCustomer(existing: CustomerValue, next: CustomerValue): ImportChange[] {
  const changes: ImportChange[] = [
    ...comparedFields.map(field => ({ field, from: existing[field], to: next[field] })),
    ...addressParts.map(field => ({
      field,
      from: existing.address[field] ?? '',
      to: next.address[field] ?? '',
    })),
  ]
  const hasOtherTags = existing.tags.toSorted().join('\n') !== next.tags.toSorted().join('\n')
  return [
    ...changes.filter(({ from, to }) => from !== to),
    ...(hasOtherTags ? [{ field: 'tags', from: existing.tags, to: next.tags }] : []),
  ]
}
