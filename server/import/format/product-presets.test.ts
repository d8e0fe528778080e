import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { ProductDraft, ProductParseSettings } from '../product/import-product-draft.ts'
import { parseProducts } from '../product/parse-products.ts'

const readWith = (settings: Partial<ProductParseSettings>, ...lines: string[]) =>
  parseProducts(() => Readable.from([Buffer.from(lines.join('\n'))]), {
    exponent: 2,
    now: new Date('2026-01-01'),
    ...settings,
  })
const read = (...lines: string[]) => readWith({}, ...lines)
const listVariants = (draft: ProductDraft | undefined) =>
  (draft?.variants ?? []).map(({ options, sku, price, stock }) => [
    options.join(' / '),
    sku,
    price,
    stock,
  ])
const listCodes = ({ problems }: { problems: { code: string }[] }) =>
  problems.map(({ code }) => code)

it('reads configurable and simple products of Magento 2', async () => {
  const file = await read(
    'sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,description,weight,product_online,visibility,price,special_price,special_price_from_date,url_key,base_image,additional_images,qty,configurable_variations,configurable_variation_labels',
    'TEE-S,,Top,simple,,base,Tee S,,0.5,1,Not Visible Individually,20,,,tee-s,https://x.test/s.jpg,,3.0000,,',
    'TEE-M,,Top,simple,,base,Tee M,,0.5,1,Not Visible Individually,22,18,2025-12-01,tee-m,,,0.0000,,',
    'TEE,,Top,configurable,"Default Category/Clothing,Default Category/Clothing/Tees",base,Tee,Soft,,1,"Catalog, Search",,,,tee,https://x.test/a.jpg,"https://x.test/a.jpg,https://x.test/b.jpg",,"sku=TEE-S,size=S|sku=TEE-M,size=M|sku=TEE-L,size=L",size=Size',
    'TEE,french,Top,configurable,,base,T-shirt,,,,,,,,,,,,,',
    'MUG,,Default,simple,Default Category/Kitchen,base,Mug,,2,2,"Catalog, Search",9.5,,,mug,,,7,,',
    'SET,,Default,bundle,,base,Set,,,1,"Catalog, Search",,,,set,,,,,',
  )
  expect(file.format).toBe('magento')
  expect(file.drafts).toMatchObject([
    {
      slug: 'tee',
      title: 'Tee',
      status: 'active',
      description: '<p>Soft</p>',
      categories: [['Clothing'], ['Clothing', 'Tees']],
      options: [{ name: 'Size', values: ['S', 'M'] }],
      images: [
        { sourceUrl: 'https://x.test/a.jpg' },
        { sourceUrl: 'https://x.test/b.jpg' },
        { sourceUrl: 'https://x.test/s.jpg', variantIndexes: [0] },
      ],
    },
    { slug: 'mug', status: 'draft', categories: [['Kitchen']] },
  ])
  expect(file.drafts.map(listVariants)).toEqual([
    [
      ['S', 'TEE-S', 2000, 3],
      ['M', 'TEE-M', 1800, 0],
    ],
    [['', 'MUG', 950, 7]],
  ])
  expect(file.drafts[0]?.variants?.[1]).toMatchObject({ compareAtPrice: 2200, weight: 227 })
  expect(listCodes(file).toSorted()).toEqual(['type_unsupported', 'variation_missing'])
})

const magentoImageLines = [
  'sku,attribute_set_code,product_type,name,price,base_image,additional_images',
  'CUP,Default,simple,Cup,8,/c/u/cup.jpg,"/c/u/cup.jpg,c/u/back.jpg"',
  'JAR,Default,simple,Jar,9,no_selection,https://x.test/jar.jpg',
]
const listImageUrls = ({ drafts }: { drafts: ProductDraft[] }) =>
  drafts.flatMap(({ images = [] }) => images.map(({ sourceUrl }) => sourceUrl))

