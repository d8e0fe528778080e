import {
  getSectionDefinition,
  Section,
  type SectionType,
  sectionTypes,
} from '#contract/section/section-catalog.ts'
import { type TemplateKind, templateKinds } from '#contract/section/section-definition.ts'
import type { SectionField, SectionFields } from '#contract/section/section-field.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { createTemplates, type ThemeTemplates } from '#contract/theme/theme-template.ts'
import type { Seller } from '../test-seller.ts'
import { takeLink, takeRichText, takeTexts } from './take-hostile-texts.ts'

const itemCount = 4
const maxRichText = 3000

type HostileRecords = { image: string; product: string; category: string }

/** Publishes a theme whose pages have a section of each type. Returns the ID of the theme. */
export async function fillHostileTheme(seller: Seller, records: HostileRecords): Promise<string> {
  const themes = await seller.send(themeApi.list)
  const params = { id: themes.find(({ active }) => active)?._id ?? '' }
  const draft = await seller.send(themeDraftApi.getDraft, { params })
  const saved = await seller.send(themeDraftApi.saveDraft, {
    params,
    body: { templates: createHostileTemplates(records), version: draft.version },
  })
  await seller.send(themeDraftApi.publish, {
    params,
    body: { version: saved.version, note: takeTexts(200) },
  })
  return params.id
}

/** The home page has all sections that it can have, other pages the rest. */
function createHostileTemplates(records: HostileRecords): ThemeTemplates {
  const types = new Set(sectionTypes)
  const create = (kind: TemplateKind) => {
    const kindTypes = [...types].filter(type => getSectionDefinition(type).templates.includes(kind))
    for (const type of kindTypes) types.delete(type)
    return kindTypes.map(type => createHostileSection(type, records))
  }
  const sections = new Map(templateKinds.map(kind => [kind, create(kind)]))
  return createTemplates(kind => sections.get(kind) ?? [])
}

function createHostileSection(type: SectionType, records: HostileRecords): Section {
  const { fields, items } = getSectionDefinition(type)
  return Section.parse({
    ...createSection(type, type),
    settings: fillFields(fields, records),
    items: Array.from({ length: Math.min(itemCount, items?.max ?? 0) }, (_, index) => ({
      id: String(index),
      settings: fillFields(items?.fields ?? {}, records),
    })),
  })
}

const fillFields = (fields: SectionFields, records: HostileRecords) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, createValue(field, records)]),
  )

function createValue(field: SectionField, records: HostileRecords): unknown {
  switch (field.type) {
    case 'text':
    case 'multiline':
      return takeTexts(field.max)
    case 'richText':
      return takeRichText(Math.min(field.max, maxRichText))
    case 'image':
      return records.image
    case 'link':
      return takeLink()
    case 'video':
      return 'https://youtu.be/dQw4w9WgXcQ?"><svg onload=hasRun=1>'
    case 'records':
      return [records[field.entity]]
    default:
      return field.default
  }
}
