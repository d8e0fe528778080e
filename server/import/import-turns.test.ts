import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Import, importApi } from '#contract/import/import.ts'
import { jobRules } from '../job-rules.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import type { JobRules } from '../lib/job/job-rule.ts'
import { enqueueJob, type JobHandlers, startJobWorker } from '../lib/job/jobs.ts'
import { eventually } from '../testing/eventually.ts'
import { createWorkbook, formatTextCell } from '../testing/subject/workbook-testing.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(() => t.sql`delete from graphile_worker._private_jobs`)
afterAll(() => t.close())

async function startProcess(jobs: JobHandlers, rules: JobRules = jobRules) {
  const worker = await startJobWorker({ ownerUrl: t.ownerUrl, jobs, rules, log: t.app.log })
  onTestFinished(() => worker.stop())
}

const enqueueImports = (storeId: string, names: readonly string[], flag = '') =>
  withStoreTransaction(t.app.db, storeId, async tx => {
    for (const name of names)
      await enqueueJob(tx, 'import.plan', { storeId, name, flag }, `import ${name}`)
  })
const listNames = (store: string, count = 12) =>
  Array.from({ length: count }, (_, i) => `${store}${i + 1}`)

/** Jobs that run until the test ends them. */
function createOpenJobs() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const jobs: JobHandlers = {
    async 'import.plan'(payload, { abortSignal }) {
      const name = String((payload as { name: string }).name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      started.push(name)
      abortSignal?.addEventListener('abort', () => resolve())
      await promise
    },
  }
  const waitForStart = (...names: string[]) =>
    eventually(() => expect(started).toEqual(expect.arrayContaining(names)))
  return { jobs, started, waitForStart, end: (name: string) => ends.get(name)?.() }
}

test.each([1, 2])(
  'a dozen files of two stores do not hold up a third one: %i processes',
  async count => {
    const { jobs, started, waitForStart } = createOpenJobs()
    await enqueueImports(randomUUID(), listNames('a'))
    await enqueueImports(randomUUID(), listNames('b'))
    for (let i = 0; i < count; i++) await startProcess(jobs)
    await waitForStart('a1', 'b1')
    await enqueueImports(randomUUID(), ['c1'])
    await waitForStart('c1')
    expect(started.toSorted()).toEqual(['a1', 'b1', 'c1'])
  },
)

test('stores take turns when all workers are busy', async () => {
  const { jobs, started, waitForStart, end } = createOpenJobs()
  for (const store of ['a', 'b', 'c']) await enqueueImports(randomUUID(), listNames(store))
  await startProcess(jobs)
  await waitForStart('a1', 'b1', 'c1')
  await enqueueImports(randomUUID(), ['d1'])
  end('b1')
  await waitForStart('d1')
  expect(started).toHaveLength(4)
  end('d1')
  await waitForStart('b2')
})

test('a small file does not wait for large ones', async () => {
  const { jobs, started, waitForStart } = createOpenJobs()
  for (const store of ['a', 'b', 'c']) await enqueueImports(randomUUID(), [`${store}1`], 'large')
  await startProcess(jobs)
  await waitForStart('a1', 'b1')
  await enqueueImports(randomUUID(), ['d1'])
  await waitForStart('d1')
  expect(started.toSorted()).toEqual(['a1', 'b1', 'd1'])
})

async function upload(as: Tester, content: string | Uint8Array): Promise<string> {
  const body = new FormData()
  body.append('kind', 'products')
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'products.csv')
  return (await t.call(as, importApi.create, { body })).body.data._id
}
const getImport = async (as: Tester, id: string): Promise<Import> =>
  (await t.call(as, importApi.get, { params: { id } })).body.data

test('hostile workbooks of several stores fail, and a list of another store is read at once', async () => {
  const workbook = createWorkbook(
    `<row r="1">${formatTextCell('A1', 'Title')}</row>${' '.repeat(39_000_000)}`,
  )
  expect(workbook.length).toBeLessThan(50_000)
  const stores = await Promise.all(
    ['first', 'second', 'third'].map(name =>
      makePerson(t.app, t.sql, `hostile-${name}-${Date.now()}`),
    ),
  )
  const hostile: { as: Tester; id: string }[] = []
  for (const as of stores)
    for (let i = 0; i < 3; i++) hostile.push({ as, id: await upload(as, workbook) })
  const { owner } = t.people
  const small = await upload(owner, 'Handle,Title,Variant Price\nmug,Mug,5\n')
  for (let i = 0; i < 2; i++) await startProcess(t.app.jobs)
  await eventually(async () =>
    expect(await getImport(owner, small)).toMatchObject({ status: 'planned', message: '' }),
  )
  const open = await Promise.all(hostile.map(({ as, id }) => getImport(as, id)))
  expect(open.filter(({ status }) => status === 'planning').length).toBeGreaterThan(0)
  for (const { as, id } of hostile)
    await eventually(async () =>
      expect(await getImport(as, id)).toMatchObject({
        status: 'failed',
        code: 'import_file_too_complex',
      }),
    )
})

test('an import that exceeds its deadline fails with its cause and is not tried again', async () => {
  const { owner } = t.people
  const rows = Array.from({ length: 20_000 }, (_, i) => `p${i},Product ${i},5`)
  const id = await upload(owner, ['Handle,Title,Variant Price', ...rows].join('\n'))
  await startProcess(t.app.jobs, {
    ...jobRules,
    'import.plan': { deadline: '0s', workers: 'import' },
  })
  await eventually(async () =>
    expect(await getImport(owner, id)).toMatchObject({
      status: 'failed',
      code: 'import_check_interrupted',
    }),
  )
  await eventually(async () =>
    expect(await t.sql`select from graphile_worker.jobs where key = ${`import ${id}`}`).toEqual([]),
  )
})
