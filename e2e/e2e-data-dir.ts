import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the server of the journeys keeps its data: known to the tests, which read the mails it writes. */
export const e2eDataDir = (port = process.env.E2E_PORT ?? '4317') => join(tmpdir(), `storewright-e2e-${port}`)
