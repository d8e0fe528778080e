import { type CmsSections, policyKinds } from '#contract/cms.ts'
import type { NavTree } from '#contract/cms-navigation.ts'
import { getLanguageDirection, type Language, languages } from '#contract/lib/languages.ts'
import type { StorefrontFrame, StorefrontLink } from '#contract/storefront-page.ts'
import type { ThemeSettings } from '#contract/theme.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  applyDefaultSections,
  createDefaultSections,
  type StoreDetails,
  type StoredSections,
} from '../rule/cms-defaults.ts'
import { getCatalogTheme, getThemeSettings } from '../rule/theme-catalog.ts'
import { getThemeStylesheetPath, renderThemeStylesheet } from './theme-stylesheet.ts'

export type FrameRow = StoreDetails & {
  currency: string
  locale: string
  status: string
  sections: StoredSections | null
  themeCode: string | null
  themeSettings: ThemeSettings | null
  /** The paths of the records that the menus link to, by id. */
  paths: Record<string, string>
}

/** Selects everything that the frame of a page shows, in one row. */
export const selectFrame = (tx: Tx) => tx<FrameRow[]>`
  select b.name, b.email, b.phone, b.logo, b.favicon, b.address, b.currency, b.locale, b.status,
    c.sections, t.code as theme_code, t.settings as theme_settings,
    coalesce((
      select jsonb_object_agg(target.id, target.path) from (
        select jsonb_path_query(
          c.sections -> 'navigation', '$.** ? (@.kind == "page" || @.kind == "category" || @.kind == "product").target'
        ) #>> '{}' as id
      ) link
      cross join lateral (
        select id::text, '/pages/' || slug as path from page where id::text = link.id
        union all
        select id::text, '/categories/' || slug from category where id::text = link.id
        union all
        select id::text, '/products/' || slug from product where id::text = link.id
      ) target
    ), '{}') as paths
  from business b
  left join cms c on c.business_id = b.id
  left join theme t on t.business_id = b.id and t.active
  where b.id = current_business()`

export type StoreFrame = { frame: StorefrontFrame; sections: CmsSections; stylesheet: string }

/** Returns the frame of a page of the store at `url`. */
export function toFrame(row: FrameRow, url: string): StoreFrame {
  const sections = applyDefaultSections(createDefaultSections(row), row.sections ?? {})
  const theme = getCatalogTheme(row.themeCode ?? undefined)
  const settings = getThemeSettings(theme, row.themeSettings ?? undefined)
  const stylesheet = renderThemeStylesheet(settings)
  const language = getLanguage(row.locale)
  const { identity, navigation } = sections
  return {
    sections,
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
        locale: row.locale,
      },
      language,
      direction: getLanguageDirection(language),
      theme: {
        code: theme.code,
        settings,
        stylesheetPath: getThemeStylesheetPath(stylesheet),
      },
      headerLinks: toLinks(navigation.header, row.paths),
      footerLinks: toLinks(navigation.footer, row.paths),
      policyKinds: listPolicyKinds(sections.policies),
      announcement: isShown(sections.announcement) ? sections.announcement : null,
      footer: sections.footer,
      contact: sections.contact,
      social: sections.social,
      isIndexed: sections.seo.robotsIndex && row.status === 'live',
    },
  }
}

export const getLanguage = (locale: string): Language =>
  languages.find(({ code }) => code === locale.split('-')[0])?.code ?? 'en'

type NavItem = Pick<NavTree[number], 'label' | 'kind' | 'target' | 'newTab'> & {
  children?: NavItem[]
}

/** Omits links to records that shoppers can't see. */
function toLinks(items: readonly NavItem[], paths: Record<string, string>): StorefrontLink[] {
  return items.flatMap(({ label, kind, target, newTab, children = [] }) => {
    const path = kind === 'url' ? target : paths[target]
    return path === undefined
      ? []
      : [{ label, path, isNewTab: newTab, children: toLinks(children, paths) }]
  })
}

function listPolicyKinds(policies: CmsSections['policies']): StorefrontFrame['policyKinds'] {
  return policyKinds.filter(kind => policies[kind] !== '')
}

function isShown({ enabled, text, startsAt, endsAt }: CmsSections['announcement']): boolean {
  const now = Date.now()
  return (
    enabled &&
    text !== '' &&
    (startsAt === null || Date.parse(startsAt) <= now) &&
    (endsAt === null || Date.parse(endsAt) > now)
  )
}
