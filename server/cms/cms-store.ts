import type { Cms, CmsEdit, CmsSections, HomeBlock } from '#contract/cms.ts'
import { assertFound, assertVersion } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'
import { defaultSections, type StoreFacts } from './cms-defaults.ts'

type Kept = { [k in keyof CmsSections]?: Partial<CmsSections[k]> }
type Row = StoreFacts & { sections: Kept | null; version: number | null; updatedAt: string | null }

export async function readCms(tx: Tx): Promise<Cms> {
  const { cms } = await readBoth(tx)
  return cms
}

/** Writes the given fields of the given sections; two edits of different sections leave each other alone. */
export async function updateCms(tx: Tx, { version, ...edit }: CmsEdit): Promise<Cms> {
  await tx`insert into cms default values on conflict do nothing`
  await tx`select 1 from cms for update`
  const { cms, kept } = await readBoth(tx)
  assertVersion(cms, version)
  const sections = mergeSections(kept, cleanSections(edit))
  await tx`update cms set sections = ${tx.json(sections)}, version = version + 1, updated_at = now()`
  return readCms(tx)
}

async function readBoth(tx: Tx): Promise<{ cms: Cms; kept: Kept }> {
  const [row] = await tx<Row[]>`
    select b.name, b.email, b.phone, b.logo, b.favicon, b.address, c.sections, c.version, c.updated_at
    from business b left join cms c on c.business_id = b.id where b.id = current_business()`
  const { sections, version, updatedAt, ...store } = assertFound(row, 'This store')
  const kept = sections ?? {}
  return {
    kept,
    cms: { ...overDefaults(defaultSections(store), kept), version: version ?? 1, updatedAt },
  }
}

/** Named one by one, so that a section left out here does not compile. */
const overDefaults = (base: CmsSections, kept: Kept): CmsSections => ({
  identity: { ...base.identity, ...kept.identity },
  announcement: { ...base.announcement, ...kept.announcement },
  hero: { ...base.hero, ...kept.hero },
  home: { ...base.home, ...kept.home },
  navigation: { ...base.navigation, ...kept.navigation },
  contact: { ...base.contact, ...kept.contact },
  social: { ...base.social, ...kept.social },
  policies: { ...base.policies, ...kept.policies },
  footer: { ...base.footer, ...kept.footer },
  seo: { ...base.seo, ...kept.seo },
  checkout: { ...base.checkout, ...kept.checkout },
})

const mergeSections = (
  kept: Record<string, object | undefined>,
  edit: Record<string, object | undefined>,
) =>
  Object.fromEntries(
    Object.keys({ ...kept, ...edit }).map(key => [key, { ...kept[key], ...edit[key] }]),
  )

const cleanSections = ({
  home,
  policies,
  ...rest
}: Omit<CmsEdit, 'version'>): Omit<CmsEdit, 'version'> => ({
  ...rest,
  ...(policies && { policies: cleanAll(policies) }),
  ...(home && { home: { ...home, ...(home.blocks && { blocks: home.blocks.map(cleanBlock) }) } }),
})

const cleanAll = <T extends Record<string, string | undefined>>(texts: T) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, html]) => [key, sanitizeRichText(html ?? '')]),
  )

function cleanBlock(block: HomeBlock): HomeBlock {
  switch (block.type) {
    case 'text':
      return { ...block, body: sanitizeRichText(block.body) }
    case 'imageText':
      return { ...block, body: sanitizeRichText(block.body) }
    case 'faq':
      return {
        ...block,
        questions: block.questions.map(q => ({ ...q, answer: sanitizeRichText(q.answer) })),
      }
    default:
      return block
  }
}
