import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type CmsSections, cmsApi } from '#contract/cms.ts'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { getLanguageDirection } from '#contract/lib/languages.ts'
import { productApi } from '#contract/product.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { useCurrentStore } from '../lib/session/use-current-store.ts'

export type PreviewProduct = {
  key: string
  title: string
  vendor: string
  price: string
  image: string
  shapeIndex: number
}
export type PreviewContent = {
  /** The text direction of the language of the store, not of the user. */
  direction: 'ltr' | 'rtl'
  title: string
  logo: string
  announcement: { text: string; background: string; color: string } | undefined
  menu: string[]
  slide: { image: string; heading: string; text: string; buttonLabel: string } | undefined
  productsTitle: string
  products: PreviewProduct[]
  footer: { text: string; copyright: string; menu: string[] }
}
type PreviewSections = Pick<
  CmsSections,
  'identity' | 'announcement' | 'hero' | 'navigation' | 'footer'
>

/** Returns the content of a preview: that of the store with its newest products, or samples. */
export function usePreviewContent(unsavedSections?: PreviewSections): PreviewContent {
  const { t } = useTranslation()
  const cms = useQuery({
    ...queryOptionsFor(cmsApi.get, {}),
    enabled: usePermission('cms:read') && unsavedSections === undefined,
  })
  const products = usePreviewProducts()
  const store = useCurrentStore()
  const sections: PreviewSections | undefined = unsavedSections ?? cms.data
  const title = sections?.identity.siteTitle || store?.name || t('ui.sampleStore.name')
  const isHeroHidden = sections?.hero.enabled === false
  const defaultSlide = {
    image: '',
    heading: t('ui.sampleStore.welcome', { name: title }),
    text: '',
    buttonLabel: t('ui.sampleStore.viewAllProducts'),
  }
  const menu = sections?.navigation.header.map(entry => entry.label) ?? []
  const { announcement } = sections ?? {}
  return {
    direction: getLanguageDirection(store?.locale?.slice(0, 2) ?? 'en'),
    title,
    logo: sections?.identity.logo ?? '',
    announcement: announcement?.enabled && announcement.text ? announcement : undefined,
    menu: menu.length > 0 ? menu.slice(0, 5) : [t('ui.sampleStore.products')],
    slide: isHeroHidden ? undefined : (sections?.hero.slides[0] ?? defaultSlide),
    productsTitle: t('ui.sampleStore.newArrivals'),
    products,
    footer: {
      text: sections?.footer.text ?? '',
      copyright: sections?.footer.copyright ?? `© ${title}`,
      menu: sections?.navigation.footer.map(entry => entry.label).slice(0, 6) ?? [],
    },
  }
}

const sampleNames = ['vase', 'bowl', 'mug', 'candle', 'planter'] as const

function usePreviewProducts(): PreviewProduct[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrentStore()?.currency ?? 'USD'
  const products = useQuery({
    ...queryOptionsFor(productApi.list, { query: { perPage: 5, status: ['active'] } }),
    enabled: usePermission('product:read'),
  })
  const ownProducts =
    products.data?.items.map(({ _id, title, vendor, price, image }, shapeIndex) => ({
      key: _id,
      title,
      vendor,
      price: format.money(price, currency),
      image: image && getSizedImageUrl(image, 480),
      shapeIndex,
    })) ?? []
  if (ownProducts.length >= 2) return ownProducts
  return sampleNames.map((name, shapeIndex) => ({
    key: name,
    title: t(`ui.sampleStore.sampleProducts.${name}`),
    vendor: t('ui.sampleStore.vendor'),
    price: format.money(1800 + shapeIndex * 1350, currency),
    image: '',
    shapeIndex,
  }))
}
