import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { importApi } from '#contract/import/import.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { findFreePort } from './db/cluster/find-free-port.ts'
import { translateStack } from './lib/http/source-stack.ts'
import { createTestDatabase } from './testing/test-database.ts'

// These tests start real processes on real ports. They wait for events and not for a time, because
// every step can take minutes on a busy machine. Only a test that hangs reaches this limit.
const pollOptions = { timeout: 280_000 }
const node = 'node_modules/.bin/node'
/** A bundle starts in half of the time of the sources. */
const builtServer = 'dist/server/start.js'
const running: ChildProcess[] = []
let folder: string
let dataDir: string

beforeAll(async () => {
  // Builds only if a source has changed.
  await promisify(execFile)(node, ['start.mjs', 'build'])
  folder = await mkdtemp(join(tmpdir(), 'storewright-start-'))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await Promise.all(
    running.splice(0).map(async child => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    }),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function launch(env: Record<string, string>, args = [builtServer]) {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DATABASE|NODE_(?!COMPILE_CACHE)|VITEST|PUBLIC_URL)/.test(name),
    ),
  )
  const child = spawn(node, args, {
    env: { ...inherited, HOST: '127.0.0.1', DATA_DIR: dataDir, CALL_LIMIT_MS: '280000', ...env },
  })
  running.push(child)
  return {
    child,
    stdout: text(child.stdout),
    stderr: text(child.stderr),
    exit: once(child, 'exit').then(([code]) => code),
  }
}

async function launchReady(env: Record<string, string> = {}, args?: string[]) {
  const port = await findFreePort()
  const server = launch({ PORT: String(port), ...env }, args)
  await Promise.race([
    waitForReadyLine(server.child.stdout),
    server.exit.then(async code => {
      throw new Error(`ended with ${code}: ${await server.stderr}`)
    }),
  ])
  return { ...server, port, url: `http://127.0.0.1:${port}` }
}

async function waitForReadyLine(stdout: Readable) {
  let output = ''
  while (!output.includes('Storewright is ready')) output += (await once(stdout, 'data'))[0]
}

async function getStartupError(env: Record<string, string>): Promise<string> {
  const { stderr, exit } = launch({ PORT: String(await findFreePort()), ...env })
  expect(await exit).toBe(1)
  const errorText = (await stderr).trim()
  expect(errorText.split('\n'), 'one sentence').toHaveLength(1)
  return errorText
}

