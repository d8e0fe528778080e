import type { Tx } from '../lib/db/db.ts'

/**
 * Returns the email address at which the current store receives messages: its contact email,
 * otherwise the email of the store or of its first owner.
 */
export async function findStoreMailbox(tx: Tx): Promise<string | undefined> {
  const [row] = await tx<{ email: string | null }[]>`
    select coalesce(
      nullif(c.sections #>> '{contact,email}', ''),
      nullif(b.email, ''),
      (
        select p.email from membership s join person p on p.id = s.person_id
        where s.role = 'owner' and s.status = 'active' order by s.created_at limit 1
      )) as email
    from store b left join cms c on c.store_id = b.id
    where b.id = current_store()`
  return row?.email ?? undefined
}
