import { getBlankValues } from '#contract/lib/schema-values.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { StorefrontProductFields } from '#contract/product/product.ts'
import { StorefrontVariantFields } from '#contract/product/variant.ts'
import type {
  StorefrontFrame,
  StorefrontProductList,
  StorefrontVariant,
} from '#contract/storefront/storefront-page.ts'
import { noReviews } from '#contract/storefront/storefront-review.ts'
import {
  exampleCategoryPath,
  exampleProductPath,
  isExampleHandle,
} from '#contract/theme/example-record.ts'
import { serverTexts } from '../../locales/texts.ts'
import type { LoadedContent } from '../host/storefront-content.ts'

const exampleProductId = '00000000-0000-7000-8000-000000000000'
/** In minor units. */
const examplePrice = 2900
/** The last size is sold out, so that the preview shows how this looks. */
const sizes = ['S', 'M', 'L']

/** Whether the theme editor asks for a page that a store without records does not have yet. */
export const showsExample = ({ preview }: StorefrontFrame, slug: string) =>
  preview === 'editor' && isExampleHandle(slug)

export function createExampleProduct({ language }: StorefrontFrame): LoadedContent {
  const t = serverTexts[language]
  const title = t('example.product')
  const description = t('example.description')
  const variants = sizes.map((value, index): StorefrontVariant => {
    const isAvailable = index < sizes.length - 1
    return {
      ...getBlankValues(StorefrontVariantFields),
      _id: `00000000-0000-7000-8000-00000000000${index}`,
      options: [value],
      price: examplePrice,
      priorPrice: null,
      recommendedPrice: null,
      unitsLeft: null,
      isAvailable,
      image: null,
    }
  })
  const [variant] = variants
  if (!variant) throw new Error('The example product has no variant.')
  return {
    content: {
      kind: 'product',
      product: {
        ...getBlankValues(StorefrontProductFields),
        _id: exampleProductId,
        title,
        slug: exampleProductPath.replace('/products/', ''),
        description: `<p>${description}</p>`,
        options: [{ name: t('example.size'), values: sizes }],
        safety: { manufacturer: null, responsiblePerson: null, warnings: '' },
        images: [],
        variants,
      },
      variant,
      reviews: noReviews,
      terms: {
        delivery: null,
        chosenCountry: '',
        isChoosingCountry: false,
        offerShipping: {},
        returns: null,
      },
      parents: [],
    },
    head: { title, description, canonicalPath: exampleProductPath },
  }
}

/** Returns a category with the products of the store, or with examples if there are none. */
export function createExampleCategory(
  { language }: StorefrontFrame,
  list: StorefrontProductList,
): LoadedContent {
  const t = serverTexts[language]
  const name = t('example.category')
  const description = t('example.categoryDescription')
  return {
    content: {
      kind: 'category',
      name,
      description: `<p>${description}</p>`,
      path: exampleCategoryPath,
      parents: [],
      children: [],
      image: '',
      list: list.cards.length > 0 ? list : { ...list, ...createExampleCards(language) },
    },
    head: { title: name, description, canonicalPath: exampleCategoryPath },
  }
}

function createExampleCards(language: Language) {
  const t = serverTexts[language]
  const card = {
    _id: exampleProductId,
    title: t('example.product'),
    path: exampleProductPath,
    vendor: '',
    image: null,
    secondImage: null,
    rating: null,
    options: [],
    variant: null,
    price: examplePrice,
    recommendedPrice: null,
    hasPriceRange: false,
    priceDetails: null,
    isAvailable: true,
  }
  return { cards: [card, card, card, card], total: 4, page: 1, pageCount: 1 }
}
