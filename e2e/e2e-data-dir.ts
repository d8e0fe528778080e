import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the server of the journeys keeps its data: known to the tests, which read the mails it writes. */
export const getE2eDataDir = (port = process.env.E2E_PORT ?? '4317') =>
  join(tmpdir(), `storewright-e2e-${port}`)
/** Where that server writes what it told of the store that nobody works in, after the line that the store is there. */
export const getLeaksFile = (port?: string) => `${getE2eDataDir(port)}.leaks`
export const plantedMarker = 'planted\n'
