import type { SectionField } from '#contract/section/section-field.ts'
import type { ThemeTemplates } from '#contract/theme/theme-template.ts'
import type { Tx } from '../lib/db/db.ts'
import { listTemplateValues, mapTemplateValues } from './template-values.ts'

/** Leaves out the images, products and categories that are not of this store. */
export async function omitForeignReferences(
  tx: Tx,
  storeId: string,
  templates: ThemeTemplates,
): Promise<{ templates: ThemeTemplates; omittedCount: number }> {
  const ids = listTemplateValues(templates).flatMap(({ field, value }) =>
    field.type === 'records' ? toIds(value) : [],
  )
  const rows = await tx<{ id: string }[]>`
    select id from product where id = any (${ids}::uuid[])
    union all select id from category where id = any (${ids}::uuid[])`
  const ownIds = new Set(rows.map(({ id }) => id))
  let omittedCount = 0
  const ownTemplates = mapTemplateValues(templates, (field, value) => {
    if (field.type === 'records') {
      const records = toIds(value)
      const ownRecords = records.filter(id => ownIds.has(id.toLowerCase()))
      omittedCount += records.length - ownRecords.length
      return ownRecords
    }
    if (typeof value !== 'string') return value
    const ownText = omitForeignImages(field, value, storeId)
    if (ownText !== value) omittedCount++
    return ownText
  })
  return { templates: ownTemplates, omittedCount }
}

const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Pages load no images from other hosts. */
function omitForeignImages(field: SectionField, value: string, storeId: string): string {
  const isOwn = (url: string) => url.startsWith(`/media/${storeId}/`)
  if (field.type === 'image') return isOwn(value) ? value : ''
  if (field.type !== 'richText') return value
  return value.replaceAll(/<img\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]*)[^>]*>/gi, (tag, url: string) =>
    isOwn(url) ? tag : '',
  )
}
