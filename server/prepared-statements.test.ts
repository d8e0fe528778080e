import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { eventually } from './testing/eventually.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let proxy: Server
/** The names of the statements that clients of the proxy prepared. An unnamed one is ''. */
const statementNames = new Set<string>()

beforeAll(async () => {
  database = await createTestDatabase()
  const { port, hostname } = new URL(database.ownerUrl)
  proxy = createServer(client => {
    const upstream = connect(Number(port), hostname)
    upstream.pipe(client)
    client.on('data', createMessageReader(recordStatementName))
    client.pipe(upstream)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
beforeEach(() => statementNames.clear())
afterAll(async () => {
  proxy.close()
  await database.drop()
})

/**
 * Returns a function that splits what a client sends into messages (PostgreSQL manual, 55.7). Only
 * the first message of a connection has no type.
 */
function createMessageReader(onMessage: (type: string, body: Buffer) => void) {
  let pending = Buffer.alloc(0)
  let typeLength = 0
  return (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= typeLength + 4) {
      const end = typeLength + pending.readInt32BE(typeLength)
      if (pending.length < end) return
      onMessage(pending.toString('latin1', 0, typeLength), pending.subarray(typeLength + 4, end))
      pending = pending.subarray(end)
      typeLength = 1
    }
  }
}

function recordStatementName(type: string, body: Buffer) {
  if (type === 'P') statementNames.add(body.toString('utf8', 0, body.indexOf(0)))
}

const toProxiedUrl = (url: string) =>
  Object.assign(new URL(url), { port: String((proxy.address() as AddressInfo).port) }).href

/** Runs a request and a job of the app, and returns the names of the statements it prepared. */
async function listStatementNames(env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'storewright-prepare-'))
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...env }),
    ownerUrl: toProxiedUrl(database.ownerUrl),
    appUrl: toProxiedUrl(database.appUrl),
  })
  const sql = postgres(database.ownerUrl, { max: 1 })
  try {
    const { method } = accountApi.login
    const payload = { email: 'ann@example.com', password: 'unknown' }
    const reply = await app.inject({ method, url: getRouteUrl(accountApi.login), payload })
    expect(reply.json().message).toBe('Email or Password is Invalid')
    await sql`select add_job('retention.cleanup', '{}')`
    await eventually(async () =>
      expect(await sql`select 1 from graphile_worker.jobs`).toHaveLength(0),
    )
    return [...statementNames]
  } finally {
    await sql.end()
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

test('prepares the statements of requests and jobs', async () => {
  const names = await listStatementNames({})
  expect(names).toContainEqual(expect.stringMatching(/^get_job/))
  expect(names.length).toBeGreaterThan(5)
})

test('DATABASE_PREPARE=false prepares no statement of requests or jobs', async () => {
  expect(await listStatementNames({ DATABASE_PREPARE: 'false' })).toEqual([''])
})
