import { z } from 'zod'
import { Reauthentication } from '../account/account-security.ts'
import { defineApi } from '../lib/call/api.ts'
import { Address } from '../lib/country/address.ts'
import { issue } from '../lib/error/issue.ts'
import {
  asciiCodeText,
  Email,
  Id,
  ImageUrl,
  ListQuery,
  MediaUrl,
  multiLineText,
  Slug,
  singleLineText,
  sortQuery,
  TimeOfDay,
  Timestamp,
  updateSchema,
  versionField,
} from '../lib/schemas.ts'
import { LinkTarget } from '../lib/text/link-target.ts'
import { ProductSafety } from '../product/product-safety.ts'
import { CheckoutSettings } from './checkout-settings.ts'
import { Announcement } from './cms-announcement.ts'
import { Navigation } from './cms-navigation.ts'
import { SalesChannels } from './sales-channel.ts'

const Identity = z.object({
  siteTitle: singleLineText(70, 1),
  tagline: singleLineText(120),
  logo: MediaUrl,
  favicon: MediaUrl,
  shareImage: ImageUrl,
})

const Contact = z.object({
  email: z.union([z.literal(''), Email]),
  phone: asciiCodeText(40),
  whatsapp: singleLineText(40),
  address: Address,
  mapLink: LinkTarget,
  /** Monday first. */
  hours: z.array(z.object({ isOpen: z.boolean(), from: TimeOfDay, to: TimeOfDay })).length(7),
})

/** The hosts allowed for each social network. */
export const socialHosts = {
  facebook: ['facebook.com', 'fb.com'],
  instagram: ['instagram.com'],
  x: ['x.com', 'twitter.com'],
  youtube: ['youtube.com', 'youtu.be'],
  tiktok: ['tiktok.com'],
  pinterest: ['pinterest.com', 'pin.it'],
  linkedin: ['linkedin.com'],
} as const
export type SocialNetwork = keyof typeof socialHosts
const createProfileUrlSchema = (network: SocialNetwork) =>
  singleLineText(300).refine(
    value => {
      if (value === '') return true
      const url = URL.parse(value)
      return (
        url?.protocol === 'https:' &&
        socialHosts[network].some(
          host => url.hostname === host || url.hostname.endsWith(`.${host}`),
        )
      )
    },
    issue('invalid_profile_url', { host: socialHosts[network][0] }),
  )
const Social = z.object({
  facebook: createProfileUrlSchema('facebook'),
  instagram: createProfileUrlSchema('instagram'),
  x: createProfileUrlSchema('x'),
  youtube: createProfileUrlSchema('youtube'),
  tiktok: createProfileUrlSchema('tiktok'),
  pinterest: createProfileUrlSchema('pinterest'),
  linkedin: createProfileUrlSchema('linkedin'),
})

/** Sanitized HTML. */
export const policyKinds = [
  'privacy',
  'terms',
  'refund',
  'shipping',
  'imprint',
  'accessibility',
] as const
const Policies = z.object({
  privacy: multiLineText(50_000),
  terms: multiLineText(50_000),
  refund: multiLineText(50_000),
  shipping: multiLineText(50_000),
  imprint: multiLineText(50_000),
  accessibility: multiLineText(50_000),
})

export const paymentIcons = [
  'visa',
  'mastercard',
  'amex',
  'paypal',
  'applePay',
  'googlePay',
  'klarna',
  'bankTransfer',
  'cash',
] as const
const Footer = z.object({
  text: singleLineText(300),
  copyright: singleLineText(120),
  showSocial: z.boolean(),
  showContact: z.boolean(),
  showNewsletter: z.boolean(),
  paymentIcons: z.array(z.enum(paymentIcons)).max(9),
})

/** The chat of the storefront, off by default. */
const Chat = z.object({
  enabled: z.boolean(),
  /** The first words in the chat. Empty means those of the language of the page. */
  greeting: singleLineText(200),
  /** When the store usually answers. */
  answerTime: singleLineText(120),
})

const Seo = z.object({
  homeTitle: singleLineText(70),
  homeDescription: singleLineText(160),
  robotsIndex: z.boolean(),
  /** The verification token from the search engine. */
  googleVerification: singleLineText(100).regex(/^[\w-]*$/, issue('invalid_verification_token')),
})

