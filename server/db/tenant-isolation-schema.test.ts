import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTransaction } from '../lib/db/db.ts'
import { canary } from '../testing/db/test-canary.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

/**
 * Functions that run as the owner of the tables. The policies named `owner_…` give
 * the owner access to every store.
 */
const crossStoreFunctions = [
  'add_contact_message',
  'add_jobs',
  'add_shopper_alert',
  'add_to_cart',
  'audit_archived_until',
  'audit_row',
  'change_cart_line',
  'claim_agent_key',
  'claim_deliveries',
  'confirm_product_alert',
  'confirm_subscription',
  'copy_cart',
  'count_unsealed_audit_rows',
  'create_cart_link',
  'current_memberships',
  'enqueue_file_deletion',
  'enqueue_paid_invoice',
  'enqueue_product_alerts',
  'enqueue_sales_rebuild',
  'enqueue_webhook_event',
  'enqueue_webhook_event_deleted',
  'enqueue_webhook_event_stock',
  'erase_customer',
  'find_api_key',
  'find_calendar_feed',
  'find_discounts',
  'find_earlier_order_mail',
  'find_invitation',
  'find_mail_store',
  'find_marketing_store',
  'find_packer_link',
  'find_reply_store',
  'find_store_of_payment_account',
  'find_storefront_host',
  'has_visible_parents',
  'is_domain_verified',
  'is_order_mail_waiting',
  'is_slug_taken',
  'list_bought_together',
  'list_due_campaigns',
  'list_due_domains',
  'list_due_mail_domains',
  'list_due_mailboxes',
  'list_due_payments',
  'list_due_refunds',
  'list_due_reminders',
  'list_due_theme_publications',
  'list_open_stores',
  'list_payment_accounts',
  'list_process_messages',
  'list_stalled_imports',
  'list_storefront_hosts',
  'list_stores_to_pack',
  'list_stores_with_automations',
  'list_stores_with_cart_reminders',
  'list_stores_with_due_conversations',
  'list_stores_with_due_tasks',
  'list_stores_with_expired_drafts',
  'list_stores_with_images_to_encode',
  'list_stores_with_product_alerts',
  'list_stores_with_sales_changes',
  'list_stores_with_task_rules',
  'list_stranded_mails',
  'list_unused_import_files',
  'read_cart',
  'read_cart_checkout',
  'read_cart_link',
  'record_security_event',
  'remove_cart_line',
  'request_product_alert',
  'request_subscription',
  'require_store_owner',
  'restore_suppression',
  'set_agent_response',
  'set_cart_checkout',
  'set_cart_note',
  'set_cart_reminder',
  'set_shopper_newsletter',
  'stop_cart_reminder',
  'stop_marketing',
  'stop_product_alerts',
  'stop_subscription',
  'suppression_hash',
]
/** Unique indexes over all stores: slugs, verified domains and hashes of secrets. */
const crossStoreIndexes = [
  'api_key__hash',
  'calendar_feed__token',
  'conversation__reply_token',
  'domain__domain__in_use',
  'earlier_store_host__host__taken',
  'invitation__token',
  'packer_link__token',
  'store__slug__taken',
  'store_pkey',
]
/** Policies by person: their stores, memberships and roles. */
const personPolicies = ['store.person_read', 'membership.person_read', 'role.person_read']

let t: TestApp
/**
 * Tables with rows of stores. `key` is the column with the store: `store_id`, or `id` in
 * `store`.
 */
let tables: { name: string; key: string }[]
beforeAll(async () => {
  t = await startTestApp()
  tables = await t.sql`
    select c.relname as name, case c.relname when 'store' then 'id' else 'store_id' end as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname = 'store' or exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id'))
    order by 1`
})
afterAll(() => t.close())

const getStrangerContext = () => ({
  personId: t.people.stranger.personId,
  storeId: t.people.stranger.storeId,
})
const execute = (context: object, statement: string) =>
  withTransaction(t.app.db, context, tx => tx.unsafe(statement)).then(
    rows => ({ count: rows.count, code: '' }),
    error => ({ count: 0, code: String(error.code) }),
  )
const listNames = async (query: Promise<readonly { name?: string }[]>) =>
  (await query).map(({ name }) => name)
