import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns the data folder of the server. The browser tests read its emails from there. */
export const getE2eDataDir = (port = process.env.E2E_PORT ?? '4317') =>
  join(tmpdir(), `storewright-e2e-${port}`)
/**
 * Returns the log of responses that contain texts of the canary store. `canaryMarker` is written
 * to it when the store has been inserted.
 */
export const getLeaksFile = (port?: string) => `${getE2eDataDir(port)}.leaks`
export const canaryMarker = 'canary inserted\n'