/** `minOrder` is in minor units; 0 means no minimum. */
export const CmsSections = z.object({
  identity: Identity,
  announcement: Announcement,
  navigation: Navigation,
  contact: Contact,
  social: Social,
  policies: Policies,
  footer: Footer,
  chat: Chat,
  seo: Seo,
  channels: SalesChannels,
  checkout: CheckoutSettings,
  /** For products without their own details. */
  productSafety: ProductSafety,
})
export type CmsSections = z.infer<typeof CmsSections>
export type CmsSection = keyof CmsSections
export const Cms = CmsSections.extend({ version: z.int(), updatedAt: Timestamp.nullable() })
export type Cms = z.infer<typeof Cms>

/** Merges each given section field by field. Lists are replaced as a whole. */
export const CmsEdit = z
  .object({
    identity: Identity.partial(),
    announcement: Announcement.partial(),
    navigation: Navigation.partial(),
    contact: Contact.partial(),
    social: Social.partial(),
    policies: Policies.partial(),
    footer: Footer.partial(),
    chat: Chat.partial(),
    seo: Seo.partial(),
    channels: SalesChannels.partial(),
    checkout: CheckoutSettings.partial(),
    productSafety: ProductSafety.partial(),
  })
  .partial()
  .extend(versionField)
export type CmsEdit = z.infer<typeof CmsEdit>
/** Another contact email is confirmed with the password. */
export const CmsUpdate = CmsEdit.extend(Reauthentication.partial().shape)
export type CmsUpdate = z.infer<typeof CmsUpdate>

export const PageStatus = z.enum(['published', 'draft'])
export const PageInput = z.object({
  title: singleLineText(120, 1),
  /** If omitted, the server derives it from the title. */
  slug: Slug.optional(),
  /** Sanitized HTML. */
  body: multiLineText(100_000).optional(),
  status: PageStatus.optional(),
  seoTitle: singleLineText(120).optional(),
  seoDescription: singleLineText(320).optional(),
})
export type PageInput = z.infer<typeof PageInput>
/** `isFixed`: a standard page such as about-us. Its slug can't change and it can't be deleted. */
export const ContentPage = PageInput.required().extend({
  _id: Id,
  isFixed: z.boolean(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ContentPage = z.infer<typeof ContentPage>
export const ContentPageRow = ContentPage.omit({ body: true, seoTitle: true, seoDescription: true })
export type ContentPageRow = z.infer<typeof ContentPageRow>

export const cmsApi = defineApi('cms', {
  get: {
    method: 'GET',
    path: '/cms/get',
    can: 'cms:read',
    summary: 'Get content settings',
    reply: Cms,
  },
  update: {
    method: 'PATCH',
    path: '/cms/update',
    can: 'cms:write',
    summary:
      'Update content settings, merged by section; another contact email is confirmed with the password',
    body: CmsUpdate,
    reply: Cms,
    message: 'Cms updated successfully',
  },
  listPages: {
    method: 'GET',
    path: '/page/getAll',
    can: 'cms:read',
    summary: 'List content pages',
    query: ListQuery.extend({
      sort: sortQuery('title', 'updatedAt'),
      status: PageStatus.optional(),
    }),
    items: ContentPageRow,
  },
  getPage: {
    method: 'GET',
    path: '/page/:slug',
    can: 'cms:read',
    summary: 'Get a content page by its slug',
    reply: ContentPage,
  },
  createPage: {
    method: 'POST',
    path: '/page/create',
    can: 'cms:write',
    summary: 'Create a content page',
    body: PageInput,
    reply: ContentPage,
    message: 'Page created',
  },
  updatePage: {
    method: 'PATCH',
    path: '/page/update/:id',
    can: 'cms:write',
    summary: 'Update a content page',
    body: updateSchema(PageInput),
    reply: ContentPage,
    message: 'Page updated',
  },
  deletePage: {
    method: 'DELETE',
    path: '/page/delete/:id',
    can: 'cms:write',
    summary: 'Delete a content page',
    message: 'Page deleted',
  },
})
