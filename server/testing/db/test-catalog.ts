import type postgres from 'postgres'

/**
 * Returns a line for everything that the schema of a database consists of, without the order of the
 * columns. The names of NOT NULL constraints are left out, because only some versions of PostgreSQL
 * have them.
 */
export async function listCatalog(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ line: string }[]>(queries.join('\nunion all\n'))
  return rows.map(({ line }) => line).toSorted()
}

const ownSchema = `'public'::regnamespace`
/** Privileges in one order. They depend on the order of the grants otherwise. */
const formatPrivileges = (acl: string) => `(
  select string_agg(concat(r.rolname, '=', a.privilege_type, a.is_grantable), ' '
    order by r.rolname, a.privilege_type)
  from aclexplode(${acl}) a left join pg_roles r on r.oid = a.grantee)`
/** A job creates partitions by the month, and PostgreSQL their indexes and constraints. */
const isPartition = (table: string) =>
  `exists (select from pg_class part where part.oid = ${table} and part.relispartition)`

const queries = [
  `select concat_ws(' ', 'table', c.oid::regclass, c.relkind, c.relpersistence, 'options', c.reloptions,
    'row security', c.relrowsecurity, c.relforcerowsecurity, 'owner', c.relowner::regrole,
    'privileges', ${formatPrivileges('c.relacl')}, 'partitions', pg_get_partkeydef(c.oid)) as line
  from pg_class c
  where c.relnamespace = ${ownSchema} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not c.relispartition`,
  `select distinct concat_ws(' ', 'partition', i.inhparent::regclass,
    'row security', c.relrowsecurity, 'privileges', ${formatPrivileges('c.relacl')},
    'columns', (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'indexes', (select count(*) from pg_index x where x.indrelid = c.oid))
  from pg_class c join pg_inherits i on i.inhrelid = c.oid
  where c.relnamespace = ${ownSchema} and c.relkind = 'r' and c.relispartition`,
  `select concat_ws(' ', 'column', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end, 'default', pg_get_expr(d.adbin, d.adrelid),
    'generated', a.attgenerated, a.attidentity, 'storage', a.attstorage, a.attcompression,
    'statistics', a.attstattarget, 'collation', a.attcollation, 'privileges', ${formatPrivileges('a.attacl')})
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = ${ownSchema} and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped`,
  `select concat_ws(' ', 'constraint', k.conrelid::regclass, k.conname, k.convalidated, pg_get_constraintdef(k.oid))
  from pg_constraint k
  where k.connamespace = ${ownSchema} and k.contype <> 'n' and not ${isPartition('k.conrelid')}`,
  `select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisclustered, c.reloptions)
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = ${ownSchema} and not ${isPartition('i.indrelid')}`,
  `select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), t.tgenabled)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = ${ownSchema} and not t.tgisinternal and not c.relispartition`,
  `select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polpermissive,
    'to', (select string_agg(case role when 0 then 'public' else role::regrole::text end, ' ')
      from unnest(polroles) role),
    'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid))
  from pg_policy`,
  `select concat_ws(' ', 'function', pg_get_functiondef(p.oid), 'owner', p.proowner::regrole,
    'privileges', ${formatPrivileges('p.proacl')})
  from pg_proc p where p.pronamespace = ${ownSchema} and p.prokind <> 'a'`,
  `select concat_ws(' ', 'view', c.oid::regclass, pg_get_viewdef(c.oid))
  from pg_class c where c.relnamespace = ${ownSchema} and c.relkind in ('v', 'm')`,
  `select concat_ws(' ', 'sequence', to_jsonb(s) - 'last_value') from pg_sequences s where s.schemaname = 'public'`,
  `select concat_ws(' ', 'type', t.typname, t.typtype)
  from pg_type t where t.typnamespace = ${ownSchema} and t.typtype not in ('c', 'b')`,
  `select concat_ws(' ', 'schema', nspname, 'privileges', ${formatPrivileges('nspacl')})
  from pg_namespace where nspname !~ '^pg_'`,
  `select concat_ws(' ', 'extension', extname) from pg_extension`,
  `select concat_ws(' ', 'default privileges', defaclobjtype, defaclacl) from pg_default_acl`,
  `select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext`,
  `select concat_ws(' ', 'comment', objoid::regclass, description)
  from pg_description where classoid = 'pg_class'::regclass and objoid in (
    select oid from pg_class where relnamespace = ${ownSchema})`,
]
