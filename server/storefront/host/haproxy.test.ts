import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { findFreePort } from '../../db/cluster/find-free-port.ts'
import type { App } from '../../lib/call/serve.ts'
import { loadTestStorefront } from '../../testing/test-storefront.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0
const backOfficeHost = 'admin.example.com'
const frontProxy = '127.0.0.2'

let t: TestApp
let otherApp: App
let haproxy: ChildProcess
let port: number
/** The requests that arrived at the two processes. */
const arrivals: { server: string; headers: IncomingHttpHeaders }[] = []

beforeAll(async () => {
  if (!hasHaproxy) return
  t = await startTestApp({ PUBLIC_URL: `https://${backOfficeHost}` })
  const { appUrl, ownerUrl } = t
  const loadStorefront = loadTestStorefront
  const { config } = t.app
  otherApp = await buildApp({ config, ownerUrl, appUrl, runsJobs: false, loadStorefront })
  port = await findFreePort()
  haproxy = await startHaproxy({
    WEB_1: await listen('web1', t.app),
    WEB_2: await listen('web2', otherApp),
  })
})
afterAll(async () => {
  if (!hasHaproxy) return
  const exit = once(haproxy, 'exit')
  haproxy.kill()
  await exit
  await otherApp.close()
  await t.close()
})

async function listen(server: string, app: App): Promise<string> {
  app.server.on('request', ({ headers }) => {
    if (headers.host !== 'health') arrivals.push({ server, headers })
  })
  return new URL(await app.listen({ port: 0, host: '127.0.0.1' })).host
}

/** Runs the real file. */
async function startHaproxy(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn('haproxy', ['-db', '-f', 'deploy/haproxy.cfg'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...env,
      BIND: `127.0.0.1:${port}`,
      PUBLIC_HOST: backOfficeHost,
      FRONT_PROXIES: `${frontProxy} fd00::/8`,
    },
  })
  while (!(await open(backOfficeHost).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`HAProxy exited with ${child.exitCode}.`)
    await sleep(50)
  }
  return child
}

/** Sends a request through HAProxy on a new connection, and returns the status and the arrival. */
async function open(host: string, options: RequestOptions = {}) {
  const path = '/health/live'
  const { headers, ...others } = options
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path, agent: false, headers: { host, ...headers }, ...others },
      reply => {
        reply.resume()
        resolve(reply.statusCode)
      },
    )
      .on('error', reject)
      .end()
  })
  return { status, arrival: arrivals.at(-1) }
}
const findServer = async (host: string) => (await open(host)).arrival?.server
const storeHosts = Array.from({ length: 20 }, (_, nr) => `store-${nr}.storewright.localhost`)

test.skipIf(!hasHaproxy)(
  'HAProxy sends each store to one process, and the back office to all',
  async () => {
    const servers = new Set<string | undefined>()
    for (const host of storeHosts) {
      const server = await findServer(host)
      servers.add(server)
      expect(await findServer(host), host).toBe(server)
      expect(await findServer(`${host.toUpperCase()}:8443`), host).toBe(server)
    }
    expect(servers.size).toBe(2)
    const calls = [await findServer(backOfficeHost), await findServer(`${backOfficeHost}:8443`)]
    expect(new Set(calls).size).toBe(2)
  },
)

test.skipIf(!hasHaproxy)(
  'HAProxy passes the address of the client on, which only the proxy in front may name',
  async () => {
    const headers = {
      'x-forwarded-for': '192.0.2.7',
      'x-forwarded-host': 'other.example.com',
      'x-forwarded-proto': 'https',
    }
    const direct = (await open(backOfficeHost, { headers })).arrival?.headers
    expect(direct?.['x-forwarded-for']).toBe('127.0.0.1')
    expect(direct).not.toHaveProperty('x-forwarded-host')
    expect(direct).not.toHaveProperty('x-forwarded-proto')
    const forwarded = (await open(backOfficeHost, { headers, localAddress: frontProxy })).arrival
    expect(forwarded?.headers['x-forwarded-for']).toBe(`192.0.2.7, ${frontProxy}`)
  },
)

test.skipIf(!hasHaproxy)('HAProxy serves no metrics', async () => {
  arrivals.length = 0
  for (const path of ['/metrics', '/metrics?a', '/metrics/'])
    expect((await open(backOfficeHost, { path })).status).toBe(404)
  expect(arrivals).toEqual([])
})

test.skipIf(!hasHaproxy)(
  'HAProxy leaves out a process that is not ready, and repeats a request that it refused',
  async () => {
    let host = storeHosts[0] ?? ''
    for (const nextHost of storeHosts) if ((await findServer(nextHost)) === 'web2') host = nextHost
    const waitFor = (server: string) => expect.poll(() => findServer(host)).toBe(server)
    otherApp.shutdown.isRequested = true
    await waitFor('web1')
    otherApp.shutdown.isRequested = false
    await waitFor('web2')
    const address = otherApp.server.address()
    otherApp.server.close()
    otherApp.server.closeAllConnections()
    expect(await open(host)).toMatchObject({ status: 200, arrival: { server: 'web1' } })
    otherApp.server.listen(address)
    await waitFor('web2')
  },
)