const databaseFile = (name: string) => join(dataDir, 'postgres', name)
/** Returns the process id of the database, or 0 if there is none. */
const getDatabasePid = async () => {
  const content = await readFile(databaseFile('postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(content, 10) || 0
}
/** Kills the database and waits until the server starts the next one. */
async function killDatabase() {
  const killed = await getDatabasePid()
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(async () => ![0, killed].includes(await getDatabasePid()), pollOptions)
    .toBe(true)
}
const canConnect = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  )

describe('with the embedded database', () => {
  test('starts, prints its URL, rejects a second start, and stops server and database at SIGTERM', async () => {
    const { child, stdout, exit, url, port } = await launchReady()
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    expect(await getStartupError({})).toContain('already running on the data folder')
    expect((await fetch(`${url}/health/live`)).status, 'the first continues').toBe(200)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(await stdout).toContain(`Storewright is ready at http://localhost:${port}`)
    expect(existsSync(databaseFile('postmaster.pid'))).toBe(false)
    expect(existsSync(join(dataDir, 'storewright.lock'))).toBe(false)
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\n$/,
    )
  })

  test('answers a request in progress at SIGTERM and closes its connection', async () => {
    const { child, exit, port } = await launchReady()
    const socket = connect(port, '127.0.0.1')
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' })
    socket.write(
      `POST /api/business/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    )
    // The server replies "100 Continue" when it has received the headers.
    await once(socket, 'data')
    const answer = text(socket)
    child.kill('SIGTERM')
    await expect
      .poll(() => canConnect(port), { message: 'no new connections', ...pollOptions })
      .toBe(false)
    socket.write(body.slice(10))
    expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*connection: close/i)
    expect(await exit).toBe(0)
  })

  test('open event streams do not delay the shutdown', async () => {
    const { child, exit, url } = await launchReady()
    const signup = {
      fullName: 'Ada',
      // The first try may have signed up before it failed.
      email: `ada-${randomUUID()}@example.com`,
      password: 'kettle-shed-oak-7',
      businessName: 'Ada',
    }
    const signupReply = await fetch(`${url}/api/business/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signup),
    })
    const {
      data: { accessToken },
    } = await signupReply.json()
    const stream = await fetch(`${url}/api/notification/stream`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(stream.status).toBe(200)
    child.kill('SIGTERM')
    expect(await stream.text(), 'the stream ends regularly').toMatch(/^:/)
    expect(await exit).toBe(0)
  })

  test('the next start takes over the database of a killed server', async () => {
    const first = await launchReady()
    const orphan = await getDatabasePid()
    first.child.kill('SIGKILL')
    await first.exit
    expect(() => process.kill(orphan, 0)).not.toThrow()
    const { url } = await launchReady()
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    expect(() => process.kill(orphan, 0)).toThrow()
  })

  test('restarts a killed database', async () => {
    const { child, stdout, exit, url } = await launchReady()
    const ready = () =>
      fetch(`${url}/health/ready`).then(
        reply => reply.status,
        () => 0,
      )
    await killDatabase()
    // These are the first readiness checks, so no result about the old database is cached.
    await expect.poll(ready, pollOptions).toBe(200)
    child.kill('SIGTERM')
    const code = await exit
    expect(code, await stdout).toBe(0)
    expect(existsSync(databaseFile('postmaster.pid'))).toBe(false)
  })

  test('a shutdown during the restart of the database leaves none running', async () => {
    const { child, exit } = await launchReady()
    await killDatabase()
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    const last = await getDatabasePid()
    expect(() => process.kill(last || 2 ** 22 + 1, 0)).toThrow()
  })

  test('stops when its parent process ends', async () => {
    const port = await findFreePort()
    const child = spawn(node, [builtServer], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    })
    running.push(child)
    if (child.stdout) await once(child.stdout, 'data')
    child.disconnect()
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('detects a port in use before it creates any file', async () => {
    const blockingServer = createServer()
    const port = await findFreePort()
    await new Promise<void>(resolve => blockingServer.listen(port, '127.0.0.1', resolve))
    const unusedDataDir = join(folder, 'never')
    expect(await getStartupError({ PORT: String(port), DATA_DIR: unusedDataDir })).toContain(
      `Port ${port} is in use`,
    )
    expect(existsSync(unusedDataDir)).toBe(false)
    blockingServer.close()
  })

  test('rejects a data folder of a newer version', async () => {
    const file = databaseFile('PG_VERSION')
    const version = await readFile(file, 'utf8')
    await writeFile(file, '99\n')
    expect(await getStartupError({})).toContain('created by a newer version of Storewright')
    await writeFile(file, version)
  })
})

describe('the built server', () => {
  test('has the production build of React, although NODE_ENV is "test" here', async () => {
    expect(process.env.NODE_ENV).toBe('test')
    const files = (await readdir('dist/web/assets')).filter(name => name.endsWith('.js'))
    const scripts = await Promise.all(
      files.map(name => readFile(`dist/web/assets/${name}`, 'utf8')),
    )
    expect(scripts.some(script => script.includes('https://react.dev/errors/'))).toBe(true)
    expect(scripts.some(script => script.includes('Each child in a list'))).toBe(false)
  })

  test('replaces start.mjs, so that the server is the only process', async () => {
    const { child, exit } = await launchReady({}, ['start.mjs', 'serve'])
    expect(await readFile(`/proc/${child.pid}/cmdline`, 'utf8')).toContain('dist/server/start.js')
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  test('stops when npm is killed', async () => {
    const script = `require('node:child_process').spawn(${JSON.stringify(node)}, ['start.mjs', 'serve'], { stdio: 'inherit' })`
    const { child, url } = await launchReady({ npm_lifecycle_event: 'start' }, ['-e', script])
    child.kill('SIGKILL')
    await expect.poll(() => canConnect(Number(new URL(url).port)), pollOptions).toBe(false)
    await expect.poll(() => existsSync(databaseFile('postmaster.pid')), pollOptions).toBe(false)
  })

  test('imports a file, sends an email and logs positions in the sources', async () => {
    const { url, stdout, child, exit } = await launchReady({ LOG_LEVEL: 'error' }, [
      'start.mjs',
      'serve',
    ])
    const post = async (path: string, init: RequestInit) =>
      (await fetch(`${url}/api/${path}`, { method: 'POST', ...init })).json()
    const { data: session } = await post('business/signup', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        fullName: 'Ada',
        email: `ada-${randomUUID()}@example.com`,
        password: 'kettle-shed-oak-7',
        businessName: 'Built',
      }),
    })
    const headers = {
      authorization: `Bearer ${session.accessToken}`,
      'x-business-id': session.business,
    }
    const form = new FormData()
    form.set('kind', 'products')
    form.set('file', new Blob(['Handle,Title,Variant Price\njug,Jug,39.00\n']), 'jug.csv')
    const { data: created } = await post('import/create', { headers, body: form })
    const getStatus = async () => {
      const reply = await fetch(`${url}${getRouteUrl(importApi.get).replace(':id', created._id)}`, {
        headers,
      })
      return (await reply.json()).data.status
    }
    await expect.poll(getStatus, pollOptions).toBe('planned')
    await expect
      .poll(() => readdir(join(dataDir, 'outbox')).then(files => files.length), pollOptions)
      .toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(await stdout).not.toContain('"level":"error"')

    const path = resolve('dist/server/app.js')
    const lines = (await readFile(path, 'utf8')).split('\n')
    const line = lines.findIndex(text => /\bredactSecrets = /.test(text)) + 1
    expect(translateStack(`    at redactSecrets (file://${path}:${line}:7)`)).toMatch(
      new RegExp(`${resolve('server/lib/http/log.ts')}:\\d+:\\d+`),
    )
  })
})

