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
  /** Starts another standby of the primary, and returns it with the URL of all hosts. */
  addStandby: () => Promise<{ standby: DatabaseServer; url: string }>
  stop: () => Promise<void>
}

type PairOptions = {
  isDebian?: boolean
  /** Returns further settings of a server. */
  createSettings?: (server: DatabaseServer) => Record<string, string>
}

/**
 * Stops the database of the environment, and starts a primary on a copy of it, and a standby. The
 * primary waits for the standby at each commit.
 */
export async function startDatabasePair(
  environment: FaultEnvironment,
  { isDebian = FaultEnvironment.postgres !== 'embedded', createSettings }: PairOptions = {},
): Promise<DatabasePair> {
  await environment.stopDatabase()
  const primaryDir = join(environment.folder, 'primary')
  execFileSync('cp', ['-a', environment.databaseDir, primaryDir])
  const ownerUrl = await createCopyUrl(environment.ownerUrl)
  const binaries = isDebian ? await findDebianBinaries() : undefined
  const primary = new DatabaseServer({ databaseDir: primaryDir, ownerUrl, binaries })
  await primary.start({ synchronous_standby_names: '*', ...createSettings?.(primary) })
  const servers = [primary]
  const startStandby = async (name: string) => {
    const databaseDir = join(environment.folder, name)
    const standby = await createStandby(primary, { databaseDir, binaries })
    servers.push(standby)
    await standby.start(createSettings?.(standby))
    return standby
  }
  const formatUrl = () => {
    const hosts = servers.map(server => new URL(server.ownerUrl).host)
    const url = ownerUrl.replace(new URL(ownerUrl).host, hosts.join(','))
    return `${url}?target_session_attrs=read-write`
  }
  return {
    primary,
    standby: await startStandby('standby'),
    url: formatUrl(),
    async addStandby() {
      const standby = await startStandby('second-standby')
      return { standby, url: formatUrl() }
    },
    stop: async () => {
      await Promise.all(servers.map(server => server.stop()))
    },
  }
}
