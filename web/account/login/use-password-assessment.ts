import { useEffect, useState } from 'react'
import type { PasswordAssessment, PasswordOwner } from '#contract/lib/password-strength.ts'

type Assess = (password: string, owner: PasswordOwner) => PasswordAssessment

/**
 * Returns how strong a password is, or undefined while it is empty or the dictionaries are loading.
 */
export function usePasswordAssessment(
  password: string,
  owner: PasswordOwner,
): PasswordAssessment | undefined {
  const [assess, setAssess] = useState<Assess>()
  const isNeeded = password !== ''
  useEffect(
    function loadDictionaries() {
      if (!isNeeded) return
      import('#contract/lib/password-strength.ts').then(
        ({ assessPassword }) => setAssess(() => assessPassword),
        // Without the meter, the server still rejects a weak password.
        () => {},
      )
    },
    [isNeeded],
  )
  return isNeeded ? assess?.(password, owner) : undefined
}
