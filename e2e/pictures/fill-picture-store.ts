import { categoryApi } from '#contract/product/category.ts'
import { type Product, type ProductInput, productApi } from '#contract/product/product.ts'
import type { Seller } from '../test-seller.ts'
import { uploadImage } from '../upload-image.ts'
import { type Drawing, drawImage } from './draw-image.ts'

const clay = '#a4572c'
const teal = '#2f6f73'
const sand = '#efe4d2'
const mist = '#dde7e8'

/** Uploads a drawn image and returns its media. */
export const uploadDrawing = async (seller: Seller, drawing: Drawing) =>
  uploadImage(seller, await drawImage(drawing), `${drawing.shape}.png`)

/** Creates the categories and products of the store, and returns the mug and the bowl. */
export async function createPictureCatalog(
  seller: Seller,
): Promise<{ mug: Product; bowl: Product }> {
  const createCategory = async (name: string, drawing: Drawing, parent?: string) => {
    const { url } = await uploadDrawing(seller, { ...drawing, width: 900, height: 700 })
    const { _id } = await seller.send(categoryApi.create, {
      body: {
        name,
        image: url,
        description: `<p>${name} from three workshops by the sea.</p>`,
        ...(parent && { parent }),
      },
    })
    return _id
  }
  const kitchen = await createCategory('Kitchen', { shape: 'bowl', color: clay, background: sand })
  const mugs = await createCategory(
    'Mugs and bowls',
    { shape: 'mug', color: teal, background: mist },
    kitchen,
  )
  const candles = await createCategory('Candles', {
    shape: 'candle',
    color: '#b08d2f',
    background: '#f3efe2',
  })
  await createCandles(seller, candles)
  const bowl = await createProduct(seller, mugs, {
    title: 'A serving bowl whose maker could not decide on a shorter name for it',
    price: 6400,
    stock: 0,
  })
  return { mug: await createMug(seller, mugs), bowl }
}

const createProduct = (seller: Seller, category: string, input: ProductInput) =>
  seller.send(productApi.create, {
    body: {
      vendor: 'Studio North',
      tags: ['stoneware'],
      status: 'active',
      categories: [category],
      ...input,
    },
  })

/** Creates more candles than a list shows at once. Every third one has no image. */
async function createCandles(seller: Seller, category: string) {
  const colors = ['#b08d2f', '#7d5a86', '#4f7a4c']
  const images = []
  for (const color of colors)
    images.push(await uploadDrawing(seller, { shape: 'candle', color, background: '#f3efe2' }))
  for (let number = 1; number <= 26; number++) {
    const image = images[number % 3]
    await createProduct(seller, category, {
      title: `Candle no. ${number}`,
      price: 900 + number * 50,
      stock: number === 2 ? 0 : 30,
      vendor: number % 2 === 0 ? 'Lantern & Sons' : 'Wick',
      tags: ['beeswax'],
      images: number % 3 === 0 || !image ? [] : [{ media: image._id, alt: 'A candle' }],
      ...(number === 4 && { compareAtPrice: 1500 }),
    })
  }
}

/** Creates a product with all that the page of a product can show. */
async function createMug(seller: Seller, category: string): Promise<Product> {
  const images = [
    await uploadDrawing(seller, { shape: 'mug', color: clay, background: sand }),
    await uploadDrawing(seller, { shape: 'mug', color: teal, background: mist }),
  ]
  const createVariant = (color: string, size: string, index: number) => ({
    options: [color, size],
    sku: `MUG-${color[0]}${size[0]}`,
    price: size === 'Small' ? 1900 : 2400,
    compareAtPrice: 2900,
    stock: size === 'Small' ? 40 : 2,
    image: images[index]?._id ?? null,
    measureAmount: 320,
    measureUnit: 'ml' as const,
  })
  return createProduct(seller, category, {
    title: 'Stoneware mug',
    description: [
      '<h2>Care</h2><p>Wash by hand. <a href="/pages/about-us">Read more</a></p>',
      '<ul><li>Turned by hand</li><li>Fired twice</li></ul>',
    ].join(''),
    details: 'Material: Stoneware\nCapacity: 320 ml',
    sizeTable:
      'Size | Height | Rim | Weight\nSmall | 9 cm | 8 cm | 310 g\nLarge | 11 cm | 9 cm | 420 g',
    manufacturerName: 'Studio North GmbH',
    manufacturerAddress: 'Quay 4\n20457 Hamburg',
    manufacturerContact: 'safety@studio-north.example',
    safetyWarnings: 'Hot drinks can burn.',
    images: images.map(({ _id }, index) => ({
      media: _id,
      alt: index === 0 ? 'A brown mug' : 'A teal mug',
    })),
    options: [
      {
        name: 'Color',
        values: ['Clay', 'Teal'],
        swatches: [
          { value: 'Clay', color: clay },
          { value: 'Teal', color: teal },
        ],
      },
      { name: 'Size', values: ['Small', 'Large'] },
    ],
    variants: [
      createVariant('Clay', 'Small', 0),
      createVariant('Clay', 'Large', 0),
      createVariant('Teal', 'Small', 1),
      createVariant('Teal', 'Large', 1),
    ],
  })
}
