import { cmsApi } from '#contract/cms/cms.ts'
import { postApi } from '#contract/cms/post.ts'
import { categoryApi } from '#contract/product/category.ts'
import { Section } from '#contract/section/section-catalog.ts'
import { createSection, createSectionItem } from '#contract/section/section-upgrade.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import type { Seller } from './test-seller.ts'

type ShownImages = {
  /** The URLs of the images. */
  urls: readonly string[]
  categories: readonly string[]
  post: string
}

/** Shows images outside of products: as logo, in categories, in a post and on the home page of each theme. */
export async function showExtremeImages(seller: Seller, { urls, categories, post }: ShownImages) {
  const [logo = '', cover = ''] = urls.toReversed()
  await seller.send(cmsApi.update, { body: { identity: { logo } } })
  await seller.send(postApi.update, { params: { id: post }, body: { cover } })
  for (const [index, id] of categories.entries())
    await seller.send(categoryApi.update, {
      params: { id },
      body: { image: urls[index % urls.length] ?? '' },
    })
  const themes = await seller.send(themeApi.list)
  // Themes without published pages take those of the active theme.
  for (const { _id } of themes.toSorted((a, b) => Number(a.active) - Number(b.active))) {
    const params = { id: _id }
    const { templates, version } = await seller.send(themeDraftApi.getDraft, { params })
    const home = [...templates.home, ...createImageSections(urls.length)]
    const saved = await seller.send(themeDraftApi.saveDraft, {
      params,
      body: {
        templates: { ...templates, home: home.map(section => fillImages(section, urls)) },
        version,
      },
    })
    await seller.send(themeDraftApi.publish, { params, body: { version: saved.version } })
  }
}

const createImageSections = (itemCount: number) => [
  createSection('imageText', 'extreme-text'),
  ...(['columns', 'gallery', 'logoList'] as const).map(type => ({
    ...createSection(type, `extreme-${type}`),
    items: Array.from({ length: itemCount }, (_, index) => createSectionItem(type, String(index))),
  })),
]

const fillImages = (section: Pick<Section, 'settings' | 'items'>, urls: readonly string[]) =>
  Section.parse({
    ...section,
    settings: fillImage(section.settings, urls[0]),
    items: section.items.map((item, index) => ({
      ...item,
      settings: fillImage(item.settings, urls[(index + 1) % urls.length]),
    })),
  })

const fillImage = (settings: object, url: string | undefined) =>
  'image' in settings ? { ...settings, image: url } : settings
