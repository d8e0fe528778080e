import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** The sections that the login page needs. */
const loginSections = ['account', 'ui', 'error']
/** The sections of rarely visited pages. */
const lazySections = [
  'audit',
  'business',
  'cart',
  'category',
  'customerHistory',
  'subscriber',
  'productAlert',
  'cms',
  'contactMessage',
  'developer',
  'discount',
  'domain',
  'import',
  'importEncoding',
  'importMatch',
  'importProblem',
  'invoice',
  'orderBulk',
  'orderEvent',
  'orderFile',
  'orderHint',
  'orderMail',
  'orderPaymentLink',
  'orderReturn',
  'packerLink',
  'pageKeywords',
  'parcel',
  'paymentMethod',
  'shipping',
  'tax',
  'person',
  'redirect',
  'returnDialog',
  'review',
  'role',
  'staff',
  'theme',
  'themeEditor',
]
/** The sections of `contract/locales` that the back office displays. */
const sharedSections = ['productField']
const parts = ['login', 'common', 'lazy', 'packing']
function getTextPart(section: string): 'login' | 'common' | 'lazy' | 'packing' {
  if (section === 'packing') return 'packing'
  if (loginSections.includes(section)) return 'login'
  return lazySections.includes(section) ? 'lazy' : 'common'
}

/**
 * Splits a language file into parts, such as `de.json?login`. Translators keep one file a language,
 * and the login page and that of packers load only their own part. The texts that stores have too are
 * in `contract/locales`.
 */
export function splitTextsPlugin(): Plugin {
  return {
    name: 'texts-in-parts',
    enforce: 'pre',
    async load(id) {
      const [path = '', part] = id.split('?')
      if (!/\/web\/locales\/\w+\.json$/.test(path) || !part || !parts.includes(part))
        return undefined
      const sharedPath = path.replace('/web/locales/', '/contract/locales/')
      this.addWatchFile(path)
      this.addWatchFile(sharedPath)
      const [ownTexts, sharedTexts] = await Promise.all([readTexts(path), readTexts(sharedPath)])
      const texts = [
        ...ownTexts,
        ...sharedTexts.filter(([section]) => sharedSections.includes(section)),
      ]
      const code = JSON.stringify(
        Object.fromEntries(texts.filter(([section]) => getTextPart(section) === part)),
      )
      // The bundler recognizes JSON by the end of the name, which is the query here.
      return { code, moduleType: 'json' }
    },
  }
}

const readTexts = async (path: string): Promise<[section: string, texts: unknown][]> =>
  Object.entries(JSON.parse(await readFile(path, 'utf8')))
