import type { Language } from '#contract/lib/text/languages.ts'
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
import type { LoadedContent } from '../host/storefront-content.ts'

type ExampleTexts = {
  product: string
  category: string
  description: string
  categoryDescription: string
  size: string
}
const texts: Record<Language, ExampleTexts> = {
  en: {
    product: 'Example product',
    category: 'Example category',
    description: 'The description of your product appears here.',
    categoryDescription: 'The description of your category appears here.',
    size: 'Size',
  },
  de: {
    product: 'Beispielprodukt',
    category: 'Beispielkategorie',
    description: 'Hier erscheint die Beschreibung Ihres Produkts.',
    categoryDescription: 'Hier erscheint die Beschreibung Ihrer Kategorie.',
    size: 'Größe',
  },
  fr: {
    product: 'Exemple de produit',
    category: 'Exemple de catégorie',
    description: 'La description de votre produit s’affiche ici.',
    categoryDescription: 'La description de votre catégorie s’affiche ici.',
    size: 'Taille',
  },
  es: {
    product: 'Producto de ejemplo',
    category: 'Categoría de ejemplo',
    description: 'Aquí aparece la descripción de tu producto.',
    categoryDescription: 'Aquí aparece la descripción de tu categoría.',
    size: 'Talla',
  },
  pt: {
    product: 'Produto de exemplo',
    category: 'Categoria de exemplo',
    description: 'A descrição do seu produto aparece aqui.',
    categoryDescription: 'A descrição da sua categoria aparece aqui.',
    size: 'Tamanho',
  },
  ar: {
    product: 'منتج تجريبي',
    category: 'فئة تجريبية',
    description: 'يظهر وصف منتجك هنا.',
    categoryDescription: 'يظهر وصف فئتك هنا.',
    size: 'المقاس',
  },
}

/** In minor units. */
const examplePrice = 2900
const noDetails = {
  priorPrice: null,
  measureAmount: null,
  measureUnit: null,
  referenceAmount: null,
} as const
/** The last size is sold out, so that the preview shows how this looks. */
const sizes = ['S', 'M', 'L']

/** Whether the theme editor asks for a page that a store without records does not have yet. */
export const showsExample = ({ preview }: StorefrontFrame, slug: string) =>
  preview === 'editor' && isExampleHandle(slug)

export function createExampleProduct({ language }: StorefrontFrame): LoadedContent {
  const { product: title, description, size } = texts[language]
  const variants = sizes.map((value, index): StorefrontVariant => {
    const isAvailable = index < sizes.length - 1
    return {
      ...noDetails,
      _id: `00000000-0000-7000-8000-00000000000${index}`,
      options: [value],
      sku: '',
      barcode: '',
      price: examplePrice,
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
        _id: '00000000-0000-7000-8000-000000000000',
        title,
        slug: exampleProductPath.replace('/products/', ''),
        description: `<p>${description}</p>`,
        withdrawalException: 'none',
        vendor: '',
        productType: '',
        tags: [],
        options: [{ name: size, values: sizes }],
        safety: { manufacturer: null, responsiblePerson: null, warnings: '' },
        images: [],
        variants,
      },
      variant,
      reviews: noReviews,
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
  const { category: name, categoryDescription } = texts[language]
  return {
    content: {
      kind: 'category',
      name,
      description: `<p>${categoryDescription}</p>`,
      path: exampleCategoryPath,
      parents: [],
      children: [],
      image: '',
      list: list.cards.length > 0 ? list : { ...list, ...createExampleCards(language) },
    },
    head: { title: name, description: categoryDescription, canonicalPath: exampleCategoryPath },
  }
}

function createExampleCards(language: Language) {
  const card = {
    title: texts[language].product,
    path: exampleProductPath,
    vendor: '',
    image: null,
    price: examplePrice,
    recommendedPrice: null,
    hasPriceRange: false,
    priceDetails: null,
    isAvailable: true,
  }
  return { cards: [card, card, card, card], total: 4, page: 1, pageCount: 1 }
}
