import type postgres from 'postgres'

type Tx = postgres.Sql | postgres.TransactionSql

/**
 * Row security is forced on the owner of the tables too, so nobody could copy them whole. The owner, and nobody else, sees
 * every row in a transaction that says `app.backup`. The role that serves requests gains nothing by saying it.
 */
export async function allowBackup(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('storewright migration')), set_config('lock_timeout', '3s', true)`
  for (const { name, narrow } of await listWalled(tx)) {
    await tx.unsafe(`create policy backup on ${name} for select to current_user using (current_setting('app.backup', true) = 'on')`)
    // What narrows for everybody is there for those who serve requests; a copy with rows left out would be no backup.
    for (const policy of narrow) await tx.unsafe(`alter policy ${policy} on ${name} to storewright_app`)
  }
}

/** Tables whose owner sees only a part of them still. */
export const listWalled = (sql: Tx) => sql<{ name: string; narrow: string[] }[]>`
  select c.oid::regclass::text as name,
    array(select polname::text from pg_policy p where p.polrelid = c.oid and not p.polpermissive and 0 = any (p.polroles)) as narrow
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
    and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'backup') order by 1`
