import { readFileSync } from 'node:fs'
import { createConfigError } from './startup-error.ts'

/**
 * Returns the secrets whose `NAME_FILE` variable is set.
 * @throws StartupError for a file that cannot be read, or beside the variable itself
 */
export function readSecretFiles(
  setVariables: Record<string, string | undefined>,
  secretNames: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    secretNames.flatMap(name => {
      const path = setVariables[`${name}_FILE`]
      if (path === undefined) return []
      if (setVariables[name] !== undefined)
        throw createConfigError(`${name} and ${name}_FILE are both set. Remove one of them.`)
      try {
        const text = readFileSync(path, 'utf8').trim()
        return text ? [[name, text]] : []
      } catch (error) {
        const reason = error instanceof Error && 'code' in error ? error.code : error
        throw createConfigError(`${name}_FILE cannot be read (${reason}).`)
      }
    }),
  )
}
