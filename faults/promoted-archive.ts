import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findDebianBinaries, startDebianCluster } from '../scripts/debian-cluster.ts'
import { createFolder } from '../scripts/debian-postgres.ts'
import { changeOwner, chooseOsAccount } from '../server/db/cluster/cluster-account.ts'
import { createCopyUrl, DatabaseServer } from '../server/testing/db/database-server.ts'
import { toWriteResult } from './kill-server.ts'
import { type DatabasePair, startDatabasePair } from './lab/database-pair.ts'
import { FaultEnvironment, type FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { waitUntil } from './lab/wait-until.ts'
import { startWriters, type Writers } from './lab/writers.ts'
import {
  createArchiveSettings,
  findMissingArchive,
  LogArchive,
  waitForArchive,
} from './log-archive.ts'

const waitLimitMs = 60_000
const writesBetween = 20

/**
 * Makes a primary and its standby archive their logs in one place, and kills the primary during writes before it has
 * archived its log. Restores the archive after the promotion, and when the former primary runs again.
 */
export async function restoreAfterPromotion(): Promise<FaultFinding[]> {
  const check = 'a standby that archives in the same place is promoted'
  const skipped = await findMissingArchive(check)
  if (skipped) return [skipped]
  const archiveFolder = await createFolder()
  const environment = await FaultEnvironment.open({
    // pgBackRest reads the folder of the database as another user.
    prepare: folder => chmodSync(folder, 0o711),
    startCluster: startDebianCluster,
  })
  try {
    await environment.stopPair()
    const pair = await startDatabasePair(environment, {
      isDebian: true,
      createSettings: ({ databaseDir }) => createSettings(archiveFolder, databaseDir),
    })
    try {
      return await promoteAndRestore(environment, { pair, archiveFolder, check })
    } finally {
      await pair.stop()
    }
  } finally {
    await environment.close()
    rmSync(archiveFolder, { recursive: true, force: true })
  }
}

function createSettings(archiveFolder: string, databaseDir: string) {
  const settings = createArchiveSettings(archiveFolder, databaseDir, basename(databaseDir))
  const pauseFile = getPauseFile(databaseDir)
  return { ...settings, archive_command: `test ! -e ${pauseFile} && ${settings.archive_command}` }
}

/** While this file exists, the server archives nothing. */
const getPauseFile = (databaseDir: string) => `${databaseDir}.pause`

type SharedArchive = { pair: DatabasePair; archiveFolder: string; check: string }

async function promoteAndRestore(
  environment: FaultEnvironment,
  { pair, archiveFolder, check }: SharedArchive,
): Promise<FaultFinding[]> {
  const { primary, standby } = pair
  const archive = new LogArchive(archiveFolder, primary, basename(primary.databaseDir))
  const standbyArchive = new LogArchive(archiveFolder, standby, basename(standby.databaseDir))
  await archive.runCommand('stanza-create')
  await archive.runCommand('backup', '--type=full')
  environment.ownerUrl = primary.ownerUrl
  const server = await environment.startServer({ DATABASE_URL: pair.url })
  const writers = await startWriters(environment, () => [server.url], 2)
  await waitForWrites(writers)
  writeFileSync(getPauseFile(primary.databaseDir), '')
  await waitForWrites(writers)
  await primary.query('select pg_switch_wal()')
  await waitForWrites(writers)
  await primary.kill()
  await standby.query('select pg_promote()')
  environment.ownerUrl = standby.ownerUrl
  await waitForWrites(writers)
  await writers.stop()
  server.kill('SIGKILL')
  await server.exitStatus
  await standby.query('select audit_seal_batch(1000000)')
  const orders = await countOrders(standby)
  await waitForArchive(text => standby.query(text))
  const drillWithGap = await standbyArchive.runDrill()
  await returnFormerPrimary(primary)
  const drill = await standbyArchive.runDrill()
  return [
    {
      check,
      sampleCount: orders,
      result: `the log of the former primary is missing: ${getLastLine(drillWithGap)}`,
      hasPassed: drillWithGap.includes('The archive lacks a part of the log'),
    },
    {
      check: '  the former primary archives its own log too',
      sampleCount: orders,
      result: `${countRestoredOrders(drill)} of ${orders} orders; ${getLastLine(drill)}`,
      hasPassed: countRestoredOrders(drill) === orders && drill.includes('The drill passed'),
    },
    ...(await restoreAndStart(environment, standbyArchive, writers)),
  ]
}

const waitForWrites = (writers: Writers) => {
  const target = writers.countAcknowledged() + writesBetween
  return waitUntil(async () => writers.countAcknowledged() >= target, waitLimitMs)
}

/** Starts the former primary again, writes to it and waits until its log is archived. */
async function returnFormerPrimary(primary: DatabaseServer): Promise<void> {
  rmSync(getPauseFile(primary.databaseDir))
  await primary.start()
  await primary.query('set synchronous_commit = local; create table write_of_former_primary ()')
  await waitForArchive(text => primary.query(text))
}

async function countOrders(database: DatabaseServer): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*)::int from "order"')
  return row?.count ?? 0
}

const countRestoredOrders = (output: string) => Number(/^order (\d+)$/m.exec(output)?.[1])
const getLastLine = (output: string) => output.trim().split('\n').at(-1) ?? ''

/** Restores the end of the archive as docs/backup.md describes, and starts a process on it. */
async function restoreAndStart(
  environment: FaultEnvironment,
  archive: LogArchive,
  writers: Writers,
): Promise<FaultFinding[]> {
  const databaseDir = join(environment.folder, 'restored')
  mkdirSync(databaseDir, { mode: 0o700 })
  changeOwner(chooseOsAccount(databaseDir), databaseDir)
  await archive.runCommand('restore', `--pg1-path=${databaseDir}`, '--archive-mode=off')
  const restored = new DatabaseServer({
    databaseDir,
    ownerUrl: await createCopyUrl(environment.ownerUrl),
    binaries: await findDebianBinaries(),
  })
  await restored.start()
  try {
    await waitUntil(async () => {
      const [row] = await restored.query<{ isDone: boolean }>(
        'select not pg_is_in_recovery() as "isDone"',
      )
      return row?.isDone ?? false
    }, waitLimitMs)
    environment.ownerUrl = restored.ownerUrl
    const server = await environment.startServer()
    const report = await writers.verifyWrites(server.url)
    const violations = await listViolations(environment)
    server.kill('SIGKILL')
    await server.exitStatus
    return [
      { check: '  writes in the restored database', sampleCount: 1, ...toWriteResult(report) },
      toInvariantFinding(violations),
    ]
  } finally {
    await restored.stop()
  }
}