describe('with a database server', () => {
  test('several processes share one database, and an uncaught error stops only its process', async () => {
    const database = await createTestDatabase()
    const importFlag = `--import ${JSON.stringify(`data:text/javascript,${encodeURIComponent('process.on("SIGUSR2", () => { Promise.reject(new Error("nobody waits for this")) })')}`)}`
    const servers = await Promise.all([
      launchReady({ DATABASE_URL: database.ownerUrl }),
      launchReady({ DATABASE_URL: database.ownerUrl, NODE_OPTIONS: importFlag }),
    ])
    for (const { url } of servers) expect((await fetch(`${url}/health/live`)).status).toBe(200)
    servers[0].child.kill('SIGTERM')
    // An uncaught error is logged and stops the process.
    servers[1].child.kill('SIGUSR2')
    expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual([0, 1])
    const loggedError = (await servers[1].stdout).split('\n').find(line => line.startsWith('{'))
    expect(JSON.parse(loggedError ?? '{}')).toMatchObject({
      level: 'fatal',
      err: { message: 'nobody waits for this' },
    })
    await database.drop()
  })

  test('reports a wrong DATABASE_URL in one sentence without the password', async () => {
    const database = await createTestDatabase()
    const url = new URL(database.ownerUrl)
    url.password = 'hunter2'
    const errorText = await getStartupError({ DATABASE_URL: url.href })
    expect(errorText).toContain('rejects the user or the password')
    expect(errorText).not.toContain('hunter2')
    expect(
      await getStartupError({ DATABASE_URL: 'postgres://ann:hunter2@127.0.0.1:1/shop' }),
    ).toContain('No PostgreSQL server responds at 127.0.0.1:1')
    expect(await getStartupError({ DATABASE_URL: 'not an address' })).toContain(
      'DATABASE_URL must look like',
    )
    await database.drop()
  })

  test('reports a pooler that allows too few connections in one sentence', async () => {
    const database = await createTestDatabase()
    const pooler = startFullPooler(database.ownerUrl, 3)
    await once(pooler, 'listening')
    const { port } = pooler.address() as AddressInfo
    const url = Object.assign(new URL(database.ownerUrl), { port }).href
    expect(await getStartupError({ DATABASE_URL: url })).toBe(
      `PgBouncer at 127.0.0.1:${port} has too many connections. Increase its max_client_conn.`,
    )
    pooler.close()
    await database.drop()
  })
})

/** Forwards the first `limit` connections to the database, and refuses others as PgBouncer does. */
function startFullPooler(url: string, limit: number): Server {
  const target = new URL(url)
  let connectionCount = 0
  const fields = ['SFATAL', 'C08P01', 'Mno more connections allowed (max_client_conn)', '']
  const refusal = Buffer.from(`E....${fields.map(field => `${field}\0`).join('')}`)
  refusal.writeInt32BE(refusal.length - 1, 1)
  return createTcpServer(client => {
    client.on('error', () => client.destroy())
    if (connectionCount === limit) return void client.once('data', () => client.end(refusal))
    connectionCount += 1
    const upstream = connect(Number(target.port), target.hostname)
    client.pipe(upstream).pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  }).listen(0, '127.0.0.1')
}
