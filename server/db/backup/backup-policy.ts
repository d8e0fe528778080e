import type postgres from 'postgres'
import { lockTimeout, retryWhileLocked } from './retry-while-locked.ts'

type PolicySql = postgres.Sql | postgres.TransactionSql
type IsolatedTable = { name: string; restrictivePolicies: string[] }

/**
 * Creates the policies that let the owner of the tables read every row in a transaction with
 * `app.backup = on`. Row security is forced on the owner as well, so that without them no role
 * could copy whole tables. The setting has no effect for the role that serves requests. Each table
 * is changed in its own transaction, so that a locked table does not delay the others.
 */
export async function allowBackup(
  sql: PolicySql,
  runInTransaction: (callback: (tx: PolicySql) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  for (const table of await listTablesWithoutBackupPolicy(sql))
    await retryWhileLocked(() => runInTransaction(tx => allowTableBackup(tx, table)))
}

async function allowTableBackup(
  tx: PolicySql,
  { name, restrictivePolicies }: IsolatedTable,
): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(hashtext('storewright migration')),
      set_config('lock_timeout', ${lockTimeout}, true)`
  // Another process may have created the policy while this one waited for the lock.
  if ((await listTablesWithoutBackupPolicy(tx)).every(table => table.name !== name)) return
  await tx.unsafe(
    `create policy backup on ${name} for select to current_user
      using (current_setting('app.backup', true) = 'on')`,
  )
  // Restrictive policies are meant for the role that serves requests. For the owner they would
  // leave rows out of the backup.
  for (const policy of restrictivePolicies)
    await tx.unsafe(`alter policy ${policy} on ${name} to storewright_app`)
}

/** Returns the tables of which the owner cannot read every row. */
const listTablesWithoutBackupPolicy = (sql: PolicySql) => sql<IsolatedTable[]>`
  select c.oid::regclass::text as name,
    array(
      select polname::text from pg_policy p
      where p.polrelid = c.oid and not p.polpermissive and 0 = any (p.polroles)
    ) as "restrictivePolicies"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
    and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'backup')
  order by 1`
