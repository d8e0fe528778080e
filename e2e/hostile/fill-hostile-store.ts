import type { APIRequestContext } from '@playwright/test'
import { cmsApi } from '#contract/cms/cms.ts'
import { redirectApi } from '#contract/cms/redirect.ts'
import { categoryApi } from '#contract/product/category.ts'
import { mediaApi } from '#contract/product/media.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { launchStore } from '../launch-store.ts'
import { createPng } from '../seed-store.ts'
import type { Seller } from '../test-seller.ts'
import { uploadImage } from '../upload-image.ts'
import { addHostileReview, fillHostileCheckout } from './fill-hostile-sale.ts'
import { fillHostileTheme } from './fill-hostile-theme.ts'
import { takeLink, takeRichText, takeTexts } from './take-hostile-texts.ts'

/** Texts that nothing cleans, which pages show as they are. */
export const shownTexts = {
  product: `Cup "><svg onload=hasRun=1>'</script><script>hasRun=1</script>`,
  category: `Cups '"><img src=x onerror=hasRun=1></title>`,
  parent: '<b onclick=hasRun=1>Kitchen</b>"><script>hasRun=1</script>',
  page: 'Page </h1><script>hasRun=1</script>{{7*7}}',
  shopper: 'Ada <img src=x onerror=hasRun=1>',
}
type HostileStore = {
  product: string
  theme: string
  url: string
  order: { id: string; pageUrl: string }
}

/**
 * Writes hostile texts into all fields of a store that pages show, and launches it. A shopper sends a
 * hostile message.
 */
export async function fillHostileStore(
  seller: Seller,
  http: APIRequestContext,
): Promise<HostileStore> {
  // Pages show it in all their frames.
  const pixel = await createPng(1, 1, '#b8733a')
  const { _id, url: imageUrl } = await uploadImage(seller, pixel, `${takeTexts(60)}.png`)
  const image = { media: _id, url: imageUrl }
  await seller.send(mediaApi.update, { params: { id: image.media }, body: { alt: takeTexts(300) } })
  const category = await createCategory(seller, image.url)
  const product = await createProducts(seller, category, image)
  await fillContent(seller, image.url, product)
  const theme = await fillHostileTheme(seller, { image: image.url, product, category })
  await fillStore(seller)
  await fillHostileCheckout(seller, product)
  const url = await launchStore(seller)
  const order = await addHostileReview(seller, http, product)
  const { host } = new URL(url)
  await http.post('/pages/contact-us', {
    headers: { host },
    form: {
      name: shownTexts.shopper,
      email: 'ada@example.com',
      orderNumber: takeTexts(40),
      message: takeTexts(5000),
    },
    maxRedirects: 0,
  })
  return { product, theme, url, order }
}

async function createCategory(seller: Seller, image: string): Promise<string> {
  const parent = await seller.send(categoryApi.create, {
    body: { name: shownTexts.parent, slug: 'parent' },
  })
  const { _id } = await seller.send(categoryApi.create, {
    body: {
      name: shownTexts.category,
      slug: 'cups',
      description: takeRichText(),
      parent: parent._id,
      image,
      seoTitle: takeTexts(120),
      seoDescription: takeTexts(320),
    },
  })
  await seller.send(categoryApi.create, {
    body: { name: takeTexts(80), slug: 'child', parent: _id },
  })
  return _id
}