const collectTableFailures = async (
  checkTable: (table: { name: string; key: string }) => Promise<string | undefined>,
) => (await Promise.all(tables.map(checkTable))).filter(failure => failure !== undefined)

describe('the canary store', () => {
  test('has rows in every table of stores and people', async () => {
    const emptyTables = await t.sql.begin(async tx => {
      await tx`
        select set_config('app.store_id', ${canary.id}, true),
          set_config('app.person_id', ${canary.id}, true)`
      const counts = await tx.unsafe<{ name: string; n: number }[]>(
        tables
          .map(
            ({ name, key }) =>
              `select '${name}' as name, count(*)::integer as n
              from "${name}" where ${key} = '${canary.id}'`,
          )
          .join(' union all '),
      )
      return counts.filter(({ n }) => n === 0).map(({ name }) => name)
    })
    expect(emptyTables, 'add values for these tables to server/testing/db/test-canary.ts').toEqual(
      [],
    )
  })
  test('cannot be read, changed, deleted or extended from another store, in any table', async () => {
    expect(
      await collectTableFailures(async ({ name, key }) => {
        const canaryRows = `"${name}" where ${key} = '${canary.id}'`
        const [select, update, deletion, insert, move] = await Promise.all(
          [
            `select 1 from ${canaryRows}`,
            `update "${name}" set ${key} = ${key} where ${key} = '${canary.id}'`,
            `delete from ${canaryRows}`,
            `insert into "${name}" (${key}) values ('${canary.id}')`,
            `update "${name}" set ${key} = '${canary.id}'`,
          ].map(statement => execute(getStrangerContext(), statement)),
        )
        // Missing privileges and row security have the same error code, 42501.
        const isIsolated =
          !select?.count &&
          !update?.count &&
          !deletion?.count &&
          insert?.code === '42501' &&
          !move?.count
        return isIsolated
          ? undefined
          : `${name}: ${JSON.stringify({ select, update, deletion, insert, move })}`
      }),
    ).toEqual([])
  })
  test('cannot be read without a store', async () => {
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
  type Policy = {
    name: string
    command: string
    condition: string | null
    check: string | null
    isForOwner: boolean
  }
  test('restrict the application to one store for reads and writes', async () => {
    const policies = await t.sql<Policy[]>`
      select c.relname || '.' || p.polname as name, p.polcmd::text as command,
        pg_get_expr(p.polqual, p.polrelid) as condition,
        pg_get_expr(p.polwithcheck, p.polrelid) as check,
        p.polroles = array[c.relowner] as is_for_owner
      from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polpermissive order by 1`
    const storePattern = /^\(?\((store_id|id) = current_store(_or_null)?\(\)\)( AND .*\))?$/
    const tooPermissivePolicies = policies
      .filter(({ name, isForOwner }) => !isForOwner && !personPolicies.includes(name))
      .filter(
        ({ command, condition, check }) =>
          (command !== 'a' && !storePattern.test(condition ?? '')) ||
          (['*', 'a', 'w'].includes(command) && !storePattern.test(check ?? '')),
      )
    expect(tooPermissivePolicies).toEqual([])
    // An alternative in a condition would give access to more than one store.
    const policiesWithAlternative = policies.filter(
      ({ condition, check, isForOwner }) => !isForOwner && `${condition} ${check}`.includes(' OR '),
    )
    expect(policiesWithAlternative.map(({ name }) => name)).toEqual([
      'membership.person_read',
      'store.person_read',
    ])
    expect(
      policies.filter(({ name, command }) => personPolicies.includes(name) && command !== 'r'),
    ).toEqual([])
  })
  test('are enabled and forced on every table of stores', async () => {
    expect(
      await listNames(t.sql`
        select relname as name from pg_class
        where relname = any (${tables.map(({ name }) => name)})
          and relnamespace = 'public'::regnamespace
          and not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([])
  })
})

describe('where row security does not apply', () => {
  test('every foreign key between store tables includes the store', async () => {
    expect(
      await listNames(t.sql`
        select f.conname as name from pg_constraint f
        where f.contype = 'f'
          and exists (
            select 1 from pg_attribute a
            where a.attrelid = f.confrelid and a.attname = 'store_id')
          and not exists (
            select 1 from unnest(f.conkey, f.confkey) as pair(own_column, foreign_column)
            join pg_attribute a on a.attrelid = f.conrelid and a.attnum = pair.own_column
            join pg_attribute b on b.attrelid = f.confrelid and b.attnum = pair.foreign_column
            where a.attname = 'store_id' and b.attname = 'store_id')`),
    ).toEqual([])
  })
  test('unique indexes include the store, because a conflict reveals values of other stores', async () => {
    expect(
      await listNames(t.sql`
        select i.relname as name from pg_index x
        join pg_class i on i.oid = x.indexrelid
        join pg_class c on c.oid = x.indrelid
        where x.indisunique and not c.relispartition
          and c.relname = any (${tables.map(({ name }) => name)})
          and not exists (
            select 1 from pg_attribute a
            where a.attrelid = c.oid and a.attnum = any (x.indkey) and a.attname = 'store_id')
        order by 1`),
    ).toEqual(crossStoreIndexes)
  })
  test('views have the permissions of the caller, and there are no materialized views', async () => {
    expect(
      await listNames(t.sql`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and (
          relkind in ('m', 'f')
          or (relkind = 'v'
            and not coalesce(reloptions::text like '%security_invoker=true%', false)))`),
    ).toEqual([])
  })
  test('the application has no access to single partitions', async () => {
    expect(
      await listNames(t.sql`
        select c.relname as name from pg_class c
        where c.relispartition and c.relkind in ('r', 'p')
          and has_table_privilege(
            'storewright_app', c.oid, 'select, insert, update, delete, truncate')`),
    ).toEqual([])
  })
  test('security definer functions are listed here, not public, and have a safe search path', async () => {
    const functions = await t.sql<{ name: string; settings: string[]; isPublic: boolean }[]>`
      select p.proname as name, coalesce(p.proconfig, '{}') as settings,
        has_function_privilege('public', p.oid, 'execute') as is_public
      from pg_proc p
      where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`
    expect(functions.map(({ name }) => name)).toEqual(crossStoreFunctions)
    expect(functions.filter(({ isPublic }) => isPublic).map(({ name }) => name)).toEqual([])
    // With pg_temp last, temporary tables of the caller do not hide the real ones. `audit_row`
    // names the schema of every table instead.
    expect(
      functions
        .filter(({ settings }) => !settings.includes('search_path=pg_catalog, public, pg_temp'))
        .map(({ name }) => name),
    ).toEqual(['audit_row'])
  })
})

describe('the role that serves requests', () => {
  const queryOwnRole = async (query: string) =>
    (await withTransaction(t.app.db, {}, tx => tx.unsafe(query)))[0]
  test('owns nothing, has no special rights and has the privileges of one role only', async () => {
    expect(
      await queryOwnRole(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        exists (
          select 1 from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o'
        ) as is_owner,
        array(
          select o.rolname::text from pg_roles o
          where pg_has_role(current_user, o.oid, 'usage') and o.rolname <> current_user
        ) as member_of
      from pg_roles r where rolname = current_user`),
    ).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      isOwner: false,
      memberOf: ['storewright_app'],
    })
  })
  test('cannot create objects or use other schemas', async () => {
    expect(
      await queryOwnRole(`
      with schemas as (
        select nspname::text as name, oid from pg_namespace where nspname !~ '^pg_(toast|temp)'
      )
      select has_database_privilege(current_database(), 'create') as can_create_schemas,
        array(
          select name from schemas where has_schema_privilege(oid, 'create')
        ) as writable_schemas,
        array(
          select name from schemas where has_schema_privilege(oid, 'usage') order by 1
        ) as usable_schemas`),
    ).toEqual({
      canCreateSchemas: false,
      writableSchemas: [],
      usableSchemas: ['information_schema', 'pg_catalog', 'public'],
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
    `create temporary table mine (store_id uuid);
      create trigger mine after insert on mine for each row execute function audit_row()`,
    'select * from graphile_worker._private_jobs',
  ])('cannot execute: %s', async statement => {
    expect((await execute(getStrangerContext(), statement)).code).toBe('42501')
  })
})
