import { type APIRequestContext, expect } from '@playwright/test'
import sharp from 'sharp'
import { campaignApi } from '#contract/campaign/campaign.ts'
import { faqQuestionApi } from '#contract/cms/faq-question.ts'
import { postApi } from '#contract/cms/post.ts'
import { customerApi } from '#contract/customer/customer.ts'
import { chatApi } from '#contract/desk/chat.ts'
import { conversationApi } from '#contract/desk/conversation.ts'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi } from '#contract/developer/webhook.ts'
import { importApi } from '#contract/import/import.ts'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { roleApi } from '#contract/staff/role.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { domainApi } from '#contract/store/domain.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { launchStore } from './launch-store.ts'
import type { Seller } from './test-seller.ts'
import { uploadImage } from './upload-image.ts'

export type SeededStore = {
  seller: Seller
  ids: {
    product: string
    order: string
    invoice: string
    return: string
    draft: string
    customer: string
    theme: string
    import: string
    store: string
    invitation: string
    webhook: string
    post: string
    campaign: string
    message: string
    chat: string
  }
}

export const createPng = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

const address = {
  name: 'Ada Verne',
  line1: 'Quay 4',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'DE',
}

/**
 * Fills the lists of the store: enough products for a second page, a long title, and orders in
 * different statuses.
 */
export async function seedStore(seller: Seller, http: APIRequestContext): Promise<SeededStore> {
  const mug = await createMug(seller)
  await createOtherProducts(seller)
  const customer = await seller.send(customerApi.create, {
    body: {
      name: 'Ada Verne',
      email: 'ada@example.com',
      phone: '+49 40 123456',
      address,
      tags: ['regular'],
    },
  })
  const order = await createOrders(seller, mug.variants[0]?._id ?? '', customer._id)
  await seller.send(domainApi.create, {
    body: { domain: `shop-${seller.session._id.slice(-12)}.example.org` },
  })
  const invitation = await inviteStaff(seller)
  const [theme] = await seller.send(themeApi.list)
  const webhook = await seller.send(webhookApi.create, {
    body: {
      url: 'https://hooks.example.com/storewright',
      events: ['product.deleted'],
      password: seller.password,
    },
  })
  await seller.send(apiKeyApi.create, {
    body: {
      name: 'Warehouse',
      ability: [{ action: 'read', subject: 'product' }],
      password: seller.password,
    },
  })
  const draft = await seller.send(orderApi.create, {
    body: {
      lines: [{ variant: mug.variants[0]?._id ?? '', quantity: 2 }],
      shippingAddress: address,
      isDraft: true,
    },
  })
  for (const category of ['Shipping', 'Care'])
    await seller.send(faqQuestionApi.create, {
      body: {
        category,
        question: `What should I know about ${category}?`,
        answer: '<p>We answer <a href="/products">each question</a>.</p>',
      },
    })
  const post = await seller.send(postApi.create, {
    body: {
      title: 'A day at the wheel',
      body: '<p>The first mug of the day is for tea.</p>',
      tags: ['workshop'],
      status: 'published',
    },
  })
  const campaign = await seller.send(campaignApi.create, {
    body: { name: 'Spring', subject: 'New mugs', body: '<p>The new mugs are here.</p>' },
  })
  const invoice = await seller.send(invoiceApi.create, { body: { order } })
  const { returns } = await createReturn(seller, order)
  return {
    seller,
    ids: {
      product: mug._id,
      order,
      invoice: invoice._id,
      return: returns[0]?._id ?? '',
      draft: draft._id,
      customer: customer._id,
      theme: theme?._id ?? '',
      import: await createPlannedImport(seller),
      store: seller.session.business ?? '',
      invitation: invitation._id,
      webhook: webhook._id,
      post: post._id,
      campaign: campaign._id,
      message: await sendContactMessage(seller, http),
      chat: await createTeamChat(seller),
    },
  }
}

/** Creates the chat of the team with a message, and returns its id. */
async function createTeamChat(seller: Seller): Promise<string> {
  const { _id } = await seller.send(chatApi.openTeam, { body: {} })
  await seller.send(chatApi.send, {
    params: { id: _id },
    body: { text: 'The mugs are here: https://example.com/mugs' },
  })
  return _id
}

