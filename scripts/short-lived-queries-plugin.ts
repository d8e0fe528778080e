import type { Plugin } from 'vite'

const assignedFunctions = `\
    this.resolve = x => (this.active = false, resolve(x))
    this.reject = x => (this.active = false, reject(x))
`
const functionsInVariables = `\
    const fulfill = x => (this.active = false, resolve(x))
    const fail = x => (this.active = false, reject(x))
    this.resolve = fulfill
    this.reject = fail
`

/**
 * Lets minor garbage collections free the queries of the database driver and their rows. V8 creates a
 * function that is directly assigned to a property in the old generation, where it keeps the query
 * until the next major garbage collection (decision 0094).
 */
export function shortLivedQueries(): Plugin {
  let isApplied = false
  return {
    name: 'short-lived-queries',
    transform: {
      filter: { id: /\/postgres\/src\/query\.js$/ },
      handler(code) {
        isApplied = true
        return { code: assignThroughVariables(code), map: null }
      },
    },
    buildEnd(error) {
      if (!isApplied && !error) throw createDriverChangedError()
    },
  }
}

/**
 * Returns the code of the driver with the two functions in variables.
 * @throws Error if the driver has other code
 */
export function assignThroughVariables(code: string): string {
  if (!code.includes(assignedFunctions)) throw createDriverChangedError()
  return code.replace(assignedFunctions, functionsInVariables)
}

const createDriverChangedError = () =>
  new Error('The queries of the postgres package have changed. Read decision 0094.')
