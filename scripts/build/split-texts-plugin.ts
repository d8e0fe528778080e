import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** The sections that the login page needs. */
const loginSections = ['account', 'ui', 'error']
/** The sections, and parts of sections, of rarely visited pages. */
const lazySections = [
  'audit',
  'cart',
  'bulkOutcome',
  'automation',
  'campaign',
  'segment',
  'suppression',
  'category',
  'chat',
  'customerHistory',
  'subscriber',
  'productAlert',
  'cms',
  'conversation',
  'dataTable',
  'developer',
  'discount',
  'domain',
  'help',
  'import',
  'importEncoding',
  'importMatch',
  'faq',
  'importProblem',
  'invoice',
  'mailbox',
  'myStore',
  'notification.domainError',
  'notification.importOutcome',
  'notification.inProgress',
  'notification.title',
  'order.change',
  'order.edit',
  'order.invoices',
  'order.money',
  'order.new',
  'order.print',
  'order.refund',
  'order.shipment',
  'order.timeline',
  'order.tracking',
  'order.transition',
  'order.verb',
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
  'plan',
  'savedReply',
  'senderRule',
  'shipping',
  'task',
  'calendar',
  'desk',
  'tax',
  'person',
  'post',
  'profile',
  'redirect',
  'returnDialog',
  'review',
  'role',
  'search.group',
  'search.keywords',
  'search.searchIn',
  'search.setting',
  'search.viewAll',
  'searchRule',
  'seo',
  'staff',
  'textVersion',
  'theme',
  'themeEditor',
]
/** The sections of `contract/locales` that the back office displays. */
const sharedSections = ['productField']
const parts = ['login', 'common', 'lazy', 'packing']
type TextPart = 'login' | 'common' | 'lazy' | 'packing'

function getTextPart(section: string): TextPart {
  if (section === 'packing') return 'packing'
  if (loginSections.includes(section)) return 'login'
  return lazySections.includes(section) ? 'lazy' : 'common'
}

/** Returns the texts of a section that belong to a part. */
function pickTexts(part: string, section: string, texts: object): [string, object][] {
  const picked = Object.entries(texts).filter(([key]) => {
    const isListed = lazySections.includes(`${section}.${key}`)
    return (isListed ? 'lazy' : getTextPart(section)) === part
  })
  return picked.length > 0 ? [[section, Object.fromEntries(picked)]] : []
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
        Object.fromEntries(texts.flatMap(([section, own]) => pickTexts(part, section, own))),
      )
      // The bundler recognizes JSON by the end of the name, which is the query here.
      return { code, moduleType: 'json' }
    },
  }
}

const readTexts = async (path: string): Promise<[section: string, texts: object][]> =>
  Object.entries(JSON.parse(await readFile(path, 'utf8')))
