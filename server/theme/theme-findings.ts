import type { TemplateKind } from '#contract/section/section-definition.ts'
import { getThemeWarnings } from '#contract/theme/theme.ts'
import type { ThemeFinding } from '#contract/theme/theme-draft.ts'
import type { ThemeTemplates } from '#contract/theme/theme-template.ts'
import type { Tx } from '../lib/db/db.ts'
import { findDeadPaths, listPaths } from './dead-path.ts'
import { getCatalogTheme } from './rule/theme-catalog.ts'
import { getTheme } from './rule/theme-row.ts'
import { listTemplateValues, type TemplateValue } from './template-values.ts'
import { loadDraft, toDraft } from './theme-draft-store.ts'

/** An image of this size takes longer than a second on a slow phone. */
const maxFirstImageBytes = 400_000

/** Returns the problems that publishing a draft causes for shoppers, each with its place. */
export async function listFindings(tx: Tx, storeId: string, id: string): Promise<ThemeFinding[]> {
  const theme = await getTheme(tx, storeId, id)
  const { settings, templates } = toDraft(theme, await loadDraft(tx, theme))
  const unusedTemplates = await listUnusedTemplates(tx)
  const values = listTemplateValues(templates).filter(
    ({ isHidden, template }) => !isHidden && !unusedTemplates.has(template),
  )
  return [
    ...getThemeWarnings(getCatalogTheme(theme.code).schema, settings).map(
      ({ path, contrast }): ThemeFinding => ({
        code: 'low_contrast',
        template: null,
        sectionId: null,
        itemId: null,
        field: path,
        detail: String(contrast),
      }),
    ),
    ...values.filter(isWithoutAltText).map(value => toFinding('missing_alt_text', value, '')),
    ...(await listHeavyImages(
      tx,
      values.filter(value => isNearTop(value, templates)),
    )),
    ...(await listDeadLinks(tx, values)),
  ]
}

/** Returns the templates that no page has yet. Neither shoppers nor the editor show them. */
async function listUnusedTemplates(tx: Tx): Promise<Set<TemplateKind>> {
  const rows = await tx<{ kind: TemplateKind; isUsed: boolean }[]>`
    select 'product' as kind, exists (select 1 from product where status = 'active') as is_used
    union all
    select 'category', exists (select 1 from category where status = 'visible')
    union all
    select 'content', exists (select 1 from page where status = 'published')`
  return new Set(rows.filter(({ isUsed }) => !isUsed).map(({ kind }) => kind))
}

const toFinding = (
  code: ThemeFinding['code'],
  { template, sectionId, itemId, key }: TemplateValue,
  detail: string,
): ThemeFinding => ({ code, template, sectionId, itemId, field: key, detail })

/** The text of an image is in the field `alt` beside it. */
const isWithoutAltText = ({ key, field, siblings }: TemplateValue): boolean =>
  key === 'alt' &&
  field.type === 'text' &&
  !siblings['alt'] &&
  Object.entries(siblings).some(([name, value]) => /image$/i.test(name) && value)

/** Images after the first two sections load when shoppers scroll to them. */
function isNearTop({ template, sectionId }: TemplateValue, templates: ThemeTemplates): boolean {
  if (template === 'footer') return false
  const sections = templates[template].filter(
    ({ type, isHidden }) => !isHidden && type !== 'breadcrumbs',
  )
  return sections.slice(0, 2).some(({ id }) => id === sectionId)
}

/** The first image of a page decides how long it takes until shoppers see it. */
async function listHeavyImages(tx: Tx, values: readonly TemplateValue[]): Promise<ThemeFinding[]> {
  const images = values.filter(({ field, value }) => field.type === 'image' && value)
  const firstImages = [...Map.groupBy(images, ({ template }) => template).values()].flatMap(
    ([first]) => first ?? [],
  )
  if (firstImages.length === 0) return []
  const urls = firstImages.map(({ value }) => String(value))
  const heavyImages = await tx<{ url: string; bytes: number }[]>`
    select url, bytes from media where url = any (${urls}) and bytes > ${maxFirstImageBytes}`
  return firstImages.flatMap(image => {
    const bytes = heavyImages.find(({ url }) => url === image.value)?.bytes
    return bytes === undefined
      ? []
      : [toFinding('heavy_first_image', image, String(Math.round(bytes / 1000)))]
  })
}

async function listDeadLinks(tx: Tx, values: readonly TemplateValue[]): Promise<ThemeFinding[]> {
  const links = values.flatMap(value => listPaths(value).map(path => ({ value, path })))
  const deadPaths = await findDeadPaths(
    tx,
    links.map(({ path }) => path),
  )
  return links
    .filter(({ path }) => deadPaths.has(path))
    .map(({ value, path }) => toFinding('dead_link', value, path))
}
