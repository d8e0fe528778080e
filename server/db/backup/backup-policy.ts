import type postgres from 'postgres'
import { lockTimeout, retryWhileLocked } from './retry-while-locked.ts'

type PolicySql = postgres.Sql | postgres.TransactionSql
type IsolatedTable = { name: string; narrow: string[] }

/**
 * Row security is forced on the owner of the tables too, so nobody could copy them whole. The owner, and nobody else, sees
 * every row in a transaction that says `app.backup`. The role that serves requests gains nothing by saying it. Each table by
 * itself: one that is busy keeps none of the others from whoever needs them.
 */
export async function allowBackup(
  sql: PolicySql,
  runInTransaction: (work: (tx: PolicySql) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  for (const table of await listTablesWithoutBackupPolicy(sql))
    await retryWhileLocked(() => runInTransaction(tx => allowTableBackup(tx, table)))
}

async function allowTableBackup(tx: PolicySql, { name, narrow }: IsolatedTable): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('storewright migration')), set_config('lock_timeout', ${lockTimeout}, true)`
  // Another process may have been here while this one waited.
  if ((await listTablesWithoutBackupPolicy(tx)).every(table => table.name !== name)) return
  await tx.unsafe(
    `create policy backup on ${name} for select to current_user using (current_setting('app.backup', true) = 'on')`,
  )
  // What narrows for everybody is there for those who serve requests; a copy with rows left out would be no backup.
  for (const policy of narrow)
    await tx.unsafe(`alter policy ${policy} on ${name} to storewright_app`)
}

/** Tables whose owner sees only a part of them still. */
const listTablesWithoutBackupPolicy = (sql: PolicySql) => sql<IsolatedTable[]>`
  select c.oid::regclass::text as name,
    array(select polname::text from pg_policy p where p.polrelid = c.oid and not p.polpermissive and 0 = any (p.polroles)) as narrow
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
    and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'backup') order by 1`
