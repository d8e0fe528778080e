import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { buildTaskConditions, countTasks, selectTagCounts } from './task-list.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(
    tx => tx`
      insert into task (title, due_on, completed_at, tags)
      select 'Task ' || n, current_date + n % 60 - 20, case when n % 10 > 0 then now() end,
        case when n <= 20 then '{phone}'::text[] else '{}' end
      from generate_series(1, 4000) n`,
  )
  await t.sql`vacuum analyze task`
})
afterAll(() => t.close())

test('the tasks of a day are found in an index alone', async () => {
  const plan = await t.inStore(async tx => {
    const [condition] = buildTaskConditions(tx, { view: 'my-day' }, t.people.owner.personId)
    return tx`
      explain select 1 from task t where ${condition ?? tx``} order by t.due_key, t.id limit 10`
  })
  expect(toText(plan)).toMatch(/Index Only Scan using task__open/)
})

test('the tags of open tasks are found by their index', async () => {
  const plan = await t.inStore(tx => tx`explain ${selectTagCounts(tx)}`)
  expect(toText(plan)).toContain('task__tagged')
  const counts = await t.inStore(tx => countTasks(tx, t.people.owner.personId))
  expect(counts.tags).toEqual([{ tag: 'phone', count: 2 }])
})

const toText = (plan: readonly Record<string, unknown>[]) =>
  plan.map(row => String(row['QUERY PLAN'])).join('\n')
