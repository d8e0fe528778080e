import type {
  SectionItemSettings,
  SectionSettings,
  SectionType,
} from '../section/section-catalog.ts'
import type { TemplateKind } from '../section/section-definition.ts'

/** A section of a template with the settings that differ from the defaults of its type. */
export type TemplateSection = {
  [Type in SectionType]: {
    type: Type
    settings?: Partial<SectionSettings<Type>>
    items?: Partial<SectionItemSettings<Type>>[]
  }
}[SectionType]

export const defaultHeader = [
  { type: 'announcementBar' },
  { type: 'storeHeader' },
] as const satisfies TemplateSection[]

/** The texts of pages that a store has not arranged, in the language of its shoppers. */
export type TemplateTexts = {
  welcome: string
  browse: string
  viewAll: string
  newArrivals: string
  categories: string
  boughtTogether: string
  related: string
  search: string
  contact: string
  news: string
  newsText: string
  newsButton: string
}

/** Returns the pages of stores that have not arranged them. Others are the common ones. */
export type CreateTemplates = (
  texts: TemplateTexts,
) => Partial<Record<TemplateKind, TemplateSection[]>>
