import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Import, importApi } from '#contract/import/import.ts'
import { openDisk } from '../lib/file/disk.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** Inserts an import with this status and its file, and returns its id. */
async function insertImport(status: string, endedAgo: string | null = null): Promise<string> {
  const fileKey = `${t.people.owner.storeId}/${crypto.randomUUID()}.csv`
  await openDisk(t.app.config, 'imports').putStream(
    fileKey,
    Readable.from(['Handle,Title\nmug,Mug\n']),
  )
  const [row] = await t.inStore(
    tx => tx<{ id: string }[]>`
    insert into import (kind, file_name, file_key, bytes, status, planned_at, finished_at)
    values ('products', 'a.csv', ${fileKey}, 20, ${status}, now(), now() - ${endedAgo}::text::interval) returning id`,
  )
  return row?.id ?? ''
}
const get = async (id: string): Promise<Import> =>
  (await t.call('owner', importApi.get, { params: { id } })).body.data
const getFileKey = async (id: string) =>
  (
    await t.inStore(tx => tx<{ fileKey: string }[]>`select file_key from import where id = ${id}`)
  )[0]?.fileKey ?? ''
/** Runs the job as the scheduler does. */
async function runScheduledJob(job: 'import.cleanup' | 'import.recover') {
  await t.sql`select graphile_worker.add_job(${job})`
  await t.runJobs()
}

test('deletes a file a week after its import has ended, and rejects a new start', async () => {
  const [old, fresh, waiting] = [
    await insertImport('cancelled', '8 days'),
    await insertImport('done', '6 days'),
    await insertImport('planned'),
  ]
  const file = await getFileKey(old)
  await runScheduledJob('import.cleanup')
  expect(await openDisk(t.app.config, 'imports').exists(file)).toBe(false)
  expect([await getFileKey(old), await getFileKey(fresh), await getFileKey(waiting)]).toEqual([
    '',
    expect.stringContaining('.csv'),
    expect.stringContaining('.csv'),
  ])
  expect(await openDisk(t.app.config, 'imports').exists(await getFileKey(fresh))).toBe(true)
  const again = await t.call('owner', importApi.start, { params: { id: old } })
  expect([again.status, again.body.code]).toEqual([409, 'import_file_deleted'])
  expect((await get(old)).status).toBe('cancelled')
})

test('fails an import whose job was killed at each attempt, and lets the user start it again', async () => {
  const killed = await insertImport('running')
  const retrying = await insertImport('running')
  const checking = await insertImport('planning')
  for (const [id, attempts] of [
    [killed, 5],
    [retrying, 4],
  ] as const) {
    await t.sql`
      select graphile_worker.add_job('import.run', '{}', job_key => ${`import ${id}`},
        run_at => now() + interval '1 hour', max_attempts => 5)`
    await t.sql`update graphile_worker._private_jobs set attempts = ${attempts} where key = ${`import ${id}`}`
  }
  await runScheduledJob('import.recover')
  expect(await get(killed)).toMatchObject({
    status: 'failed',
    code: 'import_run_interrupted',
    message: expect.stringContaining('Start it again'),
    finishedAt: expect.any(String),
  })
  expect(await get(checking)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Upload it again'),
  })
  expect((await get(retrying)).status).toBe('running')
  expect((await t.call('owner', importApi.start, { params: { id: killed } })).status).toBe(202)
  await t.runJobs()
  expect((await get(killed)).status).toBe('done')
})
