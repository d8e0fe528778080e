import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cmsApi } from '#contract/cms/cms.ts'
import { listPagePaths, listPages } from '#contract/cms/cms-navigation.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'

export type LinkSuggestion = { path: string; name: string }
export type LinkSuggestionGroup = { name: string; links: LinkSuggestion[] }

const maxPerGroup = 20

/** Returns the pages that shoppers can open and whose name or path contains the text, in groups. */
export function useLinkSuggestions(text: string): LinkSuggestionGroup[] {
  const { t } = useTranslation()
  const [q] = useDebouncedValue(text.trim(), 200)
  const pages = useQuery({
    ...queryOptionsFor(cmsApi.listPages, { query: { perPage: 100, status: 'published' } }),
    enabled: usePermission('cms:read'),
  })
  const categories = useQuery({
    ...queryOptionsFor(categoryApi.getTree, {}),
    enabled: usePermission('category:read'),
  })
  const products = useQuery({
    ...queryOptionsFor(productApi.list, {
      // A path finds no product.
      query: { perPage: maxPerGroup, ...(!q.includes('/') && { q }), status: ['active'] },
    }),
    enabled: usePermission('product:read'),
    placeholderData: keepPreviousData,
  })
  const search = text.trim().toLowerCase()
  const isMatch = ({ path, name }: LinkSuggestion) =>
    search === '' || name.toLowerCase().includes(search) || path.startsWith(search)
  const groups = [
    {
      name: t('themeEditor.link.store'),
      links: [
        { path: '/', name: t('themeEditor.page.home') },
        ...listPages.map(page => ({ path: listPagePaths[page], name: t(`shell.menu.${page}`) })),
      ],
    },
    {
      name: t('themeEditor.link.categories'),
      links: (categories.data ?? [])
        .filter(({ status }) => status === 'visible')
        .map(({ slug, name }) => ({ path: `/categories/${slug}`, name })),
    },
    {
      name: t('themeEditor.link.products'),
      links: (products.data?.items ?? []).map(({ slug, title }) => ({
        path: `/products/${slug}`,
        name: title,
      })),
    },
    {
      name: t('themeEditor.link.pages'),
      links: (pages.data?.items ?? []).map(({ slug, title }) => ({
        path: `/pages/${slug}`,
        name: title,
      })),
    },
  ]
  return groups.flatMap(({ name, links }) => {
    const matches = links.filter(isMatch).slice(0, maxPerGroup)
    return matches.length > 0 ? [{ name, links: matches }] : []
  })
}