/** Creates a product with an image, a category and two variants. */
async function createMug(seller: Seller) {
  const kitchen = await seller.send(categoryApi.create, { body: { name: 'Kitchen' } })
  const mugCategory = await seller.send(categoryApi.create, {
    body: { name: 'Mugs and bowls', parent: kitchen._id },
  })
  const media = await uploadImage(seller, await createPng(640, 480, '#b8733a'), 'mug.png')
  return seller.send(productApi.create, {
    body: {
      title: 'Stoneware mug',
      status: 'active',
      vendor: 'Studio North',
      productType: 'Ceramics',
      tags: ['stoneware'],
      categories: [mugCategory._id],
      images: [{ media: media._id, alt: 'A brown mug' }],
      options: [{ name: 'Size', values: ['Small', 'Large'] }],
      variants: [
        { options: ['Small'], sku: 'MUG-S', price: 1900, stock: 40 },
        { options: ['Large'], sku: 'MUG-L', price: 2400, compareAtPrice: 2900, stock: 2 },
      ],
    },
  })
}

async function createOtherProducts(seller: Seller) {
  await seller.send(productApi.create, {
    body: {
      title: 'A serving bowl whose maker could not decide on a shorter name for it',
      price: 6400,
      stock: 0,
      vendor: 'Studio North',
    },
  })
  for (let number = 1; number <= 10; number++)
    await seller.send(productApi.create, {
      body: {
        title: `Candle no. ${number}`,
        price: 900 + number * 10,
        stock: 30,
        status: 'active',
        vendor: 'Lantern & Sons',
      },
    })
}

async function inviteStaff(seller: Seller) {
  const { role } = await seller.send(roleApi.create, {
    body: {
      name: 'Packing',
      description: 'Packs and sends',
      ability: [{ action: 'manage', subject: 'order' }],
    },
  })
  return seller.send(staffApi.invite, { body: { email: 'noor@example.com', role } })
}

/** Creates a return of a unit of a shipped order and returns the order. */
async function createReturn(seller: Seller, id: string): Promise<Order> {
  const { version, lines } = await seller.send(orderApi.get, { params: { id } })
  return seller.send(orderChangeApi.applyChange, {
    params: { id },
    body: {
      version,
      change: {
        kind: 'createReturn',
        status: 'accepted',
        lines: [{ line: lines[0]?._id ?? '', quantity: 1, reason: 'wrong_size' }],
        wish: 'refund',
      },
    },
  })
}

/** Creates orders in four statuses and returns the id of the shipped one. */
async function createOrders(seller: Seller, variant: string, customer: string): Promise<string> {
  const statusSequences = [
    [],
    ['confirmed'],
    ['confirmed', 'processing', 'ready', 'shipped'],
    ['cancelled'],
  ]
  const ids: string[] = []
  for (const statuses of statusSequences) {
    const { _id } = await seller.send(orderApi.create, {
      body: {
        customer: { _id: customer },
        lines: [{ variant, quantity: 2 }],
        shippingAddress: address,
        shippingTotal: 490,
        paidWith: 'card',
      },
    })
    for (const status of statuses)
      await seller.send(orderApi.updateStatus, {
        params: { id: _id },
        body: {
          status,
          ...(status === 'cancelled' && { reason: 'customer' }),
          ...(status === 'shipped' && {
            tracking: { carrier: 'DHL', number: '00340434161094000000' },
          }),
        },
      })
    ids.push(_id)
  }
  return ids[2] ?? ''
}

/** Creates an import that waits for its start and has one row with an invalid price. */
async function createPlannedImport(seller: Seller): Promise<string> {
  const buffer = Buffer.from(
    'Handle,Title,Variant SKU,Variant Price\njug,Water jug,JUG-1,39.00\nvase,Vase,VASE-1,dear\n',
  )
  const { _id } = await seller.send(importApi.create, {
    multipart: { kind: 'products', file: { name: 'pottery.csv', mimeType: 'text/csv', buffer } },
  })
  await expect
    .poll(async () => (await seller.send(importApi.get, { params: { id: _id } })).status)
    .toBe('planned')
  return _id
}

/** Launches the store and sends its contact form as a shopper. */
async function sendContactMessage(seller: Seller, http: APIRequestContext): Promise<string> {
  const { host } = new URL(await launchStore(seller))
  const reply = await http.post('/pages/contact-us', {
    headers: { host },
    form: { name: 'Ada Verne', email: 'ada@example.com', message: 'Do you ship to Norway?' },
    maxRedirects: 0,
  })
  expect(reply.status()).toBe(303)
  const { items } = await seller.send(conversationApi.list)
  return items[0]?._id ?? ''
}
