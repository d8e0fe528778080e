import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listServedPaths } from '../../../scripts/page/list-page-paths.ts'
import { readConfig } from '../../config.ts'
import { registerHeaders } from './headers.ts'
import { createHttpServer } from './http.ts'
import { servePages } from './pages.ts'

let server: FastifyInstance
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-pages-'))
  const root = join(folder, 'web')
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Storewright</title>')
  await writeFile(join(root, 'assets/page-1a2b.js'), 'export {}')
  for (const name of ['server', 'storefront']) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'start.js'), 'export {}')
  }
  await writeFile(join(root, 'page-paths.json'), JSON.stringify(listServedPaths()))
  const config = readConfig({ LOG_LEVEL: 'silent' })
  server = await createHttpServer(config)
  await registerHeaders(Object.assign(server, { config }))
  await servePages(server, root)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

type Client = { method?: 'GET' | 'HEAD' | 'POST'; accept?: string }
async function request(url: string, { method = 'GET', accept }: Client = {}) {
  const { statusCode, headers } = await server.inject({
    method,
    url,
    headers: accept === undefined ? {} : { accept },
  })
  return `${statusCode} ${headers['content-type']?.toString().split(';')[0]}`
}

const clients: Client[] = [
  {},
  { accept: '*/*' },
  { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  { accept: 'application/json' },
  { method: 'HEAD' },
]

test('every page is served to every client', async () => {
  const urls = [
    '/',
    ...listServedPaths().map(path => path.replaceAll(/:\w+/g, 'x')),
    '/login?next=1',
  ]
  for (const client of clients)
    for (const url of urls)
      expect(await request(url, client), `${url} ${JSON.stringify(client)}`).toBe('200 text/html')
})

test('serves files of the pages, but not the built server', async () => {
  expect(await request('/page-paths.json')).toBe('200 application/json')
  for (const path of ['/server/start.js', '/../server/start.js', '/%2e%2e/storefront/start.js'])
    expect(await request(path), path).toBe('404 application/json')
})

test('an unknown path is a 404 with the page for clients that accept HTML', async () => {
  for (const client of clients.filter(({ accept }) => accept !== 'application/json'))
    expect(await request('/no/such/page', client)).toBe('404 text/html')
  expect(await request('/no/such/page', { accept: 'application/json' })).toBe(
    '404 application/json',
  )
})

test('unknown calls and files, and writes to pages, are a 404 without a page', async () => {
  const accept = 'text/html,*/*'
  for (const url of ['/api/nothing', '/api', '/health/x', '/media/x', '/favicon.ico', '/metrics'])
    expect(await request(url, { accept }), url).toBe('404 application/json')
  expect(await request('/assets/old.js', { accept })).toBe('404 application/json')
  expect(await request('/login', { method: 'POST', accept })).toBe('404 application/json')
  for (const url of ['/assets/page-1a2b.js', '/assets/%70age-1a2b.js'])
    expect(await request(url), url).toBe('200 application/javascript')
  for (const url of ['/assets/..%2findex.html', '/assets/%2e%2e%2findex.html', '/assets/'])
    expect(await request(url), url).toBe('404 application/json')
})

test('scripts are sent without the headers of documents, and pages with them', async () => {
  const { headers: scriptHeaders } = await server.inject('/assets/page-1a2b.js')
  expect(scriptHeaders['x-content-type-options']).toBe('nosniff')
  expect(scriptHeaders['content-security-policy']).toBeUndefined()
  expect(scriptHeaders['permissions-policy']).toBeUndefined()
  expect(scriptHeaders['x-request-id']).toBeUndefined()
  const { headers: pageHeaders } = await server.inject('/login')
  expect(pageHeaders['permissions-policy']).toContain('camera=()')
  expect(pageHeaders['content-security-policy']).toContain("script-src 'self'")
  const { headers: packingHeaders } = await server.inject('/packing')
  expect(packingHeaders['permissions-policy']).toContain('camera=(self)')
})
