import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { findDebianBinaries } from '../../scripts/debian-cluster.ts'
import {
  createCopyUrl,
  createStandby,
  DatabaseServer,
} from '../../server/testing/db/database-server.ts'
import { FaultEnvironment } from './fault-environment.ts'

/** A primary and a standby with the data of an environment. */
export type DatabasePair = {
  primary: DatabaseServer
  standby: DatabaseServer
  /** The URL with both hosts. */
  url: string
  stop: () => Promise<void>
}

/**
 * Stops the database of the environment, and starts a primary on a copy of it, and a standby. The
 * primary waits for the standby at each commit.
 */
export async function startDatabasePair(environment: FaultEnvironment): Promise<DatabasePair> {
  await environment.stopDatabase()
  const primaryDir = join(environment.folder, 'primary')
  execFileSync('cp', ['-a', environment.databaseDir, primaryDir])
  const ownerUrl = await createCopyUrl(environment.ownerUrl)
  const binaries = FaultEnvironment.postgres === 'embedded' ? undefined : await findDebianBinaries()
  const primary = new DatabaseServer({ databaseDir: primaryDir, ownerUrl, binaries })
  await primary.start({ synchronous_standby_names: '*' })
  const standby = await createStandby(primary, {
    databaseDir: join(environment.folder, 'standby'),
    binaries,
  })
  await standby.start()
  const primaryHost = new URL(ownerUrl).host
  const url = ownerUrl.replace(primaryHost, `${primaryHost},${new URL(standby.ownerUrl).host}`)
  return {
    primary,
    standby,
    url: `${url}?target_session_attrs=read-write`,
    stop: async () => {
      await Promise.all([primary.stop(), standby.stop()])
    },
  }
}
