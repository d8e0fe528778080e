import { hash, verify } from '@node-rs/argon2'
import { refuseField } from '../lib/problem.ts'

// argon2id with the OWASP Password Storage Cheat Sheet's first choice: 19 MiB, 2 passes, 1 lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

let decoy: Promise<string> | undefined

/** True for the right password. Without a hash the same work is done, so that time does not tell who has an account. */
export async function isPassword(stored: string | undefined, given: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await decoy), given.slice(0, 1000))
  return isRight && stored !== undefined
}

const common = ['password', 'qwerty', 'letmein', 'welcome', 'iloveyou', 'admin', 'abc123', 'monkey', 'dragon', 'football', 'sunshine', 'princess', 'storewright', '1q2w3e4r', '123456', '098765', 'asdfgh', 'zxcvbn']

/** Refuses what is guessed first: one character or a plain run repeated, a common word with digits, the email itself. */
export function checkPassword(password: string, email: string): void {
  const plain = password.toLowerCase()
  const name = email.split('@')[0] ?? ''
  const core = plain.replace(/[^a-z]+$/, '').replace(/^[^a-z]+/, '')
  const isRepeated = /^(.{1,4})\1+.{0,3}$/.test(plain)
  const isRun = '0123456789012345678901234567890'.includes(plain) || '9876543210987654321'.includes(plain) || 'abcdefghijklmnopqrstuvwxyz'.includes(plain) || 'qwertyuiopasdfghjklzxcvbnm'.includes(plain)
  if (isRepeated || isRun || common.includes(core) || common.some(word => plain.replaceAll(/[^a-z0-9]/g, '') === word + word))
    throw refuseField('password', 'common', 'This password is among the first that are guessed. Choose another.')
  if (name.length >= 4 && plain.includes(name.toLowerCase())) throw refuseField('password', 'contains_email', 'The password must not contain your email.')
}
