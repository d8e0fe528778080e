import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** What the login page says, and `error`: the messages of the server. */
const loginSections = ['account', 'ui', 'error', 'server']
/** What only pages outside the daily work say. */
const lazySections = ['audit', 'cms', 'domain', 'person', 'staff', 'theme']
const getTextPart = (section: string) =>
  loginSections.includes(section) ? 'first' : lazySections.includes(section) ? 'late' : 'rest'

/**
 * Serves a language file in parts, `de.json?first`, `de.json?rest` and `de.json?late`, so that translators keep one file a language and
 * the login page does not wait for all of it.
 */
export function splitTextsPlugin(): Plugin {
  return {
    name: 'texts-in-parts',
    enforce: 'pre',
    async load(id) {
      const [path = '', part] = id.split('?')
      if (
        !/\/web\/locales\/\w+\.json$/.test(path) ||
        !part ||
        !['first', 'rest', 'late'].includes(part)
      )
        return undefined
      this.addWatchFile(path)
      const texts = Object.entries(JSON.parse(await readFile(path, 'utf8')))
      const code = JSON.stringify(
        Object.fromEntries(texts.filter(([section]) => getTextPart(section) === part)),
      )
      // The bundler tells a kind of file by its name, and this one does not end in .json.
      return { code, moduleType: 'json' }
    },
  }
}
