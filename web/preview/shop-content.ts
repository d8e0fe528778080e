import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type CmsSections, cmsApi } from '#contract/cms.ts'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { productApi } from '#contract/product.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { directionOf } from '../lib/preference/language.ts'
import { useCan } from '../lib/session/can.tsx'
import { useStore } from '../lib/session/use-store.ts'

export type ShopGood = {
  key: string
  title: string
  vendor: string
  price: string
  image: string
  shape: number
}
export type ShopContent = {
  /** The way its own language is written, not that of the person who looks. */
  direction: 'ltr' | 'rtl'
  title: string
  logo: string
  announcement: { text: string; background: string; colour: string } | undefined
  menu: string[]
  slide: { image: string; heading: string; text: string; buttonLabel: string } | undefined
  goodsTitle: string
  goods: ShopGood[]
  footer: { text: string; copyright: string; menu: string[] }
}
type Sections = Pick<CmsSections, 'identity' | 'announcement' | 'hero' | 'navigation' | 'footer'>

/** What a miniature of the shop shows: the store's own content and newest products, samples where there are none. */
export function useShopContent(changed?: Sections): ShopContent {
  const { t } = useTranslation()
  const cms = useQuery({
    ...queryOf(cmsApi.get, {}),
    enabled: useCan('cms:read') && changed === undefined,
  })
  const goods = useGoods()
  const store = useStore()
  const sections: Sections | undefined = changed ?? cms.data
  const title = sections?.identity.siteTitle || store?.name || t('ui.shop.name')
  const slide = sections?.hero.enabled === false ? undefined : sections?.hero.slides[0]
  const menu = sections?.navigation.header.map(entry => entry.label) ?? []
  const { announcement } = sections ?? {}
  return {
    direction: directionOf(store?.locale?.slice(0, 2) ?? 'en'),
    title,
    logo: sections?.identity.logo ?? '',
    announcement: announcement?.enabled && announcement.text ? announcement : undefined,
    menu: menu.length > 0 ? menu.slice(0, 5) : [t('ui.shop.products')],
    slide:
      sections?.hero.enabled === false
        ? undefined
        : (slide ?? {
            image: '',
            heading: t('ui.shop.welcome', { name: title }),
            text: '',
            buttonLabel: t('ui.shop.see'),
          }),
    goodsTitle: t('ui.shop.new'),
    goods,
    footer: {
      text: sections?.footer.text ?? '',
      copyright: sections?.footer.copyright ?? `© ${title}`,
      menu: sections?.navigation.footer.map(entry => entry.label).slice(0, 6) ?? [],
    },
  }
}

const samples = ['vase', 'bowl', 'mug', 'candle', 'planter'] as const

function useGoods(): ShopGood[] {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = useStore()?.currency ?? 'USD'
  const products = useQuery({
    ...queryOf(productApi.list, { query: { perPage: 5, status: ['active'] } }),
    enabled: useCan('product:read'),
  })
  const own =
    products.data?.items.map(({ _id, title, vendor, price, image }, shape) => ({
      key: _id,
      title,
      vendor,
      price: format.money(price, currency),
      image: image && getSizedImageUrl(image, 480),
      shape,
    })) ?? []
  if (own.length >= 2) return own
  return samples.map((name, shape) => ({
    key: name,
    title: t(`ui.shop.goods.${name}`),
    vendor: t('ui.shop.maker'),
    price: format.money(1800 + shape * 1350, currency),
    image: '',
    shape,
  }))
}
