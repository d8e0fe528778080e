import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../server/db/cluster/find-free-port.ts'

export const password = 'kettle-shed-oak-7'

export type BenchServer = { child: ChildProcess; url: string; stop: () => Promise<unknown> }

/** On SIGUSR2 the server collects garbage and reports the size of its heap. */
const heapReportScript =
  'process.on("SIGUSR2",()=>{gc();process.stderr.write("heap "+process.memoryUsage().heapUsed+"\\n")})'

/** Starts the built server on a free port and waits until it is ready. */
export async function startBenchServer(env: Record<string, string>): Promise<BenchServer> {
  const port = await findFreePort()
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      `data:text/javascript,${encodeURIComponent(heapReportScript)}`,
      'dist/server/start.js',
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...env },
    },
  )
  child.stderr.on('data', (output: Buffer) => {
    if (!output.toString().startsWith('heap ')) process.stderr.write(output)
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(child, url)
  return { child, url, stop: () => stopProcess(child) }
}

export async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error('The server did not start.')
    await sleep(100)
  }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    reply => reply.ok,
    () => false,
  )

export async function post(
  url: string,
  path: string,
  body: object,
): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, text: await reply.text() }
}
/** Creates an account with a store and returns the headers of its session. */
export async function signUpSeller(
  url: string,
  name: string,
): Promise<{ email: string; headers: Record<string, string> }> {
  const email = `${name}@example.com`
  const { status, text } = await post(url, 'business/signup', {
    fullName: 'Mara Lindt',
    email,
    password,
    businessName: `Store ${name}`,
  })
  if (status >= 300) throw new Error(`The signup was rejected with ${status}: ${text}`)
  const { data }: { data: { accessToken: string; business: string } } = JSON.parse(text)
  return {
    email,
    headers: { authorization: `Bearer ${data.accessToken}`, 'x-business-id': data.business },
  }
}
