import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startCluster, stopOrphan } from './cluster/cluster.ts'
import { isTaken } from './cluster/cluster-lock.ts'
import { migrate } from './migrate.ts'
import { canary, inhabited, plant } from './test-canary.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connections to a migrated database that is only ever copied, never written. */
    template: { ownerUrl: string; appUrl: string }
  }
}

type Ready = { template: { ownerUrl: string; appUrl: string }; stop: () => Promise<unknown> }

declare global {
  var storewrightTestServer: { ready: Promise<Ready>; users: number } | undefined
}

/** One database server for the whole run, whichever projects take part; TEST_DATABASE_URL names one that is there. */
export async function setup(project: TestProject) {
  // Vitest loads this file once for each project, so only the global object is common to them.
  globalThis.storewrightTestServer ??= { ready: prepare(), users: 0 }
  const shared = globalThis.storewrightTestServer
  shared.users += 1
  const { template, stop } = await shared.ready
  project.provide('template', template)
  return async () => {
    shared.users -= 1
    if (shared.users === 0) await stop()
  }
}

async function prepare(): Promise<Ready> {
  const name = `storewright_template_${randomBytes(4).toString('hex')}`
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startTemporary()
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  await sql`create database ${sql(name)}`
  const url = new URL(server.url)
  url.pathname = name
  const ownerUrl = url.href
  const { appUrl } = await migrate(ownerUrl)
  await sql`create database ${sql(inhabited(name))} template ${sql(name)}`
  url.pathname = inhabited(name)
  const owner = postgres(url.href, { max: 1, onnotice: () => {} })
  await plant(owner, canary)
  await owner.end()
  const stop = async () => {
    for (const one of [inhabited(name), name]) await sql`drop database ${sql(one)} with (force)`
    await sql.end()
    await server.stop()
  }
  return { template: { ownerUrl, appUrl }, stop }
}

const prefix = 'storewright-test-'

async function startTemporary() {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  const cluster = await startCluster(dataDir, { durable: false })
  const stop = async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: cluster.url, stop }
}

// A run that was killed leaves its database running; the next run clears it away.
async function removeAbandoned() {
  for (const name of await readdir(tmpdir())) {
    const dataDir = join(tmpdir(), name)
    if (!name.startsWith(prefix) || isTaken(dataDir)) continue
    const { mtimeMs, uid } = await stat(dataDir)
    // Another person's is theirs to clear away.
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < 60_000) continue
    await stopOrphan(join(dataDir, 'postgres'))
    await rm(dataDir, { recursive: true, force: true })
  }
}
