import type { Tx } from '../lib/db.ts'
import { refuseField } from '../lib/problem.ts'
import { findPasswordHash } from './account-store.ts'
import { isPassword } from './password-hash.ts'

type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Throws unless this is the person's password; gives the hash that it was compared with. */
export async function insistOnPassword(inTx: InTx, personId: string, password: string, path = 'password'): Promise<string> {
  const hash = await inTx(tx => findPasswordHash(tx, personId))
  if (hash === undefined || !(await isPassword(hash, password))) throw refuseField(path, 'wrong_password', 'This is not your password.', 400)
  return hash
}
