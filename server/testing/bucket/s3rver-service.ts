import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An S3 service with buckets. Its files remain when its server is killed. */
export type BucketService = {
  keys: { FILES_ACCESS_KEY: string; FILES_SECRET_KEY: string }
  /** Whether it rejects requests from a client whose clock is wrong. */
  verifiesClock: boolean
  start: () => Promise<BucketServer>
  close: () => Promise<void>
}
/** `kill` ends the process with SIGKILL. Until it runs again, connections are refused. */
export type BucketServer = { port: number; kill: () => Promise<void> }

export async function createS3rverService(bucketNames: string[]): Promise<BucketService> {
  const directory = await mkdtemp(join(tmpdir(), 'storewright-bucket-'))
  return {
    keys: { FILES_ACCESS_KEY: 'S3RVER', FILES_SECRET_KEY: 'S3RVER' },
    verifiesClock: false,
    start: () => startServer(directory, bucketNames),
    close: () => rm(directory, { recursive: true, force: true }),
  }
}

async function startServer(directory: string, bucketNames: string[]): Promise<BucketServer> {
  const program = join(import.meta.dirname, 'run-s3-server.ts')
  const server: ChildProcess = fork(program, [directory, ...bucketNames], { execArgv: [] })
  const exit = once(server, 'exit')
  const failure = exit.then(() => {
    throw new Error('The S3 server has ended.')
  })
  failure.catch(() => {})
  const [port] = await Promise.race([once(server, 'message'), failure])
  return {
    port: Number(port),
    async kill() {
      server.kill('SIGKILL')
      await exit
    },
  }
}
