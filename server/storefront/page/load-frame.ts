import { type CmsSections, policyKinds } from '#contract/cms/cms.ts'
import type { NavTree } from '#contract/cms/cms-navigation.ts'
import { createOnce } from '#contract/lib/create-once.ts'
import { getLanguageDirection, getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { paymentProviders } from '#contract/payment/payment-account.ts'
import type { Section } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import type { ShippingZone } from '#contract/store/shipping.ts'
import { contactPageSlug } from '#contract/storefront/storefront-form.ts'
import type { StorefrontFrame, StorefrontLink } from '#contract/storefront/storefront-page.ts'
import type { ThemeSettings } from '#contract/theme/theme.ts'
import { upgradeTemplate } from '#contract/theme/theme-template.ts'
import {
  applyDefaultSections,
  createDefaultSections,
  type StoreDetails,
  type StoredSections,
} from '../../cms/rule/cms-defaults.ts'
import type { Tx } from '../../lib/db/db.ts'
import { findUsualCountry, listReachedCountries } from '../../shipping/rule/reached-countries.ts'
import { createDefaultTemplate } from '../../theme/rule/default-templates.ts'
import { getCatalogTheme, getThemeSettings } from '../../theme/rule/theme-catalog.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { getThemeStylesheet, type ThemeStylesheet } from './theme-stylesheet.ts'

type LinkedRecords = Record<string, { path: string; image: string }>

export type FrameRow = StoreDetails & {
  currency: string
  locale: string
  timezone: string
  priceTax: StorefrontFrame['store']['priceTax']
  /** The parts of zones from which their countries follow. */
  zones: Pick<ShippingZone, 'destinations'>[]
  expressPayment: string
  status: string
  sections: StoredSections | null
  themeCode: string | null
  themeSettings: ThemeSettings | null
  themeTemplates: object | null
  /** The records that the menus link to, by id. */
  linkedRecords: LinkedRecords
  hasContactPage: boolean
}

const idPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** Selects everything that the frame of a page shows, in one row. */
export const selectFrame = (tx: Tx) => tx<FrameRow[]>`
  select s.name, s.email, s.phone, s.logo, s.favicon, s.address, s.currency, s.locale, s.timezone, s.status,
    case when not (s.default_tax_rate > 0 or exists (
      select from tax_class k, jsonb_array_elements(k.rates) rate
      where k.is_standard and (rate ->> 'rate')::numeric > 0
        and rate ->> 'country' in ('', s.address ->> 'country')
    )) then 'none' when s.tax_included then 'included' else 'added' end as price_tax,
    coalesce((
      select jsonb_agg(jsonb_build_object('destinations', destinations)) from shipping_zone
    ), '[]') as zones,
    coalesce((
      select name from payment_method
      where enabled and kind = any (${[...paymentProviders]})
      order by position, id limit 1
    ), '') as express_payment,
    c.sections, t.code as theme_code, v.settings as theme_settings, v.templates as theme_templates,
    coalesce((
      select jsonb_object_agg(link.target, to_jsonb(record)) from (
        select target, case when target ~ ${idPattern} then target::uuid end as id
        from (
          select distinct jsonb_path_query(
            c.sections -> 'navigation',
            '$.** ? (@.kind == "page" || @.kind == "category" || @.kind == "product").target'
          ) #>> '{}' as target
        ) item
        -- Keeps the id a plain value. PostgreSQL 15 compares its whole expression with each product otherwise.
        offset 0
      ) link
      cross join lateral (
        select '/pages/' || slug as path, '' as image from page
        where store_id = current_store() and id = link.id
        union all
        select '/categories/' || slug, image from category
        where store_id = current_store() and id = link.id
        union all
        select '/products/' || slug, '' from product
        where store_id = current_store() and id = link.id
      ) record
    ), '{}') as linked_records,
    exists (select from page where slug = ${contactPageSlug}) as has_contact_page
  from store s
  left join cms c on c.store_id = s.id
  left join theme t on t.store_id = s.id and t.active
  left join theme_version v on v.store_id = t.store_id and v.id = t.version_id
  where s.id = current_store()`

export type StoreFrame = {
  frame: StorefrontFrame
  sections: CmsSections
  /** Returns the sections of a kind of page. */
  getTemplate: (kind: TemplateKind) => Section[]
  stylesheet: ThemeStylesheet
}

/**
 * Returns the frame of a page of the store at `url`, in one of its languages. A preview has a theme of
 * its own.
 */
export function toFrame(
  row: FrameRow,
  url: string,
  { language, languages, passwordId, preview }: StorefrontHost,
): StoreFrame {
  const sections = applyDefaultSections(createDefaultSections(row), row.sections ?? {})
  const theme = getCatalogTheme(preview?.code ?? row.themeCode ?? undefined)
  const settings = preview?.settings ?? getThemeSettings(theme, row.themeSettings ?? undefined)
  const stylesheet = getThemeStylesheet(settings, sections.announcement)
  const { identity, navigation } = sections
  const storeLanguage = getLocaleLanguage(row.locale)
  return {
    sections,
    getTemplate: createOnce((kind: TemplateKind) => {
      if (preview) return preview.templates[kind]
      if (row.themeTemplates) return upgradeTemplate(kind, row.themeTemplates)
      return createDefaultTemplate(kind, { name: row.name, language: storeLanguage }, theme)
    }),
    stylesheet,
    frame: {
      store: {
        name: identity.siteTitle || row.name,
        url,
        tagline: identity.tagline,
        logo: identity.logo,
        favicon: identity.favicon,
        shareImage: identity.shareImage,
        currency: row.currency,
        priceTax: row.priceTax,
        timezone: row.timezone,
        locale: language === languages[0] ? row.locale : changeLanguage(row.locale, language),
      },
      language,
      languages,
      direction: getLanguageDirection(language),
      theme: {
        code: theme.code,
        settings,
        stylesheetPath: stylesheet.path,
      },
      headerLinks: toLinks(navigation.header, row.linkedRecords),
      footerLinks: toLinks(navigation.footer, row.linkedRecords),
      delivery: describeDelivery(row),
      expressPayment: row.expressPayment,
      policyKinds: listPolicyKinds(sections.policies),
      announcement: getShownAnnouncement(sections),
      chat: sections.chat.enabled && !preview ? sections.chat : null,
      footer: sections.footer,
      contact: sections.contact,
      social: sections.social,
      images: {},
      cards: {},
      hasContactPage: row.hasContactPage,
      isIndexed:
        sections.seo.robotsIndex && row.status === 'live' && passwordId === null && !preview,
      preview: preview?.use ?? null,
    },
  }
}

function describeDelivery(row: FrameRow): StorefrontFrame['delivery'] {
  const countries = listReachedCountries(row)
  return { countries, country: findUsualCountry(countries, row.address.country ?? '') }
}

/** Returns a locale with the same region, whose formats of numbers and dates apply. */
function changeLanguage(locale: string, language: string): string {
  const [, region] = locale.split('-')
  return region ? `${language}-${region}` : language
}

type NavItem = Pick<NavTree[number], 'label' | 'kind' | 'target' | 'newTab'> & {
  children?: NavItem[]
}

/** Omits links to records that shoppers can't see. */
function toLinks(items: readonly NavItem[], linkedRecords: LinkedRecords): StorefrontLink[] {
  return items.flatMap(({ label, kind, target, newTab, children = [] }) => {
    const { path, image = '' } = kind === 'url' ? { path: target } : (linkedRecords[target] ?? {})
    return path === undefined
      ? []
      : [{ label, path, isNewTab: newTab, image, children: toLinks(children, linkedRecords) }]
  })
}

function listPolicyKinds(policies: CmsSections['policies']): StorefrontFrame['policyKinds'] {
  return policyKinds.filter(kind => policies[kind] !== '')
}

/** Returns the announcement if pages show it now, otherwise null. */
export function getShownAnnouncement({
  announcement,
}: CmsSections): StorefrontFrame['announcement'] {
  const { enabled, text, startsAt, endsAt } = announcement
  const now = Date.now()
  const isShown =
    enabled &&
    text !== '' &&
    (startsAt === null || Date.parse(startsAt) <= now) &&
    (endsAt === null || Date.parse(endsAt) > now)
  return isShown ? announcement : null
}
