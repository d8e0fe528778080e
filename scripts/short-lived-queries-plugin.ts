import type { Plugin } from 'vite'

const assignedFunctions = `\
    this.resolve = x => (this.active = false, resolve(x))
    this.reject = x => (this.active = false, reject(x))
`
const namedFunctions = `\
    const fulfill = x => (this.active = false, resolve(x))
    const fail = x => (this.active = false, reject(x))
    this.resolve = fulfill
    this.reject = fail
`

/**
 * Lets V8 free the queries of the database driver and their rows soon. V8 expects that a function
 * which is directly assigned to a property lives long, and creates it among the old objects, where
 * it keeps the query until the next full garbage collection (decision 0094).
 */
export function shortLivedQueries(): Plugin {
  let isApplied = false
  return {
    name: 'short-lived-queries',
    transform: {
      filter: { id: /\/postgres\/src\/query\.js$/ },
      handler(code) {
        isApplied = true
        return { code: renameFunctions(code), map: null }
      },
    },
    buildEnd(error) {
      if (!isApplied && !error) throw createChangedError()
    },
  }
}

/** @throws if the driver has changed */
export function renameFunctions(code: string): string {
  if (!code.includes(assignedFunctions)) throw createChangedError()
  return code.replace(assignedFunctions, namedFunctions)
}

const createChangedError = () =>
  new Error('The queries of the postgres package have changed. Check decision 0094 again.')
