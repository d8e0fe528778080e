import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domainApi } from '#contract/store/domain.ts'
import { findFreePort } from '../../db/cluster/find-free-port.ts'
import { getOwnerHost, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { startInternalServer } from './internal-server.ts'

const hasCaddy = spawnSync('caddy', ['version']).status === 0
const backOfficeHost = 'admin.example.com'

let t: TestApp
let folder: string
let caddy: ChildProcess
let httpPort: number
let httpsPort: number

beforeAll(async () => {
  if (!hasCaddy) return
  folder = await mkdtemp(join(tmpdir(), 'storewright-caddy-'))
  httpPort = await findFreePort()
  httpsPort = await findFreePort()
  t = await startTestApp({ PUBLIC_URL: `https://${backOfficeHost}:${httpsPort}` })
  const internal = (await startInternalServer(t.app, t.appUrl)).address()
  const upstream = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).host
  const internalPort = typeof internal === 'object' ? internal?.port : undefined
  caddy = await startCaddy({
    UPSTREAM: upstream,
    INTERNAL_UPSTREAM: `127.0.0.1:${internalPort}`,
  })
})
afterAll(async () => {
  if (!hasCaddy) return
  const exit = once(caddy, 'exit')
  caddy.kill()
  await exit
  await t.close()
  await rm(folder, { recursive: true })
})

/** Runs the real file with free ports and Caddy's own certificate authority. */
async function startCaddy(env: Record<string, string>) {
  const options = `
    local_certs
    skip_install_trust
    admin off
    http_port ${httpPort}
    https_port ${httpsPort}`
  const original = await readFile('deploy/Caddyfile', 'utf8')
  const file = join(folder, 'Caddyfile')
  const caddyfile = original
    .replace('\n{\n', () => `\n{${options}\n`)
    // Caddy 2.6 of Debian does not have this option yet.
    .replace(/^\s*health_fails .*\n/m, '')
  await writeFile(file, caddyfile)
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...env,
      PUBLIC_HOST: backOfficeHost,
      ACME_EMAIL: 'ann@example.com',
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  })
  while (!(await open(backOfficeHost, '/health/live').catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`Caddy exited with ${child.exitCode}.`)
    await sleep(50)
  }
  return child
}

/** Opens a URL of a host through Caddy. Fails if there is no certificate for the host. */
function open(host: string, path: string) {
  return new Promise<{ reply: IncomingMessage; body: string; certifiedHosts: string }>(
    (resolve, reject) => {
      getHttps(
        {
          host: '127.0.0.1',
          port: httpsPort,
          servername: host,
          path,
          headers: { host: `${host}:${httpsPort}` },
          rejectUnauthorized: false,
          agent: false,
        },
        async reply => {
          const { socket } = reply
          const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined
          const certifiedHosts = certificate?.subjectaltname ?? ''
          const body = (await Array.fromAsync(reply, String)).join('')
          resolve({ reply, body, certifiedHosts })
        },
      ).on('error', reject)
    },
  )
}

test.skipIf(!hasCaddy)('Caddy routes each host to its pages, with a certificate', async () => {
  const storeHost = getOwnerHost(t)
  await visit(t, '/')
  const backOffice = await open(backOfficeHost, '/health/live')
  expect(backOffice.certifiedHosts).toBe(`DNS:${backOfficeHost}`)
  expect(backOffice.reply.statusCode).toBe(200)
  expect((await open(backOfficeHost, '/metrics')).reply.statusCode).toBe(404)
  const home = await open(storeHost, '/')
  expect(home.certifiedHosts).toBe(`DNS:${storeHost}`)
  expect(home.reply.statusCode).toBe(200)
  expect(home.reply.headers['strict-transport-security']).toBe('max-age=63072000')
  expect(home.body).toContain(`<link rel="canonical" href="https://${storeHost}:${httpsPort}/"`)
  expect((await open(storeHost, '/api/health/live')).reply.statusCode).toBe(404)

  await t.call('owner', domainApi.create, { body: { domain: 'kiln.example.org' } })
  await expect(open('kiln.example.org', '/')).rejects.toThrow()
  await t.inStore(tx => tx`update domain set status = 'active' where domain = 'kiln.example.org'`)
  const openDomain = () => open('kiln.example.org', '/products').catch(() => undefined)
  let custom = await openDomain()
  while (!custom) custom = await openDomain()
  expect(custom.certifiedHosts).toBe('DNS:kiln.example.org')
  expect(custom.reply.statusCode).toBe(301)
  expect(custom.reply.headers['strict-transport-security']).toBe('max-age=2592000')
  expect(custom.reply.headers.location).toBe(`https://${storeHost}:${httpsPort}/products`)
})

test.skipIf(!hasCaddy)('Caddy has no certificate for other hosts', async () => {
  for (const host of ['no-such-store.storewright.localhost', 'example.com'])
    await expect(open(host, '/')).rejects.toThrow()
})

test.skipIf(!hasCaddy)('Caddy redirects from http to https on the hosts of stores', async () => {
  const host = getOwnerHost(t)
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    getHttp(
      { port: httpPort, host: '127.0.0.1', path: '/products', headers: { host } },
      resolve,
    ).on('error', reject)
  })
  reply.resume()
  expect(reply.statusCode).toBe(308)
  expect(reply.headers.location).toBe(`https://${host}/products`)
})
