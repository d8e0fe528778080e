import { createHmac } from 'node:crypto'
import postgres from 'postgres'

/** Keys for signing, each from the installation's one secret, so that all processes on a database agree. */
export type Keys = { accessToken: Uint8Array; refreshToken: Uint8Array; twoStep: Uint8Array; webhook: Uint8Array; passkey: Uint8Array; attempt: Uint8Array }

export async function readKeys(ownerUrl: string): Promise<Keys> {
  const sql = postgres(ownerUrl, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    const [row] = await sql<{ secret: Uint8Array }[]>`select secret from installation`
    if (!row) throw new Error('the database has no installation row')
    const derive = (purpose: string) => createHmac('sha256', row.secret).update(purpose).digest()
    return { accessToken: derive('access token'), refreshToken: derive('refresh token'), twoStep: derive('two-step secret'), webhook: derive('webhook secret'), passkey: derive('passkey challenge'), attempt: derive('counted attempts') }
  } finally {
    await sql.end()
  }
}
