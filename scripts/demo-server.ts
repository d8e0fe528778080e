import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { demoOwner } from '../server/seed/demo-store.ts'
import { freePort } from './free-port.ts'

const LoggedIn = z.object({
  data: z.looseObject({ accessToken: z.string(), refreshToken: z.string(), business: z.string() }),
})
const Listed = z.object({ data: z.array(z.object({ _id: z.string() })) })

/** The list that the `:id` of a page is taken from, by the folder of its path. */
const lists: Record<string, string> = {
  order: 'order/getAll',
  product: 'product/getAll',
  customer: 'customer/getAll',
  import: 'import/getAll',
  myStore: 'business/getAll',
  themes: 'theme/getAll',
  staff: 'staff/getAll',
}

export type DemoServer = Awaited<ReturnType<typeof startDemo>>

/** The demo store on a port and in a folder of its own; `running` takes one that is there already. */
export async function startDemo(running = process.env.DEMO_URL) {
  if (running) return { ...(await enter(running)), stop: async () => undefined }
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'storewright-demo-'))
  const child = spawn(process.execPath, ['server/seed/demo.ts'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
    },
  })
  console.log('Making the demo store …')
  const url = `http://localhost:${port}`
  await untilReady(child, url)
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...(await enter(url)), stop }
}

async function untilReady(child: ChildProcess, url: string) {
  const isUp = () =>
    fetch(`${url}/health/ready`).then(
      answer => answer.ok,
      () => false,
    )
  // The first time the demo makes a year of orders before it listens.
  while (!(await isUp())) {
    if (child.exitCode !== null)
      throw new Error('The demo server did not start; it says above why.')
    await new Promise(resolve => setTimeout(resolve, 250))
  }
}

/** Logs in, and brings an import in, so that its page too has something to show. */
async function enter(url: string) {
  const post = (path: string, init: RequestInit) =>
    fetch(`${url}/api/${path}`, { method: 'POST', ...init }).then(answer => answer.json())
  const { data } = LoggedIn.parse(
    await post('business/login', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoOwner.email, password: demoOwner.password }),
    }),
  )
  const { accessToken, refreshToken, ...user } = data
  const headers = { authorization: `Bearer ${accessToken}`, 'x-business-id': user.business }
  const first = async (list: string) =>
    Listed.parse(
      await fetch(`${url}/api/${list}?perPage=1`, { headers }).then(answer => answer.json()),
    ).data[0]?._id
  if (!(await first('import/getAll'))) await post('import/create', { headers, body: catalogue() })
  return {
    url,
    /** What the browser keeps of somebody who has logged in. */
    storage: { userData: JSON.stringify(user), accessToken, refreshToken },
    /** Where a path of the map leads in this store. */
    async fillIn(path: string) {
      const list = lists[path.split('/')[2] ?? '']
      return path
        .replace(':slug', 'about-us')
        .replace('ownership/:id', `ownership/${user.business}`)
        .replace(':id', path.includes(':id') && list ? ((await first(list)) ?? 'none') : '')
    },
  }
}

function catalogue(): FormData {
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
