import { HexColor } from '#contract/lib/color.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { formatCountry } from '#contract/lib/country/country-name.ts'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import { toPlainText } from '#contract/lib/text/plain-text.ts'
import { listColorSchemes, type ThemeSettings } from '#contract/theme/theme.ts'
import { getSchemeSettings } from '#contract/theme/theme-css.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  darkMailColors,
  defaultMailDesign,
  type MailColors,
  type MailDesign,
  type MailSignature,
} from '../lib/mail/mail-content.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
import { getStoreUrl } from '../store/rule/store-url.ts'
import { getCatalogTheme, getThemeSettings } from '../theme/rule/theme-catalog.ts'
import { loadMailSender } from './mail-sender.ts'

/** A store as the sender of emails. */
export type MailStore = {
  name: string
  email: string
  locale: string
  currency: string
  /** The languages of the store, its own first. */
  languages: Language[]
  /** The address of its pages. */
  url: string
  /** The name, who runs the store, and the address at the store's own domain if it has one. */
  sender: { name: string; imprint: string; address?: string; signature?: MailSignature }
  design: MailDesign
}

type MailApp = { config: Pick<Config, 'publicAddress'>; keys: Pick<SecretKeys, 'mailDomain'> }

type MailStoreRow = Pick<MailStore, 'name' | 'email' | 'locale' | 'currency' | 'languages'> & {
  host: string
  logo: string
  legalName: string
  address: Address
  imprint: string
  themeCode: string | null
  themeSettings: ThemeSettings | null
}

/** Returns the current store with the logo and the colors of its theme. */
export async function loadMailStore(
  { config, keys }: MailApp,
  tx: Tx,
): Promise<MailStore | undefined> {
  const [[row], ownSender] = await Promise.all([selectStore(tx), loadMailSender(keys, tx)])
  if (!row) return undefined
  const { host, logo, themeCode, themeSettings, legalName, address, imprint, ...store } = row
  const url = getStoreUrl(config, host)
  const theme = getCatalogTheme(themeCode ?? undefined)
  const settings = getThemeSettings(theme, themeSettings ?? undefined)
  return {
    ...store,
    sender: { name: store.name, imprint: toImprint(row), ...ownSender },
    languages: [getLocaleLanguage(store.locale), ...store.languages],
    url,
    design: toMailDesign(settings, logo.startsWith('/') ? url + logo : logo),
  }
}

/** Returns the locale of an email in one of the languages of the store, which has its own region. */
export const getMailLocale = ({ locale }: Pick<MailStore, 'locale'>, language: Language): string =>
  language === getLocaleLanguage(locale) ? locale : language

/** Business emails name who runs the store, and how: its legal information, otherwise its address. */
function toImprint({ imprint, legalName, address, locale }: MailStoreRow): string {
  if (imprint) return toPlainText(imprint).slice(0, maxImprintLength)
  if (!address.line1) return legalName
  const country = formatCountry(address.country, getLocaleLanguage(locale))
  return listAddressLines({ ...address, name: legalName }, country).join(', ')
}
const maxImprintLength = 2000

const selectStore = (tx: Tx) => tx<MailStoreRow[]>`
  select s.name, coalesce(nullif(c.sections #>> '{contact,email}', ''), s.email) as email, s.locale,
    s.currency, s.languages, t.code as theme_code,
    v.settings as theme_settings,
    coalesce(nullif(c.sections #>> '{identity,logo}', ''), s.logo) as logo,
    s.legal_name, s.address, coalesce(c.sections #>> '{policies,imprint}', '') as imprint,
    (select domain from domain where status = 'active' order by is_primary desc, kind limit 1) as host
  from store s
  left join cms c on c.store_id = s.id
  left join theme t on t.store_id = s.id and t.active
  left join theme_version v on v.store_id = t.store_id and v.id = t.version_id
  where s.id = current_store()`

/** An email has the colors of the first scheme, and of the second one on devices in dark mode. */
function toMailDesign(settings: ThemeSettings, logo: string): MailDesign {
  const [scheme = 'light', secondScheme] = listColorSchemes(settings)
  return {
    logo,
    ...toMailColors(getSchemeSettings(settings, scheme), defaultMailDesign),
    dark: secondScheme
      ? toMailColors(getSchemeSettings(settings, secondScheme), darkMailColors)
      : darkMailColors,
  }
}

function toMailColors(settings: ThemeSettings, fallback: MailColors): MailColors {
  const getColor = (key: keyof MailColors) => HexColor.catch(fallback[key]).parse(settings[key])
  return {
    background: getColor('background'),
    text: getColor('text'),
    muted: getColor('muted'),
    line: getColor('line'),
    accent: getColor('accent'),
    onAccent: getColor('onAccent'),
  }
}
