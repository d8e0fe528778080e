import type { Tx } from '../lib/db/db.ts'

/**
 * Returns the email address at which the current store receives messages: its contact email,
 * otherwise the email of the store or of its first owner.
 */
export async function findStoreContactEmail(tx: Tx): Promise<string | undefined> {
  const [row] = await tx<{ email: string | null }[]>`
    select coalesce(
      nullif(c.sections #>> '{contact,email}', ''),
      nullif(s.email, ''),
      (
        select p.email from membership m join person p on p.id = m.person_id
        where m.role = 'owner' and m.status = 'active' order by m.created_at limit 1
      )) as email
    from store s left join cms c on c.store_id = s.id
    where s.id = current_store()`
  return row?.email ?? undefined
}