it('warns once for the image paths of Magento, and completes them with the URL of the store', async () => {
  const incomplete = await read(...magentoImageLines)
  expect(incomplete.problems).toMatchObject([
    { code: 'image_url_incomplete', row: 1, level: 'warn', params: { count: 2 } },
  ])
  expect(listImageUrls(incomplete)).toEqual(['https://x.test/jar.jpg'])
  const images = 'https://old.test/media/catalog/product/c/u'
  const urls = [`${images}/cup.jpg`, `${images}/back.jpg`, 'https://x.test/jar.jpg']
  const complete = await readWith({ imageBaseUrl: ' old.test/ ' }, ...magentoImageLines)
  expect([listImageUrls(complete), listCodes(complete)]).toEqual([urls, []])
  const [header, ...rows] = magentoImageLines
  const withColumn = await read(`${header},base_url`, ...rows.map(row => `${row},https://old.test`))
  expect([listImageUrls(withColumn), listCodes(withColumn)]).toEqual([urls, []])
})

it('warns once about a currency in the header that the store does not have', async () => {
  const fields = ['slug', 'title', 'price', 'compareAtPrice'] as const
  const matchings = { fields: [...fields], fieldsBySignature: {} }
  const header = 'Name,Bild,Preis (EUR),Alter Preis (EUR)'
  const file = await readWith({ currency: 'USD', matchings }, header, 'a,A,5,6')
  expect(file.problems).toMatchObject([
    { code: 'price_currency', row: 1, column: 'Preis (EUR)', params: { currency: 'EUR' } },
  ])
  const sameCurrency = await readWith({ currency: 'EUR', matchings }, header, 'a,A,5,6')
  expect(sameCurrency.problems).toEqual([])
})

it('names the file of combinations of PrestaShop', async () => {
  await expect(
    read(
      'Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Impact on price;Quantity',
      '1;Size:select:0;S:0;0;5',
    ),
  ).rejects.toMatchObject({ code: 'import_is_combination_file' })
})

it('reads products of PrestaShop', async () => {
  const file = await read(
    'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Wholesale price;Reference #;Manufacturer;EAN13;Weight;Quantity;Short description;Description;Tags (x,y,z...);URL rewritten;Image URLs (x,y,z...)',
    '1;1;Hummingbird cushion;Home/Decor,Sale;18,90;5;CUSH;Studio;4006381333931;0.4;12;Soft;<p>A cushion</p>;soft,bird;hummingbird-cushion;https://x.test/1.jpg,https://x.test/2.jpg',
  )
  expect(file.format).toBe('prestashop')
  expect(file.drafts).toMatchObject([
    {
      slug: 'hummingbird-cushion',
      title: 'Hummingbird cushion',
      status: 'active',
      vendor: 'Studio',
      tags: ['soft', 'bird'],
      description: '<p>Soft</p>\n<p>A cushion</p>',
      categories: [['Home', 'Decor'], ['Sale']],
      variants: [{ sku: 'CUSH', barcode: '4006381333931', price: 1890, cost: 500, weight: 400 }],
      images: [{ sourceUrl: 'https://x.test/1.jpg' }, { sourceUrl: 'https://x.test/2.jpg' }],
    },
  ])
  expect(file.columns.find(({ header }) => header === 'Weight')?.noteCode).toBe(
    'weight_in_kilograms',
  )
  expect(file.problems).toEqual([])
})

it('reads items and variations of Square, with the stock of all locations', async () => {
  const file = await read(
    'Token,Item Name,Variation Name,SKU,Description,Categories,GTIN,Price,Option Name 1,Option Value 1,Archived,Current Quantity Main St,Current Quantity Harbor,Weight (lb)',
    't1,Candle,Small,C-S,Soy wax,Home > Candles,,12,,,N,10,5,1',
    't1,Candle,Large,C-L,Soy wax,Home > Candles,,18,,,N,4,,2',
    't2,Mug,Regular,M,,Home,,variable,,,Y,9,,',
    't3,Shirt,"Red",S-R,,,,20,Color,Red,N,,,',
  )
  expect(file.format).toBe('square')
  expect(file.drafts).toMatchObject([
    {
      title: 'Candle',
      categories: [['Home', 'Candles']],
      options: [{ name: 'Variation', values: ['Small', 'Large'] }],
    },
    { title: 'Mug' },
    { title: 'Shirt', options: [{ name: 'Color', values: ['Red'] }] },
  ])
  expect(file.drafts.map(listVariants)).toEqual([
    [
      ['Small', 'C-S', 1200, 15],
      ['Large', 'C-L', 1800, 4],
    ],
    [['', 'M', undefined, 9]],
    [['Red', 'S-R', 2000, undefined]],
  ])
  expect(file.drafts[0]?.variants?.[0]?.weight).toBe(454)
  expect(listCodes(file)).toEqual([])
})

