import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, inScope } from '../lib/db.ts'

const patienceMs = 900
const newest = readdirSync(join(import.meta.dirname, '../db/migrations')).filter(name => name.endsWith('.sql')).toSorted().at(-1)?.replace(/\.sql$/, '') ?? ''

/** Whether the database answers in time, and has at least the migrations that this code was written for. */
export async function asksDatabase(db: Db): Promise<{ database: boolean; migrations: boolean }> {
  const asked = inScope(db, {}, tx => tx<{ migrations: boolean }[]>`select exists (select 1 from public.migration where name = ${newest}) as migrations`)
    .then(([row]) => ({ database: true, migrations: row?.migrations ?? false }), () => no)
  return Promise.race([asked, sleep(patienceMs, no, { ref: false })])
}
const no = { database: false, migrations: false }
