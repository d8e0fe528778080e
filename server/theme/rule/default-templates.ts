import type { Language } from '#contract/lib/text/languages.ts'
import { Section, type SectionType } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import { createSection, createSectionItem } from '#contract/section/section-upgrade.ts'
import {
  type CreateTemplates,
  defaultHeader,
  type TemplateSection,
  type TemplateTexts,
} from '#contract/theme/default-template.ts'
import { createTemplates, type ThemeTemplates } from '#contract/theme/theme-template.ts'
import { serverTexts } from '../../locales/texts.ts'

type Values = Record<string, unknown>

/** Returns a section with these settings and items, and defaults for the others. */
export function buildSection(
  type: SectionType,
  settings: Values = {},
  { id = type, items = [] }: { id?: string; items?: readonly Values[] | undefined } = {},
): Section {
  const section = createSection(type, id)
  return Section.parse({
    ...section,
    settings: { ...section.settings, ...settings },
    items: items.map((values, index) => {
      const item = createSectionItem(type, String(index + 1))
      return { ...item, settings: { ...item.settings, ...values } }
    }),
  })
}

type TemplateStore = { name: string; language: Language }
type TemplateSource = { createTemplates?: CreateTemplates }

/**
 * Returns the pages of a store that has not arranged them. Those that its theme does not have are the
 * common ones.
 */
export function createDefaultTemplates(
  store: TemplateStore,
  theme?: TemplateSource,
): ThemeTemplates {
  const templates = collectTemplates(store, theme)
  return createTemplates(kind => buildTemplate(templates[kind]))
}

/** Returns one of the default templates, which takes less time than building all. */
export const createDefaultTemplate = (
  kind: TemplateKind,
  store: TemplateStore,
  theme: TemplateSource,
): Section[] => buildTemplate(collectTemplates(store, theme)[kind])

function collectTemplates(store: TemplateStore, theme?: TemplateSource) {
  const texts = readTemplateTexts(store)
  return { ...createCommonTemplates(texts), ...theme?.createTemplates?.(texts) }
}

function readTemplateTexts({ name, language }: TemplateStore): TemplateTexts {
  const t = serverTexts[language]
  return {
    welcome: t('newStore.welcome', { store: name }).slice(0, 80).toWellFormed(),
    browse: t('newStore.browse'),
    viewAll: t('newStore.viewAll'),
    newArrivals: t('newStore.newArrivals'),
    categories: t('newStore.categories'),
    boughtTogether: t('newStore.boughtTogether'),
    related: t('newStore.related'),
    search: t('newStore.search'),
    contact: t('newStore.contact'),
    news: t('newStore.news'),
    newsText: t('newStore.newsText'),
    newsButton: t('newStore.newsButton'),
  }
}

/** The id of a section is its type, with a number if the type repeats. */
const buildTemplate = (sections: readonly TemplateSection[]): Section[] =>
  sections.map(({ type, settings, items }, index) => {
    const count = sections.slice(0, index).filter(earlier => earlier.type === type).length
    return buildSection(type, settings, { id: count === 0 ? type : `${type}${count + 1}`, items })
  })

const createCommonTemplates = (
  texts: TemplateTexts,
): Record<TemplateKind, readonly TemplateSection[]> => ({
  home: [
    {
      type: 'slideshow',
      items: [
        {
          heading: texts.welcome,
          text: texts.browse,
          buttonLabel: texts.viewAll,
          link: '/products',
        },
      ],
    },
    { type: 'featuredProducts', settings: { heading: texts.newArrivals } },
    { type: 'categoryGrid', settings: { heading: texts.categories } },
  ],
  category: [{ type: 'breadcrumbs' }, { type: 'productList' }],
  product: [
    { type: 'breadcrumbs' },
    { type: 'productDetails' },
    { type: 'boughtTogether', settings: { heading: texts.boughtTogether } },
    { type: 'relatedProducts', settings: { heading: texts.related } },
  ],
  content: [{ type: 'pageContent' }],
  notFound: [{ type: 'notFoundMessage' }],
  header: defaultHeader,
  footer: [{ type: 'storeFooter' }],
})
