import type { Ability } from '#contract/lib/call/permission.ts'
import type { AuditChange } from '#contract/staff/audit.ts'
import { canSeeContacts } from '../customer/rule/contact-visibility.ts'
import type { Tx } from '../lib/db/db.ts'
import { redactRow } from './audit-redaction.ts'
import type { AuditRow } from './audit-row.ts'

/** Display names of rows by their id. */
export type RecordNames = Map<string, string>

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const collectIds = (changes: readonly AuditChange[]) =>
  changes.flatMap(({ before, after }) => [before, after].filter(isId))

/**
 * Returns the display name of a row: the first non-empty of its name columns, or an empty string.
 */
export function getRecordName(row: AuditRow | null): string {
  const text = (key: string) => (typeof row?.[key] === 'string' ? row[key].trim() : '')
  const variant = Array.isArray(row?.['options'])
    ? row['options'].filter(option => typeof option === 'string').join(' / ')
    : ''
  const line = text('variant_title') ? `${text('title')}, ${text('variant_title')}` : ''
  return (
    [
      line,
      text('title'),
      text('name'),
      text('number'),
      text('domain'),
      text('full_name'),
      text('file_name'),
      variant,
      text('customer_name'),
      text('email'),
      text('sku'),
      text('code'),
      text('alt'),
      text('url'),
    ]
      .find(name => name !== '')
      ?.slice(0, 200) ?? ''
  )
}

type RecordName = { id: string; name: string }

/**
 * Returns the current names of the rows with these ids. Deleted records have their last audited
 * name.
 */
export async function listRecordNames(
  tx: Tx,
  records: readonly string[],
  changes: readonly AuditChange[],
  abilities: readonly Ability[],
): Promise<RecordNames> {
  const ids = [...new Set([...records, ...collectIds(changes)])]
  if (ids.length === 0) return new Map()
  const customerContact = canSeeContacts(abilities) ? tx`email` : tx`''`
  const nameRows = await tx<RecordName[]>`
    select id, title as name from product where id = any (${ids}::uuid[])
    union all select id, number from "order" where id = any (${ids}::uuid[])
    union all select id, name from category where id = any (${ids}::uuid[])
    union all select id, coalesce(nullif(name, ''), ${customerContact}) from customer where id = any (${ids}::uuid[])
    union all select id, file_name from media where id = any (${ids}::uuid[])
    union all select id, name from store where id = any (${ids}::uuid[])
    union all select id, title from page where id = any (${ids}::uuid[])
    union all select id, title from post where id = any (${ids}::uuid[])
    union all select id, question from faq_question where id = any (${ids}::uuid[])
    union all select id, terms[1] from search_rule where id = any (${ids}::uuid[])
    union all select id, name from campaign where id = any (${ids}::uuid[])
    union all select id, name from segment where id = any (${ids}::uuid[])
    union all select id, name from role where id = any (${ids}::uuid[])
    union all select id, email from invitation where id = any (${ids}::uuid[])
    union all select id, name from packer_link where id = any (${ids}::uuid[])
    union all select id, name from api_key where id = any (${ids}::uuid[])
    union all select id, coalesce(nullif(name, ''), url) from webhook where id = any (${ids}::uuid[])
    union all select p.id, p.full_name from person p where p.id = any (${ids}::uuid[]) and (
      exists (select 1 from membership m where m.person_id = p.id and m.store_id = current_store())
      or exists (select 1 from audit a where a.store_id = current_store() and a.person_id = p.id)
      or exists (
        select 1 from audit a
        where a.store_id = current_store() and a.record_id = p.id and a.entity = 'membership'))`
  const names = new Map(nameRows.map(({ id, name }) => [id, name]))
  const missingIds = records.filter(id => !names.has(id))
  if (missingIds.length === 0) return names
  const lastRows = await tx<{ id: string; entity: string; row: AuditRow | null }[]>`
    select g.id, a.entity, a.row from unnest(${missingIds}::uuid[]) g(id), lateral (
      select entity, coalesce(before, '{}') || coalesce(after, '{}') as row from audit
      where store_id = current_store() and record_id = g.id and entity_id = g.id
      order by at desc, id desc
      limit 1
    ) a`
  for (const { id, entity, row } of lastRows)
    names.set(id, getRecordName(redactRow(abilities, entity, row)))
  return names
}

/** Replaces each id that has a name by an object with id and name. */
export const addRecordNames = (
  changes: readonly AuditChange[],
  names: RecordNames,
): AuditChange[] => {
  const addName = (value: unknown) =>
    isId(value) && names.has(value) ? { _id: value, name: names.get(value) } : value
  return changes.map(change => ({
    ...change,
    before: addName(change.before),
    after: addName(change.after),
  }))
}
