import type { ProductFeed } from '#contract/cms/sales-channel.ts'
import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { listReachedCountries } from '../../shipping/rule/reached-countries.ts'
import type { FeedItem, FeedStore } from './feed-item.ts'

type FeedStoreDetails = FeedStore & { policyKinds: readonly string[] }
type FeedFormat = {
  contentType: string
  start: (store: FeedStoreDetails) => string
  format: (item: FeedItem, store: FeedStoreDetails) => string
  end: string
}

/** XML 1.0 contains no other control characters, not even escaped ones. */
const escapeXml = (text: string) =>
  escapeHtml(text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''))

type Field = readonly [name: string, value: string | undefined]

const writeFields = (fields: readonly Field[]) =>
  fields
    .map(([name, value]) => (value ? `<g:${name}>${escapeXml(value)}</g:${name}>\n` : ''))
    .join('')

/** Meta reads the product data of Google with other names of availability. */
const createRssFormat = (formatAvailability: (isAvailable: boolean) => string): FeedFormat => ({
  contentType: 'application/xml; charset=utf-8',
  start: ({ name, url }) =>
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n' +
    `<title>${escapeXml(name)}</title>\n<link>${escapeXml(url)}</link>\n` +
    `<description>${escapeXml(name)}</description>\n`,
  format: item => {
    const shipping = item.shipping
      ? `<g:shipping>\n${writeFields([
          ['country', item.shipping.country],
          ['price', item.shipping.price],
        ])}</g:shipping>\n`
      : ''
    const fields = writeFields([
      ['id', item.id],
      ['item_group_id', item.groupId],
      ['title', item.title],
      ['description', item.description],
      ['link', item.link],
      ['image_link', item.image],
      ...item.otherImages.map(image => ['additional_image_link', image] as const),
      ['availability', formatAvailability(item.isAvailable)],
      ['price', item.price],
      ['sale_price', item.salePrice],
      ['condition', 'new'],
      ['brand', item.brand],
      ['gtin', item.gtin],
      ['identifier_exists', item.gtin ? undefined : 'no'],
      ['product_type', item.category],
      ['color', item.color],
      ['size', item.size],
      ['shipping_weight', item.weightGrams ? `${item.weightGrams} g` : undefined],
      ['unit_pricing_measure', item.unitMeasure],
      ['unit_pricing_base_measure', item.unitBase],
    ])
    return `<item>\n${fields}${shipping}</item>\n`
  },
  end: '</channel>\n</rss>\n',
})

const pinterestColumns = [
  'id',
  'item_group_id',
  'title',
  'description',
  'link',
  'image_link',
  'additional_image_link',
  'availability',
  'price',
  'sale_price',
  'condition',
  'brand',
  'gtin',
  'product_type',
  'color',
  'size',
] as const

const toCell = (value = '') => {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line
}

const pinterestFormat: FeedFormat = {
  contentType: 'text/tab-separated-values; charset=utf-8',
  start: () => `${pinterestColumns.join('\t')}\n`,
  format: item => {
    const cells: Record<(typeof pinterestColumns)[number], string | undefined> = {
      id: item.id,
      item_group_id: item.groupId,
      title: item.title,
      description: item.description,
      link: item.link,
      image_link: item.image,
      additional_image_link: item.otherImages.join(','),
      availability: item.isAvailable ? 'in stock' : 'out of stock',
      price: item.price,
      sale_price: item.salePrice,
      condition: 'new',
      brand: item.brand,
      gtin: item.gtin,
      product_type: item.category,
      color: item.color,
      size: item.size,
    }
    return `${pinterestColumns.map(column => toCell(cells[column])).join('\t')}\n`
  },
  end: '',
}

const maxTargetCountries = 60

/**
 * Returns only the country of the store if it delivers to no country or to more than 60, because each row repeats
 * the list.
 */
function listTargetCountries(shipping: FeedStore['shipping']): readonly string[] {
  const countries = listReachedCountries(shipping)
  const isUsable = countries.length > 0 && countries.length <= maxTargetCountries
  return isUsable || !shipping.country ? countries : [shipping.country]
}

/** Products appear in the search of ChatGPT. Shoppers pay in the store. */
const openaiFormat: FeedFormat = {
  contentType: 'application/jsonl; charset=utf-8',
  start: () => '',
  format: (item, store) => {
    const getPolicyUrl = (kind: string) =>
      store.policyKinds.includes(kind)
        ? store.url + addLanguage(`/policies/${kind}`, store.language, store.languages)
        : undefined
    const row = {
      is_eligible_search: true,
      is_eligible_checkout: false,
      item_id: item.id,
      group_id: item.groupId,
      listing_has_variations: item.groupId !== undefined,
      variant_dict:
        item.groupId && Object.fromEntries(item.options.map(({ name, value }) => [name, value])),
      title: item.title,
      description: item.description,
      url: item.link,
      brand: item.brand,
      gtin: item.gtin,
      condition: 'new',
      product_category: item.category,
      color: item.color,
      size: item.size,
      weight: item.weightGrams,
      item_weight_unit: item.weightGrams ? 'g' : undefined,
      image_url: item.image,
      additional_image_urls: item.otherImages.length > 0 ? item.otherImages : undefined,
      price: item.price,
      sale_price: item.salePrice,
      availability: item.isAvailable ? 'in_stock' : 'out_of_stock',
      seller_name: store.name.slice(0, 70).toWellFormed(),
      seller_url: store.url,
      seller_privacy_policy: getPolicyUrl('privacy'),
      seller_tos: getPolicyUrl('terms'),
      return_policy: getPolicyUrl('refund'),
      target_countries: listTargetCountries(store.shipping),
      store_country: store.shipping.country || undefined,
    }
    return `${JSON.stringify(row)}\n`
  },
  end: '',
}

const toGoogleAvailability = (isAvailable: boolean) => (isAvailable ? 'in_stock' : 'out_of_stock')
const toMetaAvailability = (isAvailable: boolean) => (isAvailable ? 'in stock' : 'out of stock')

export const feedFormats: Record<ProductFeed, FeedFormat> = {
  google: createRssFormat(toGoogleAvailability),
  meta: createRssFormat(toMetaAvailability),
  pinterest: pinterestFormat,
  openai: openaiFormat,
}
