import { minPasswordLength } from '#contract/lib/password-length.ts'
import type { PasswordOwner } from '#contract/lib/password-strength.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'

/**
 * Rejects a password that is easy to guess, or that contains the email or the names of its owner.
 * The meter in the browser uses the same function, so the two always agree.
 * @throws Problem 422 on the field `password`
 */
export async function checkPassword(password: string, owner: PasswordOwner): Promise<void> {
  // Loaded at the first use: the dictionaries take 40 MB.
  const { assessPassword } = await import('#contract/lib/password-strength.ts')
  const { problem } = assessPassword(password, owner)
  if (problem === 'too_short')
    throw createFieldProblem('password', problem, { count: minPasswordLength })
  if (problem) throw createFieldProblem('password', problem)
}
