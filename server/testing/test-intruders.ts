import { hash } from '@node-rs/argon2'
import postgres from 'postgres'
import type { BuiltInRole } from '#contract/lib/call/permission.ts'
import { builtInRoles } from '#contract/lib/call/permission.ts'
import { createAccessToken, invalidateMembership } from '../lib/call/authenticate.ts'
import type { Canary } from './db/canary-values.ts'
import { insertCanary } from './db/test-canary.ts'
import { samplePassword } from './test-sample.ts'
import { makePerson, type TestApp, type Tester, testTokenSeconds } from './testing.ts'

/** One person of each role in a store. `restore` resets the store after they have changed it. */
export type Intruders = {
  getTester(role: BuiltInRole): Tester
  restore(): Promise<void>
  close(): Promise<void>
}

export async function createIntruders(t: TestApp, canaryStore: Canary): Promise<Intruders> {
  const prepareReset = await insertCanary(t.sql, canaryStore)
  const resetSql = postgres(t.ownerUrl, { max: 1, max_lifetime: null, onnotice: () => {} })
  const resetCanary = await prepareReset(resetSql)
  const people = await createPeople(t, canaryStore.id)
  const ids = [...people.values()].map(({ personId }) => personId)
  await t.sql`update person set password_hash = ${await hash(samplePassword)} where id = any (${ids})`
  const sessions = await t.sql<{ id: string }[]>`
    select id from session where person_id = any (${ids})`
  let restoredMarks: ReadonlyMap<string, string> = new Map()
  const restore = async () => {
    const marks = await listChangeMarks(t.sql, canaryStore)
    const changed = [...marks.keys()].filter(table => marks.get(table) !== restoredMarks.get(table))
    if (changed.length === 0) return
    await resetCanary(changed)
    await t.sql.begin(async tx => {
      await tx`select set_config('app.store_id', ${canaryStore.id}, true)`
      const rows = [...people].map(([role, { personId }]) => ({
        person_id: personId,
        store_id: canaryStore.id,
        role,
        last_seen_at: new Date(),
      }))
      await tx`insert into membership ${tx(rows)} on conflict do nothing`
      await tx`
        update session set ended_at = null
        where person_id = any (${ids}) and ended_at is not null`
    })
    for (const { id } of sessions) invalidateMembership(id)
    restoredMarks = await listChangeMarks(t.sql, canaryStore)
  }
  await restore()
  const getTester = (role: BuiltInRole) => {
    const person = people.get(role)
    if (!person) throw new Error(`No person has the role ${role}.`)
    return person
  }
  return { getTester, restore, close: () => resetSql.end() }
}

/** Returns a person of each role. The owner is that of the store, who also owns the personal rows. */
async function createPeople(t: TestApp, storeId: string): Promise<Map<BuiltInRole, Tester>> {
  const token = await createAccessToken(t.app.keys, storeId, storeId, testTokenSeconds)
  const people = new Map<BuiltInRole, Tester>([['owner', { personId: storeId, storeId, token }]])
  for (const role of builtInRoles)
    if (role !== 'owner')
      people.set(
        role,
        await makePerson(t.app, t.sql, `intruder-${role}`, { storeId, abilities: [] }),
      )
  return people
}

/** Returns a hash of each table's rows of a planted store and its people. */
export async function fingerprint(
  sql: postgres.Sql,
  planted: Canary,
): Promise<Record<string, string>> {
  const rows = await queryEachTable(sql, planted, `md5(string_agg(r::text, '|' order by r::text))`)
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
  )
}

/**
 * Returns a text for each table that differs after each change of the store's rows. It costs less
 * than the fingerprint.
 */
export async function listChangeMarks(
  sql: postgres.Sql,
  planted: Canary,
): Promise<ReadonlyMap<string, string>> {
  const mark = `concat_ws(' ', count(*), max(r.xmin::text::bigint))`
  const rows = await queryEachTable(sql, planted, mark)
  return new Map(rows.map(({ name, value }) => [name, value ?? '']))
}

/** Their rows are long texts of SQL, so a search for the words of a store takes longest there. */
const codeTables = ['migration', 'sql_function']

type TableInfo = { name: string; isStoreTable: boolean }
const listTables = (sql: postgres.Sql) => sql<TableInfo[]>`
  select c.relname as name, exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id'
    ) as "isStoreTable"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> all (${codeTables})
  order by 1`
let tables: Promise<readonly TableInfo[]> | undefined
async function queryEachTable(sql: postgres.Sql, { id, word }: Canary, value: string) {
  tables ??= listTables(sql).then(rows => rows)
  const queries = (await tables).map(({ name, isStoreTable }) => {
    const condition = isStoreTable
      ? 'store_id = $1::text::uuid'
      : `r::text like '%' || $1 || '%' or r::text like '%' || $2 || '%'`
    return `select '${name}' as name, ${value} as value from "${name}" r where ${condition}`
  })
  return sql.begin(async tx => {
    await tx`
      select set_config('app.store_id', ${id}, true), set_config('app.person_id', ${id}, true),
        set_config('plan_cache_mode', 'force_generic_plan', true)`
    // Planning takes longer than running it. A statement without parameters would not be prepared.
    return tx.unsafe<{ name: string; value: string | null }[]>(
      queries.join(' union all '),
      [id, word],
      { prepare: true },
    )
  })
}

/**
 * Returns the body of a reply without generated values and without the ids and words of the stores.
 */
export function normalizeBody(
  body: unknown,
  stores: readonly { id: string; word: string }[],
): string {
  const bodyText = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
  const text = stores.reduce(
    (replaced, { id, word }) => replaced.replaceAll(id, '<id>').replaceAll(word, '<word>'),
    bodyText,
  )
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '<time>')
    .replace(/kettle-\d+/g, '<made>')
    .replace(/"token":"[\w-]{43}"/g, '"token":"<token>"')
    .replace(/#\d{4,}/g, '<number>')
    .replace(/"(version|position)":\d+/g, '"$1":0')
}
