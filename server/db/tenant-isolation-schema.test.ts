import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTransaction } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { canary } from './test-canary.ts'

/** Functions that run as the owner of the tables, who is let into every store by policies named `keeper` and `registry`. */
const crossStoreFunctions = [
  'add_job',
  'audit_row',
  'claim_deliveries',
  'count_unsealed_audit_rows',
  'current_memberships',
  'delete_old_idempotency_keys',
  'delete_old_invitations',
  'delete_old_notices',
  'delete_old_webhook_events',
  'find_api_key',
  'find_invitation',
  'is_domain_verified',
  'is_slug_taken',
  'list_due_domains',
  'list_process_messages',
  'list_stalled_imports',
  'list_unused_import_files',
  'record_security_event',
  'require_store_owner',
]
/** What no two stores may have at once: free addresses, hosts that are proven, and hashes of secrets. */
const crossStoreIndexes = [
  'api_key__hash',
  'business__domain__taken',
  'business_pkey',
  'domain__domain__in_use',
  'invitation__token',
]
/** Policies that go by the person: the stores one works in, one's place in them and what one's role may do there. */
const personPolicies = ['business.mine', 'membership.mine', 'role.mine']

let t: TestApp
/** Tables with rows of stores: each has its column `business_id`, but for the stores themselves. */
let tables: { name: string; key: string }[]
beforeAll(async () => {
  t = await startTestApp()
  tables = await t.sql`
    select c.relname as name, case c.relname when 'business' then 'id' else 'business_id' end as key from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname = 'business' or exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'business_id')) order by 1`
})
afterAll(() => t.close())

const getStrangerContext = () => ({
  personId: t.people.stranger.personId,
  businessId: t.people.stranger.businessId,
})
const execute = (scope: object, statement: string) =>
  withTransaction(t.app.db, scope, tx => tx.unsafe(statement)).then(
    rows => ({ count: rows.count, code: '' }),
    error => ({ count: 0, code: String(error.code) }),
  )
const listNames = async (query: Promise<readonly { name?: string }[]>) =>
  (await query).map(({ name }) => name)
const collectTableFailures = async (
  work: (table: { name: string; key: string }) => Promise<string | undefined>,
) => (await Promise.all(tables.map(work))).filter(fault => fault !== undefined)

describe('a store that others must not hear of', () => {
  test('stands in every table of stores and people, so that every other test would notice it', async () => {
    const empty = await t.sql.begin(async tx => {
      await tx`select set_config('app.business_id', ${canary.id}, true), set_config('app.person_id', ${canary.id}, true)`
      const counts = await tx.unsafe<{ name: string; n: number }[]>(
        tables
          .map(
            ({ name, key }) =>
              `select '${name}' as name, count(*)::integer as n from "${name}" where ${key} = '${canary.id}'`,
          )
          .join(' union all '),
      )
      return counts.filter(({ n }) => n === 0).map(({ name }) => name)
    })
    expect(empty, 'server/db/test-canary.ts found no values that these take').toEqual([])
  })
  test('is not found, changed, deleted or added to from another, in any table', async () => {
    expect(
      await collectTableFailures(async ({ name, key }) => {
        const canaryRows = `"${name}" where ${key} = '${canary.id}'`
        const [found, changed, deleted, added, moved] = await Promise.all(
          [
            `select 1 from ${canaryRows}`,
            `update "${name}" set ${key} = ${key} where ${key} = '${canary.id}'`,
            `delete from ${canaryRows}`,
            `insert into "${name}" (${key}) values ('${canary.id}')`,
            `update "${name}" set ${key} = '${canary.id}'`,
          ].map(statement => execute(getStrangerContext(), statement)),
        )
        // Where the application may not write at all, that is the refusal.
        return found?.count ||
          changed?.count ||
          deleted?.count ||
          added?.code !== '42501' ||
          moved?.count
          ? `${name}: ${JSON.stringify({ found, changed, deleted, added, moved })}`
          : undefined
      }),
    ).toEqual([])
  })
  test('is not found where no store is named either', async () => {
    expect(
      await collectTableFailures(async ({ name, key }) =>
        (await execute({}, `select 1 from "${name}" where ${key} = '${canary.id}'`)).count
          ? name
          : undefined,
      ),
    ).toEqual([])
    expect(
      await collectTableFailures(async ({ name, key }) =>
        (
          await execute(
            { personId: t.people.stranger.personId },
            `select 1 from "${name}" where ${key} = '${canary.id}'`,
          )
        ).count
          ? name
          : undefined,
      ),
    ).toEqual([])
  })
})

