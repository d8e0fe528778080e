import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, isFreePort } from './find-free-port.ts'

export interface DatabaseAccess {
  port: number
  password: string
}

const getAccessFile = (dataDir: string) => join(dataDir, 'postgres.json')

export function saveAccess(dataDir: string, access: DatabaseAccess) {
  const temporaryFile = `${getAccessFile(dataDir)}.new`
  writeFileSync(temporaryFile, JSON.stringify(access), { mode: 0o600 })
  renameSync(temporaryFile, getAccessFile(dataDir))
}

/** Returns the URL of the running database of `dataDir`, as the role that owns the tables. */
export function getRunningDatabaseUrl(dataDir: string): string {
  const access: DatabaseAccess = JSON.parse(readFileSync(getAccessFile(dataDir), 'utf8'))
  return formatDatabaseUrl(access, 'storewright', 'storewright')
}

/**
 * Returns the saved port, so that the settings of tools stay valid, or a free one if it is in use.
 */
export async function resolveAccess(dataDir: string): Promise<DatabaseAccess> {
  const savedAccess: DatabaseAccess = JSON.parse(readFileSync(getAccessFile(dataDir), 'utf8'))
  if (await isFreePort(savedAccess.port)) return savedAccess
  const access = { ...savedAccess, port: await findFreePort() }
  saveAccess(dataDir, access)
  return access
}

export const formatDatabaseUrl = (
  { port, password }: DatabaseAccess,
  user: string,
  database: string,
) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