it('reads products, SKUs and price rules of BigCommerce', async () => {
  const file = await read(
    'Item Type,Product ID,Product Name,Product Code/SKU,Brand Name,Price,Retail Price,Sale Price,Product Weight,Product Visible?,Track Inventory,Current Stock Level,Category,Product Image URL - 1,Product Image URL - 2,Product URL',
    'Product,55,Blue tee,TEE,Acme,20.00,0.00,0.00,0.5,Y,by option,0,Home/Tees;Sale,https://x.test/1.jpg,https://x.test/2.jpg,/blue-tee/',
    '  SKU,,"[S]Color=Blue,[RB]Size=S",TEE-S,,,,,,,,5,,,,',
    '  SKU,,"[S]Color=Blue,[RB]Size=L",TEE-L,,,,,,,,2,,,,',
    '  Rule,,,TEE-L,,[ADD]3,,,,,,,,,,',
    'Product,56,Poster,POSTER,,15,25,12,0.1,N,none,0,Art,,,/poster/',
  )
  expect(file.format).toBe('bigcommerce')
  expect(file.drafts).toMatchObject([
    {
      slug: 'blue-tee',
      vendor: 'Acme',
      status: 'active',
      categories: [['Home', 'Tees'], ['Sale']],
      options: [
        { name: 'Color', values: ['Blue'] },
        { name: 'Size', values: ['S', 'L'] },
      ],
      images: [{ sourceUrl: 'https://x.test/1.jpg' }, { sourceUrl: 'https://x.test/2.jpg' }],
    },
    {
      slug: 'poster',
      status: 'draft',
      variants: [{ price: 1200, compareAtPrice: 1500, trackStock: false }],
    },
  ])
  expect(listVariants(file.drafts[0])).toEqual([
    ['Blue / S', 'TEE-S', 2000, 5],
    ['Blue / L', 'TEE-L', 2300, 2],
  ])
})

it("reads variants of BigCommerce's newer export", async () => {
  const file = await read(
    'Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Price,Is Visible,Product URL,Internal Image URL (Export),Variant Image URL',
    'Product,1,Tee,physical,TEE,,variant,0,20,TRUE,/tee/,,',
    'Variant,2,,,TEE-R,Type=Swatch|Name=Color|Value=Red[#FF0000]Type=Rectangle|Name=Size|Value=M,,4,,,,,https://x.test/red.jpg',
    'Image,3,,,,,,,,,,https://x.test/tee.jpg,',
  )
  expect(file.format).toBe('bigcommerce')
  expect(listVariants(file.drafts[0])).toEqual([['Red / M', 'TEE-R', 2000, 4]])
  expect(file.drafts[0]?.images).toMatchObject([
    { sourceUrl: 'https://x.test/tee.jpg' },
    { sourceUrl: 'https://x.test/red.jpg', variantIndexes: [0] },
  ])
})

it('reads listings of Etsy, with a variant for each combination', async () => {
  const file = await read(
    'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU',
    '"Wool scarf","Warm\n\nHand made",35.00,USD,7,"wool_scarf,winter",wool,https://x.test/1.jpg,https://x.test/2.jpg,Custom Property,Color,"Red,Blue",Custom Property,Length,"120,150","A,B,C,D"',
    'Brooch,Small,12.50,USD,3,,,,,,,,,,,BR',
  )
  expect(file.format).toBe('etsy')
  expect(file.drafts).toMatchObject([
    {
      title: 'Wool scarf',
      description: '<p>Warm</p>\n<p>Hand made</p>',
      tags: ['wool scarf', 'winter'],
      options: [
        { name: 'Color', values: ['Red', 'Blue'] },
        { name: 'Length', values: ['120', '150'] },
      ],
      images: [{ sourceUrl: 'https://x.test/1.jpg' }, { sourceUrl: 'https://x.test/2.jpg' }],
    },
    { title: 'Brooch', options: [] },
  ])
  expect(file.drafts.map(listVariants)).toEqual([
    [
      ['Red / 120', 'A', 3500, 0],
      ['Red / 150', 'B', 3500, 0],
      ['Blue / 120', 'C', 3500, 0],
      ['Blue / 150', 'D', 3500, 0],
    ],
    [['', 'BR', 1250, 3]],
  ])
  expect(listCodes(file)).toEqual(['variation_stock_unknown'])
})
