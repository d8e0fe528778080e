import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { findFreePort } from '../../db/cluster/find-free-port.ts'
import { eventually } from '../eventually.ts'
import type { BucketServer, BucketService } from './s3rver-service.ts'

const runFile = promisify(execFile)
const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin']
/** Tests with Ceph need the Debian packages ceph-mon, ceph-osd and radosgw. */
export const hasCeph = programs.every(name => existsSync(join('/usr/bin', name)))

const gatewayName = 'client.rgw'
type Keys = BucketService['keys']
/** The owner of the tested buckets, and the owner of `foreignBucketName`. */
const keysByUser = {
  store: { FILES_ACCESS_KEY: 'STORE', FILES_SECRET_KEY: 'store-secret' },
  stranger: { FILES_ACCESS_KEY: 'STRANGER', FILES_SECRET_KEY: 'stranger-secret' },
}
export const foreignBucketName = 'bucket-of-a-stranger'

/** Starts Ceph with one monitor and one storage daemon in memory. The gateway is the server of the service. */
export async function createCephService(bucketNames: string[]): Promise<BucketService> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-ceph-'))
  const daemons = await startCluster(folder)
  const close = async () => {
    for (const daemon of daemons) await killDaemon(daemon)
    await rm(folder, { recursive: true, force: true })
  }
  // Clients would wait forever for a daemon that has ended.
  const failure = Promise.race(daemons.map(daemon => once(daemon, 'exit'))).then(() => {
    throw new Error('A daemon of Ceph has ended.')
  })
  failure.catch(() => {})
  try {
    await Promise.race([createUsersAndBuckets(folder, bucketNames), failure])
  } catch (error) {
    await close()
    throw error
  }
  return {
    keys: keysByUser.store,
    verifiesClock: true,
    start: () => startGateway(folder),
    close,
  }
}

async function createUsersAndBuckets(folder: string, bucketNames: string[]): Promise<void> {
  for (const [user, keys] of Object.entries(keysByUser)) await createUser(folder, user, keys)
  const server = await startGateway(folder)
  await createBuckets(server, keysByUser.store, bucketNames)
  await createBuckets(server, keysByUser.stranger, [foreignBucketName])
  await server.kill()
}

async function startCluster(folder: string): Promise<ChildProcess[]> {
  const clusterId = crypto.randomUUID()
  const diskId = crypto.randomUUID()
  const monitor = `[v1:127.0.0.1:${await findFreePort()}]`
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name))
  await writeFile(getConfigFile(folder), createConfig(folder, clusterId, monitor))
  const monitorMap = join(folder, 'monmap')
  const mapArgs = ['--create', '--addv', 'a', monitor, '--fsid', clusterId, monitorMap]
  await runFile('monmaptool', mapArgs)
  await run(folder, 'ceph-mon', '--mkfs', '-i', 'a', '--monmap', monitorMap)
  const monitorDaemon = spawnDaemon(folder, 'ceph-mon', '-i', 'a')
  await run(folder, 'ceph', 'osd', 'new', diskId, '0')
  // The daemon would add itself, but with an invalid command if it has not received the map of monitors.
  await run(folder, 'ceph', ...['osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=local'])
  await run(folder, 'ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', diskId)
  return [spawnDaemon(folder, 'ceph-osd', '-i', '0'), monitorDaemon]
}

const getConfigFile = (folder: string) => join(folder, 'ceph.conf')

const createConfig = (folder: string, clusterId: string, monitor: string) => `
[global]
fsid = ${clusterId}
mon host = ${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
keyring = /dev/null
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd class update on start = false
osd crush update on start = false
osd objectstore = memstore
memstore device bytes = ${2 ** 31}
mon data avail crit = 0
paxos propose interval = 0.05
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
rgw thread pool size = 32
log file = ${folder}/$name.log
admin socket = ${folder}/$name.$pid.asok
`

const run = (folder: string, program: string, ...args: string[]) =>
  runFile(program, ['--conf', getConfigFile(folder), ...args])

const spawnDaemon = (folder: string, program: string, ...args: string[]) =>
  spawn(program, ['--conf', getConfigFile(folder), '-f', ...args], { stdio: 'ignore' })

async function killDaemon(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  const exit = once(daemon, 'exit')
  daemon.kill('SIGKILL')
  await exit
}

async function createUser(folder: string, user: string, keys: Keys): Promise<void> {
  await run(
    folder,
    'radosgw-admin',
    ...['--name', gatewayName, 'user', 'create', '--uid', user, '--display-name', user],
    ...['--access-key', keys.FILES_ACCESS_KEY, '--secret-key', keys.FILES_SECRET_KEY],
  )
}

async function startGateway(folder: string): Promise<BucketServer> {
  const port = await findFreePort()
  const frontend = `beast endpoint=127.0.0.1:${port}`
  const gateway = spawnDaemon(folder, 'radosgw', '-n', gatewayName, '--rgw-frontends', frontend)
  await eventually(async () => {
    if (gateway.exitCode === null) return await fetch(`http://127.0.0.1:${port}`)
    return undefined
  })
  if (gateway.exitCode !== null)
    throw new Error(await readFile(join(folder, `${gatewayName}.log`), 'utf8'))
  return { port, kill: () => killDaemon(gateway) }
}

export const openCephClient = (endpoint: string, keys: Keys) =>
  new S3Client({
    endpoint,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: { accessKeyId: keys.FILES_ACCESS_KEY, secretAccessKey: keys.FILES_SECRET_KEY },
  })

async function createBuckets({ port }: BucketServer, keys: Keys, names: string[]): Promise<void> {
  const client = openCephClient(`http://127.0.0.1:${port}`, keys)
  for (const Bucket of names) await client.send(new CreateBucketCommand({ Bucket }))
  client.destroy()
}
