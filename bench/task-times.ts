import { parseArgs } from 'node:util'
import { taskViews } from '../contract/desk/task.ts'
import { taskRules } from '../contract/desk/task-rule.ts'
import type { Principal } from '../server/lib/call/authenticate.ts'
import { loadRuleLimits, selectCauses } from '../server/task/select-causes.ts'
import { countTasks, listTasks } from '../server/task/task-list.ts'
import { openBenchStore, startMeasuring } from './bench-store.ts'
import { measureMedianMs } from './measure/measure.ts'

/**
 * Measures the views of the tasks and their counts, and the queries of the rules that create tasks, in a store
 * with many tasks and orders.
 */
const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '50000' },
    orders: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '30' },
  },
})
const perPage = 10
const deepPage = 1000

const { sql, storeId, personId, close } = await openBenchStore({
  products: 10_000,
  orders: Number(values.orders),
})
try {
  await insertTasks(storeId, personId)
  await startMeasuring(sql)
  await measureViews({ storeId, personId })
  await measureRules()
} finally {
  await close()
}

async function measureViews({ storeId, personId }: Pick<Principal, 'storeId' | 'personId'>) {
  const principal: Principal = {
    storeId,
    personId,
    sessionId: '',
    role: 'owner',
    abilities: [{ action: 'manage', subject: 'all' }],
  }
  console.log(`\n${values.tasks} tasks; median ms\n`)
  console.log(`| view | tasks | page 1 | page ${deepPage} |\n| --- | --- | --- | --- |`)
  for (const view of taskViews) {
    const read = (page: number) => listTasks(sql, { view, page, perPage }, principal)
    const { total } = (await read(1)).meta
    const deep = total >= deepPage * perPage ? await measure(() => read(deepPage)) : undefined
    const first = await measure(() => read(1))
    console.log(`| ${view} | ${total} | ${first.toFixed(2)} | ${deep?.toFixed(2) ?? '–'} |`)
  }
  console.log(`| counts | | ${(await measure(() => countTasks(sql, personId))).toFixed(2)} | |`)
}

/** A run of the job reads the causes of each rule twice. */
async function measureRules() {
  const limits = await loadRuleLimits(sql)
  console.log(`\n${values.orders} orders; median ms\n\n| rule | causes | ms | indexes |`)
  console.log('| --- | --- | --- | --- |')
  for (const rule of taskRules) {
    const count = () =>
      sql`select count(*)::integer as causes from (${selectCauses[rule](sql, limits)}) c`
    const [row] = await count()
    const plan = (await sql`explain ${count()}`).map(line => Object.values(line).join())
    const indexes = plan.flatMap(line => /(?:using|Index Scan on) "?(\w+)/.exec(line)?.[1] ?? [])
    const ms = (await measure(count)).toFixed(2)
    console.log(
      `| ${rule} | ${row?.['causes']} | ${ms} | ${[...new Set(indexes)].join(', ') || 'none'} |`,
    )
  }
}

/** Half of the tasks are completed, and a tenth is in the bin. */
async function insertTasks(storeId: string, personId: string) {
  await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into task (
        store_id, title, due_on, tags, is_important, assignee_id, completed_at, deleted_at)
      select ${storeId}, 'Task ' || n, case when n % 5 > 0 then current_date + (n % 60 - 20) end,
        case n % 7 when 0 then '{phone}'::text[] else '{}' end, n % 9 = 0,
        case when n % 3 = 0 then ${personId}::uuid end,
        case when n % 2 = 0 then now() - n * interval '1 minute' end,
        case when n % 10 = 0 then now() - n * interval '1 minute' end
      from generate_series(1, ${Number(values.tasks)}) n`
  })
  await sql`vacuum analyze task`
}

function measure(work: () => Promise<unknown>): Promise<number> {
  return measureMedianMs(Number(values.rounds), work)
}
