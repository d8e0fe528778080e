import { attempt } from '../lib/attempt.ts'
import type { Tx } from '../lib/db.ts'
import { refuseField } from '../lib/problem.ts'
import { recordEvent } from '../lib/security-event.ts'
import type { App } from '../lib/serve.ts'
import { findPasswordHash } from './account-store.ts'
import { own } from './own-event.ts'
import { isPassword } from './password-hash.ts'

type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Throws unless this is the person's password; gives the hash that it was compared with. Counted, because a device that was left
 * open is one to guess at.
 */
export async function insistOnPassword(app: App, inTx: InTx, personId: string, password: string, path = 'password'): Promise<string> {
  const guess = await attempt(app, 'password', { account: personId, field: path })
  const hash = await inTx(tx => findPasswordHash(tx, personId))
  if (hash === undefined || !(await isPassword(hash, password))) {
    await inTx(tx => recordEvent(tx, own('password_refused', personId)))
    throw refuseField(path, 'wrong_password', 'This is not your password.', 400)
  }
  await guess.forgive()
  return hash
}
