import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { findFreePort } from '../server/db/cluster/find-free-port.ts'
import { demoOwner } from '../server/seed/demo-store.ts'

const LoginReply = z.object({
  data: z.looseObject({ accessToken: z.string(), refreshToken: z.string(), business: z.string() }),
})
const ThemesReply = z.object({ data: z.array(z.object({ _id: z.string(), code: z.string() })) })
const ListReply = z.object({ data: z.array(z.object({ _id: z.string() })) })

/** The list call that provides an `:id` for a page, by the second segment of the page's path. */
const listPaths: Record<string, string> = {
  order: 'order/getAll',
  product: 'product/getAll',
  customer: 'customer/getAll',
  import: 'import/getAll',
  myStore: 'business/getAll',
  themes: 'theme/getAll',
  staff: 'staff/getAll',
}

export type DemoServer = Awaited<ReturnType<typeof startDemoServer>>

/**
 * Starts a demo server with its own port and data folder, or uses the running server at
 * `runningUrl`. The script creates the demo data.
 */
export async function startDemoServer({
  runningUrl = process.env.DEMO_URL,
  script = 'server/seed/demo.ts',
} = {}) {
  if (runningUrl) return { ...(await logIn(runningUrl)), stop: async () => undefined }
  const port = await findFreePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'storewright-demo-'))
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
    },
  })
  console.log('Creating the demo store …')
  const url = `http://localhost:${port}`
  await waitUntilReady(child, url)
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...(await logIn(url)), stop }
}

async function waitUntilReady(child: ChildProcess, url: string) {
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      response => response.ok,
      () => false,
    )
  // On its first start the demo creates a year of orders before it listens.
  while (!(await isReady())) {
    if (child.exitCode !== null)
      throw new Error('The demo server did not start. See its output above.')
    await new Promise(resolve => setTimeout(resolve, 250))
  }
}

async function createSession(url: string) {
  const response = await fetch(`${url}/api/business/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoOwner.email, password: demoOwner.password }),
  })
  const { accessToken, refreshToken, ...user } = LoginReply.parse(await response.json()).data
  const headers = { authorization: `Bearer ${accessToken}`, 'x-business-id': user.business }
  return { accessToken, refreshToken, user, headers }
}

/** Logs in and imports a small file, so that the import page has content. */
async function logIn(url: string) {
  const { accessToken, refreshToken, user, headers } = await createSession(url)
  const getFirstId = async (list: string) =>
    ListReply.parse(
      await fetch(`${url}/api/${list}?perPage=1`, { headers }).then(response => response.json()),
    ).data[0]?._id
  if (!(await getFirstId('import/getAll')))
    await fetch(`${url}/api/import/create`, {
      method: 'POST',
      headers,
      body: createSampleCatalog(),
    })
  // A measurement takes longer than an access token is valid, so each call has a session of its own.
  const send = async (method: string, path: string, body?: object) => {
    const { headers } = await createSession(url)
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} failed with status ${response.status}.`)
    return response.json()
  }
  const storeHost = `ottermill.${process.env['STOREFRONT_HOST'] ?? 'storewright.localhost'}`
  return {
    url,
    /** The address of the first demo store. */
    storeUrl: url.replace('localhost', storeHost),
    /** Sends a call as the owner and returns the reply. */
    send,
    listThemes: async () => ThemesReply.parse(await send('GET', 'theme/getAll')).data,
    /** The entries of the browser's local storage after login. */
    storage: { userData: JSON.stringify(user), accessToken, refreshToken },
    /** Returns the path of a page with the ids of this store. */
    async resolvePath(path: string) {
      const list = listPaths[path.split('/')[2] ?? '']
      return path
        .replace(':slug', 'about-us')
        .replace('ownership/:id', `ownership/${user.business}`)
        .replace(':id', path.includes(':id') && list ? ((await getFirstId(list)) ?? 'none') : '')
    },
  }
}

function createSampleCatalog(): FormData {
  const form = new FormData()
  form.set('kind', 'products')
  form.set(
    'file',
    new Blob(
      [
        'Handle,Title,Variant SKU,Variant Price\njug,Water jug,JUG-1,39.00\nvase,Vase,VASE-1,dear\n',
      ],
      { type: 'text/csv' },
    ),
    'pottery.csv',
  )
  return form
}
