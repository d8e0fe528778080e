import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** What the login page says, and `server`: how refusals are put. */
const first = ['account', 'ui', 'server']

/**
 * Serves a language file in two parts, `de.json?first` and `de.json?rest`, so that translators keep one file a language and
 * the login page does not wait for all of it.
 */
export function textsInParts(): Plugin {
  return {
    name: 'texts-in-parts',
    enforce: 'pre',
    async load(id) {
      const [path = '', part] = id.split('?')
      if (!/\/web\/locales\/\w+\.json$/.test(path) || (part !== 'first' && part !== 'rest')) return undefined
      this.addWatchFile(path)
      const texts = Object.entries(JSON.parse(await readFile(path, 'utf8')))
      const code = JSON.stringify(Object.fromEntries(texts.filter(([section]) => first.includes(section) === (part === 'first'))))
      // The bundler tells a kind of file by its name, and this one does not end in .json.
      return { code, moduleType: 'json' }
    },
  }
}
