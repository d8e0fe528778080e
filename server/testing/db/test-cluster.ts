import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startCluster } from '../../db/cluster/cluster.ts'
import { isDataFolderInUse } from '../../db/cluster/cluster-lock.ts'
import { stopOrphan } from '../../db/cluster/cluster-server.ts'
import { disableJit } from '../../db/disable-jit.ts'
import { migrate } from '../../db/migrate.ts'
import { canary, getCanaryTemplateName, insertCanary } from './test-canary.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connections to a migrated database that tests copy and never write to. */
    template: TestTemplate
  }
}

/** `poolerPort`: where the app of a test reaches the databases instead. */
type TestTemplate = { ownerUrl: string; appUrl: string; poolerPort?: string }
type TestDatabaseTemplate = {
  template: TestTemplate
  stop: () => Promise<unknown>
}

declare global {
  var storewrightTestServer:
    | { templatePromise: Promise<TestDatabaseTemplate>; userCount: number }
    | undefined
}

/**
 * Starts one database server for all projects of the run, or uses the one of TEST_DATABASE_URL and
 * its transaction pooler at TEST_POOLER_PORT.
 */
export async function setup(project: TestProject) {
  // Vitest loads this file once for each project, so only the global object is shared.
  globalThis.storewrightTestServer ??= { templatePromise: createTemplate(), userCount: 0 }
  const shared = globalThis.storewrightTestServer
  shared.userCount += 1
  const { template, stop } = await shared.templatePromise
  project.provide('template', template)
  return async () => {
    shared.userCount -= 1
    if (shared.userCount === 0) await stop()
  }
}

async function createTemplate(): Promise<TestDatabaseTemplate> {
  const name = `storewright_template_${randomBytes(4).toString('hex')}`
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startTemporaryCluster()
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  await sql`create database ${sql(name)}`
  const url = new URL(server.url)
  url.pathname = name
  const ownerUrl = url.href
  const { appUrl } = await migrate(ownerUrl)
  await disableJit(ownerUrl)
  await sql`create database ${sql(getCanaryTemplateName(name))} template ${sql(name)}`
  url.pathname = getCanaryTemplateName(name)
  const owner = postgres(url.href, { max: 1, onnotice: () => {} })
  await insertCanary(owner, canary)
  await owner.end()
  const stop = async () => {
    for (const database of [getCanaryTemplateName(name), name])
      await sql`drop database ${sql(database)} with (force)`
    await sql.end()
    await server.stop()
  }
  const poolerPort = process.env.TEST_POOLER_PORT
  return { template: { ownerUrl, appUrl, ...(poolerPort && { poolerPort }) }, stop }
}

const folderPrefix = 'storewright-test-'

async function startTemporaryCluster() {
  await deleteAbandonedFolders()
  const dataDir = await mkdtemp(join(tmpdir(), folderPrefix))
  const cluster = await startCluster(dataDir, { isDurable: false })
  await allowSkippedTriggers(cluster.url)
  const stop = async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: cluster.url, stop }
}

/** Lets the owner of the tables reset rows without their triggers, as `insertCanary` does. */
async function allowSkippedTriggers(ownerUrl: string) {
  // The embedded database has the same password for both roles.
  const superuserUrl = ownerUrl.replace('//storewright:', '//postgres:')
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  await sql`grant set on parameter session_replication_role to storewright`
  await sql.end()
}

/** A data folder without a database may belong to a test of another run. Runs are shorter. */
const minAgeMs = { database: 60_000, dataFolder: 3_600_000 }

// A killed run leaves its database running. The next run stops and deletes it.
async function deleteAbandonedFolders() {
  for (const name of await readdir(tmpdir())) {
    const dataDir = join(tmpdir(), name)
    if (!name.startsWith(folderPrefix) || isDataFolderInUse(dataDir)) continue
    // Another run may delete the folder at the same time.
    const folder = await stat(dataDir).catch(() => undefined)
    if (!folder || folder.uid !== process.getuid?.()) continue
    const database = join(dataDir, 'postgres')
    const minAge = existsSync(database) ? minAgeMs.database : minAgeMs.dataFolder
    if (Date.now() - folder.mtimeMs < minAge) continue
    await stopOrphan(database)
    await rm(dataDir, { recursive: true, force: true })
  }
}