async function createProducts(
  seller: Seller,
  category: string,
  { media, url }: { media: string; url: string },
): Promise<string> {
  const values = [takeTexts(120), takeTexts(120), 'M']
  const { _id } = await seller.send(productApi.create, {
    body: {
      title: shownTexts.product,
      slug: 'cup',
      status: 'active',
      description: takeRichText(20_000),
      vendor: takeTexts(80),
      productType: takeTexts(80),
      tags: Array.from({ length: 10 }, (_, index) => `${index}${takeTexts(38)}`),
      options: [
        {
          name: takeTexts(60),
          values,
          swatches: values.map((value, index) =>
            index === 0 ? { value, color: '#b8733a' } : { value, image: url },
          ),
        },
      ],
      variants: values.map(value => ({
        options: [value],
        price: 1900,
        compareAtPrice: 2000,
        stock: 2,
        sku: takeTexts(200),
        barcode: takeTexts(32),
      })),
      images: [{ media, alt: takeTexts(300) }],
      categories: [category],
      seoTitle: takeTexts(120),
      seoDescription: takeTexts(320),
      manufacturerName: takeTexts(160),
      manufacturerAddress: takeTexts(300),
      manufacturerContact: takeTexts(200),
      responsibleName: takeTexts(160),
      responsibleAddress: takeTexts(300),
      responsibleContact: `https://foreign.example/?"><svg onload=hasRun=1>`,
      safetyWarnings: takeTexts(2000),
      details: Array.from({ length: 3 }, () => `${takeTexts(100)}:${takeTexts(1000)}`).join('\n'),
      sizeTable: Array.from({ length: 3 }, () => `${takeTexts(500)} | ${takeTexts(500)}`).join(
        '\n',
      ),
    },
  })
  for (let number = 0; number < 6; number++)
    await seller.send(productApi.create, {
      body: {
        title: `${number} ${takeTexts(190)}`,
        slug: `cup-${number}`,
        status: 'active',
        vendor: takeTexts(80),
        price: 900,
        stock: 1,
        categories: [category],
      },
    })
  return _id
}

async function fillContent(seller: Seller, image: string, product: string) {
  const createEntries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      label: takeTexts(40),
      kind: index === 0 ? ('product' as const) : ('url' as const),
      target: index === 0 ? product : takeLink(),
      newTab: index === 1,
    }))
  const createMenu = () =>
    createEntries(5).map(entry => ({
      ...entry,
      children: createEntries(2).map(child => ({ ...child, children: createEntries(2) })),
    }))
  const policy = () => takeRichText(12_000)
  await seller.send(cmsApi.update, {
    body: {
      identity: {
        siteTitle: takeTexts(70),
        tagline: takeTexts(120),
        shareImage: image,
        logo: image,
      },
      announcement: {
        enabled: true,
        text: takeTexts(140),
        link: takeLink(),
        furtherMessages: Array.from({ length: 4 }, () => ({
          text: takeTexts(140),
          link: takeLink(),
        })),
        dismissible: true,
      },
      navigation: { header: createMenu(), footer: createMenu() },
      contact: {
        phone: takeTexts(40),
        whatsapp: takeTexts(40),
        mapLink: 'https://foreign.example/?javascript:hasRun=1',
        address: { name: takeTexts(120), line1: takeTexts(200), city: takeTexts(120) },
      },
      social: { instagram: `https://instagram.com/"><svg onload=hasRun=1>` },
      policies: { privacy: policy(), terms: policy(), refund: policy() },
      footer: {
        text: takeTexts(300),
        copyright: takeTexts(120),
        showSocial: true,
        showContact: true,
      },
      seo: { homeTitle: takeTexts(70), homeDescription: takeTexts(160) },
      productSafety: { manufacturerName: takeTexts(160), manufacturerContact: takeTexts(200) },
    },
  })
  await seller.send(cmsApi.createPage, {
    body: {
      title: shownTexts.page,
      slug: 'page',
      body: takeRichText(60_000),
      status: 'published',
      seoTitle: takeTexts(120),
      seoDescription: takeTexts(320),
    },
  })
  await seller.send(redirectApi.create, {
    body: { path: '/old', target: '/pages/page?a=<svg onload=hasRun=1>#"><script>' },
  })
}

async function fillStore(seller: Seller) {
  await seller.send(storeApi.update, {
    params: { id: seller.session.business ?? '' },
    body: {
      data: {
        name: takeTexts(80),
        legalName: takeTexts(160),
        description: takeTexts(500),
        phone: takeTexts(40),
        address: { line1: takeTexts(200), line2: takeTexts(200), city: takeTexts(120) },
        languages: ['ar'],
      },
    },
  })
}
