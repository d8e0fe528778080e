import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startDebianCluster } from '../scripts/debian-cluster.ts'
import { createFolder } from '../scripts/debian-postgres.ts'
import { FaultEnvironment, type FaultFinding } from './lab/fault-environment.ts'
import { waitUntil } from './lab/wait-until.ts'
import { startWriters } from './lab/writers.ts'
import {
  createArchiveSettings,
  findMissingArchive,
  LogArchive,
  waitForArchive,
} from './log-archive.ts'

const writesBetween = 20

/**
 * Archives the log of a database with pgBackRest during writes, deletes all orders by mistake, and runs
 * deploy/restore-drill.sh to the time before the mistake and to the end.
 */
export async function restoreFromArchive(): Promise<FaultFinding[]> {
  const check = 'restore drills from an archive of pgBackRest'
  const skipped = await findMissingArchive(check)
  if (skipped) return [skipped]
  const archiveFolder = await createFolder()
  const environment = await FaultEnvironment.open({
    // pgBackRest reads the folder of the database as another user.
    prepare: folder => chmodSync(folder, 0o711),
    startCluster: folder =>
      startDebianCluster(folder, createArchiveSettings(archiveFolder, join(folder, 'postgres'))),
  })
  try {
    const archive = new LogArchive(archiveFolder, environment)
    await archive.runCommand('stanza-create')
    await archive.runCommand('backup', '--type=full')
    await write(environment)
    const beforeMistake = await readState(environment)
    await environment.withSuperuserSql(sql =>
      sql.unsafe('set session_replication_role = replica; delete from "order"'),
    )
    await write(environment)
    const afterMistake = await readState(environment)
    await waitForArchive(text => environment.withSuperuserSql(sql => sql.unsafe(text)))
    const restoredBefore = await archive.runDrill(beforeMistake.time)
    const restoredEnd = await archive.runDrill()
    return [
      toFinding(`${check}: to the time before a mistake`, beforeMistake, restoredBefore),
      toFinding('  to the end', afterMistake, restoredEnd),
    ]
  } finally {
    await environment.close()
    rmSync(archiveFolder, { recursive: true, force: true })
  }
}

type ArchivedOrders = { time: string; count: number }

/** Seals the audit, then reads the time and the number of orders. */
async function readState(environment: FaultEnvironment): Promise<ArchivedOrders> {
  const [state] = await environment.withSuperuserSql(async sql => {
    await sql`select audit_seal_batch(1000000)`
    return sql<ArchivedOrders[]>`
      select clock_timestamp()::text as time, count(*)::int as count from "order"`
  })
  if (!state) throw new Error('The orders were not counted.')
  return state
}

async function write(environment: FaultEnvironment): Promise<void> {
  const servers = await environment.startPair()
  const writers = await startWriters(environment, () => servers.map(({ url }) => url), 2)
  await waitUntil(async () => writers.countAcknowledged() >= writesBetween, 60_000)
  await writers.stop()
}

/** Passes if the drill has counted the orders of the state. */
function toFinding(check: string, { count }: ArchivedOrders, output: string): FaultFinding {
  const orders = Number(/^order (\d+)$/m.exec(output)?.[1])
  const seals = /^The audit matches its seals.*$/m.exec(output)?.[0] ?? 'the audit was not verified'
  const duration = /^The drill passed.*$/m.exec(output)?.[0] ?? 'the drill did not pass'
  return {
    check,
    sampleCount: count,
    result: `${orders} of ${count} orders; ${seals} ${duration}`,
    hasPassed:
      orders === count && seals.startsWith('The audit') && duration.startsWith('The drill'),
  }
}
