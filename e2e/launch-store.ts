import postgres from 'postgres'
import { storeApi } from '#contract/store/store.ts'
import { getRunningDatabaseUrl } from '../server/db/cluster/cluster-access.ts'
import { getE2eDataDir } from './e2e-data-dir.ts'
import type { Seller } from './test-seller.ts'

/** Launches the store of a seller and returns its URL. The seller's email counts as verified. */
export async function launchStore(seller: Seller): Promise<string> {
  const sql = postgres(getRunningDatabaseUrl(getE2eDataDir()), { max: 1, onnotice: () => {} })
  await sql`update person set email_verified_at = now() where email = ${seller.email}`
  await sql.end()
  // Pages ask sellers with an unverified email to verify it.
  seller.session.isEmailVerified = true
  const { storefrontUrl } = await seller.send(storeApi.update, {
    params: { id: seller.session.business ?? '' },
    body: { data: { status: 'live' } },
  })
  return storefrontUrl
}