describe('policies', () => {
  test('let the application into one store alone, reading and writing', async () => {
    const policies = await t.sql<
      {
        name: string
        command: string
        used: string | null
        checked: string | null
        toOwner: boolean
      }[]
    >`
      select c.relname || '.' || p.polname as name, p.polcmd::text as command, pg_get_expr(p.polqual, p.polrelid) as used, pg_get_expr(p.polwithcheck, p.polrelid) as checked, p.polroles = array[c.relowner] as to_owner
      from pg_policy p join pg_class c on c.oid = p.polrelid where p.polpermissive order by 1`
    const store = /^\(?\((business_id|id) = current_business(_or_null)?\(\)\)( AND .*\))?$/
    const permissivePolicies = policies
      .filter(({ name, toOwner }) => !toOwner && !personPolicies.includes(name))
      .filter(
        ({ command, used, checked }) =>
          (command !== 'a' && !store.test(used ?? '')) ||
          (['*', 'a', 'w'].includes(command) && !store.test(checked ?? '')),
      )
    expect(permissivePolicies).toEqual([])
    // An alternative in the condition would be another way in.
    expect(
      policies
        .filter(({ used, checked, toOwner }) => !toOwner && `${used} ${checked}`.includes(' OR '))
        .map(({ name }) => name),
    ).toEqual(['business.mine', 'membership.mine'])
    expect(
      policies.filter(({ name, command }) => personPolicies.includes(name) && command !== 'r'),
    ).toEqual([])
  })
  test('are switched on and forced on every table of stores', async () => {
    expect(
      await listNames(
        t.sql`select relname as name from pg_class where relname = any (${tables.map(({ name }) => name)}) and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)`,
      ),
    ).toEqual([])
  })
})

describe('what row security does not see', () => {
  test('a foreign key joins rows of one store, since its check is not bound', async () => {
    expect(
      await listNames(t.sql`
      select f.conname as name from pg_constraint f where f.contype = 'f'
        and exists (select 1 from pg_attribute a where a.attrelid = f.confrelid and a.attname = 'business_id')
        and not exists (
          select 1 from unnest(f.conkey, f.confkey) as pair(here, there)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = pair.here join pg_attribute b on b.attrelid = f.confrelid and b.attnum = pair.there
          where a.attname = 'business_id' and b.attname = 'business_id')`),
    ).toEqual([])
  })
  test('what must be there once, must be within one store: an index would else tell what others have', async () => {
    expect(
      await listNames(t.sql`
      select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      where x.indisunique and not c.relispartition and c.relname = any (${tables.map(({ name }) => name)})
        and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attnum = any (x.indkey) and a.attname = 'business_id') order by 1`),
    ).toEqual(crossStoreIndexes)
  })
  test('views look with the eyes of who asks, and nothing is kept beside the tables', async () => {
    expect(
      await listNames(t.sql`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and (relkind in ('m', 'f') or (relkind = 'v' and not coalesce(reloptions::text like '%security_invoker=true%', false)))`),
    ).toEqual([])
  })
  test('parts of tables cannot be asked past their whole', async () => {
    expect(
      await listNames(t.sql`
      select c.relname as name from pg_class c where c.relispartition and c.relkind in ('r', 'p') and has_table_privilege('storewright_app', c.oid, 'select, insert, update, delete, truncate')`),
    ).toEqual([])
  })
  test('functions that run as the owner are these, look only where the owner means, and are not for everybody', async () => {
    const functions = await t.sql<{ name: string; path: string; isPublic: boolean }[]>`
      select p.proname as name, coalesce(array_to_string(p.proconfig, ' '), '') as path, has_function_privilege('public', p.oid, 'execute') as is_public
      from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`
    expect(functions.map(({ name }) => name)).toEqual(crossStoreFunctions)
    expect(functions.filter(({ isPublic }) => isPublic).map(({ name }) => name)).toEqual([])
    // Temporary tables of the caller would stand in for ours, were they not named last. The one left writes each name with its schema.
    expect(
      functions
        .filter(({ path }) => path !== 'search_path=pg_catalog, public, pg_temp')
        .map(({ name }) => name),
    ).toEqual(['audit_row'])
  })
})

describe('the role that requests are served as', () => {
  const queryOwnRole = async (query: string) =>
    (await withTransaction(t.app.db, {}, tx => tx.unsafe(query)))[0]
  test('owns nothing, commands nobody and is bound like everybody', async () => {
    expect(
      await queryOwnRole(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, exists (select 1 from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o') as owns,
        array(select o.rolname::text from pg_roles o where pg_has_role(current_user, o.oid, 'member') and o.rolname <> current_user) as is_also
      from pg_roles r where rolname = current_user`),
    ).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      owns: false,
      isAlso: ['storewright_app'],
    })
  })
  test('can make nothing, and look into no other schema', async () => {
    expect(
      await queryOwnRole(`
      select has_database_privilege(current_database(), 'create') as makes_schemas,
        array(select nspname::text from pg_namespace where nspname !~ '^pg_(toast|temp)' and has_schema_privilege(oid, 'create')) as makes_in,
        array(select nspname::text from pg_namespace where nspname !~ '^pg_(toast|temp)' and has_schema_privilege(oid, 'usage') order by 1) as looks_in`),
    ).toEqual({
      makesSchemas: false,
      makesIn: [],
      looksIn: ['information_schema', 'pg_catalog', 'public'],
    })
  })
  test.each([
    'set local row_security = off; select 1 from product',
    'truncate product',
    'set local role storewright',
    'set local session authorization storewright',
    'alter table product disable row level security',
    'select * from installation',
    "copy product to program 'true'",
    'create table mine (id integer)',
    'create temporary table mine (business_id uuid); create trigger mine after insert on mine for each row execute function audit_row()',
    'select * from graphile_worker._private_jobs',
  ])('is refused: %s', async statement => {
    expect((await execute(getStrangerContext(), statement)).code).toBe('42501')
  })
})
