import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { HexColor } from './lib/color.ts'
import {
  Address,
  Email,
  Id,
  ImageUrl,
  ListQuery,
  Money,
  multiLineText,
  Slug,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
  versionField,
} from './lib/schemas.ts'

const linkPattern =
  /^(https:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\@]+@[^\s"'<>\\@]+|tel:\+?[0-9().\- ]{3,30}|\/([^\s"'<>\\/][^\s"'<>\\]*)?|#[\w-]*)?$/i
/** Where a click leads: a page of the shop (`/…`), https, mail or telephone; never a script. */
export const LinkTarget = singleLineText(500).refine(
  link => linkPattern.test(link) && (!/^https:/i.test(link) || URL.canParse(link)),
  'A path in the shop, https://, mailto: or tel:',
)

const Identity = z.object({
  siteTitle: singleLineText(70, 1),
  tagline: singleLineText(120),
  logo: ImageUrl,
  favicon: ImageUrl,
  shareImage: ImageUrl,
})

const Announcement = z.object({
  enabled: z.boolean(),
  text: singleLineText(140),
  link: LinkTarget,
  background: HexColor,
  colour: HexColor,
  startsAt: Timestamp.nullable(),
  endsAt: Timestamp.nullable(),
  dismissible: z.boolean(),
})

const Slide = z.object({
  image: ImageUrl,
  mobileImage: ImageUrl,
  alt: singleLineText(200),
  heading: singleLineText(80),
  text: singleLineText(200),
  buttonLabel: singleLineText(24),
  link: LinkTarget,
})
export type Slide = z.infer<typeof Slide>
const Hero = z.object({ enabled: z.boolean(), slides: z.array(Slide).max(8) })

const homeBlock = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({
    type: z.literal(type),
    id: singleLineText(40, 1),
    enabled: z.boolean(),
    heading: singleLineText(80),
    ...shape,
  })
export const HomeBlock = z.discriminatedUnion('type', [
  homeBlock('featuredProducts', {
    source: z.enum(['newest', 'category', 'chosen']),
    category: Id.nullable(),
    products: z.array(Id).max(24),
    count: z.int().min(1).max(24),
  }),
  homeBlock('categoryGrid', { categories: z.array(Id).max(12) }),
  homeBlock('text', { body: multiLineText(10_000) }),
  homeBlock('imageText', {
    image: ImageUrl,
    alt: singleLineText(200),
    body: multiLineText(10_000),
    buttonLabel: singleLineText(24),
    link: LinkTarget,
    imageSide: z.enum(['left', 'right']),
  }),
  homeBlock('testimonials', {
    quotes: z
      .array(z.object({ quote: singleLineText(400, 1), author: singleLineText(80) }))
      .max(12),
  }),
  homeBlock('faq', {
    questions: z
      .array(z.object({ question: singleLineText(200, 1), answer: multiLineText(2000) }))
      .max(30),
  }),
  homeBlock('newsletter', { text: singleLineText(300), buttonLabel: singleLineText(24) }),
])
export type HomeBlock = z.infer<typeof HomeBlock>
const Home = z.object({ blocks: z.array(HomeBlock).max(30) })

export const navKinds = ['page', 'category', 'product', 'url'] as const
const navItemFields = {
  label: singleLineText(40, 1),
  kind: z.enum(navKinds),
  target: singleLineText(500, 1),
  newTab: z.boolean(),
}
const hasValidTarget = (item: { kind: (typeof navKinds)[number]; target: string }) =>
  (item.kind === 'url' ? LinkTarget : Id).safeParse(item.target).success
const invalidTargetError = { path: ['target'], error: 'Choose where this leads' }
const NavLeaf = z.object(navItemFields).refine(hasValidTarget, invalidTargetError)
const NavBranch = z
  .object({ ...navItemFields, children: z.array(NavLeaf).max(50) })
  .refine(hasValidTarget, invalidTargetError)
const NavRoot = z
  .object({ ...navItemFields, children: z.array(NavBranch).max(50) })
  .refine(hasValidTarget, invalidTargetError)
export const maxNavItems = 50
export const maxNavDepth = 3
const NavTree = z
  .array(NavRoot)
  .max(50)
  .refine(
    roots =>
      roots.flatMap(root => [root, ...root.children.flatMap(child => [child, ...child.children])])
        .length <= maxNavItems,
    `At most ${maxNavItems} entries`,
  )
export type NavTree = z.infer<typeof NavTree>
const Navigation = z.object({ header: NavTree, footer: NavTree })

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 09:30')
const Contact = z.object({
  email: z.union([z.literal(''), Email]),
  phone: singleLineText(40),
  whatsapp: singleLineText(40),
  address: Address,
  mapLink: LinkTarget,
  /** Monday first. */
  hours: z.array(z.object({ isOpen: z.boolean(), from: TimeOfDay, to: TimeOfDay })).length(7),
})

/** Where a profile of each network may lead. */
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
const profileUrl = (network: SocialNetwork) =>
  singleLineText(300).refine(value => {
    if (value === '') return true
    const url = URL.parse(value)
    return (
      url?.protocol === 'https:' &&
      socialHosts[network].some(host => url.hostname === host || url.hostname.endsWith(`.${host}`))
    )
  }, `An address starting with https:// at ${socialHosts[network][0]}`)
const Social = z.object({
  facebook: profileUrl('facebook'),
  instagram: profileUrl('instagram'),
  x: profileUrl('x'),
  youtube: profileUrl('youtube'),
  tiktok: profileUrl('tiktok'),
  pinterest: profileUrl('pinterest'),
  linkedin: profileUrl('linkedin'),
})

/** Rich text, cleaned. */
export const policyKinds = ['privacy', 'terms', 'refund', 'shipping'] as const
const Policies = z.object({
  privacy: multiLineText(50_000),
  terms: multiLineText(50_000),
  refund: multiLineText(50_000),
  shipping: multiLineText(50_000),
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
  paymentIcons: z.array(z.enum(paymentIcons)).max(9),
})

const Seo = z.object({
  homeTitle: singleLineText(70),
  homeDescription: singleLineText(160),
  robotsIndex: z.boolean(),
  /** The token alone, as the search engine shows it. */
  googleVerification: singleLineText(100).regex(/^[\w-]*$/, 'The token alone'),
})

/** `minOrder` in minor units; 0 for none. */
const Checkout = z.object({
  guestAllowed: z.boolean(),
  phoneRequired: z.boolean(),
  noteEnabled: z.boolean(),
  termsRequired: z.boolean(),
  minOrder: Money,
})

export const CmsSections = z.object({
  identity: Identity,
  announcement: Announcement,
  hero: Hero,
  home: Home,
  navigation: Navigation,
  contact: Contact,
  social: Social,
  policies: Policies,
  footer: Footer,
  seo: Seo,
  checkout: Checkout,
})
export type CmsSections = z.infer<typeof CmsSections>
export type CmsSection = keyof CmsSections
export const Cms = CmsSections.extend({ version: z.int(), updatedAt: Timestamp.nullable() })
export type Cms = z.infer<typeof Cms>

/** Each section given is merged field by field; a list within one is replaced as a whole. */
export const CmsEdit = z
  .object({
    identity: Identity.partial(),
    announcement: Announcement.partial(),
    hero: Hero.partial(),
    home: Home.partial(),
    navigation: Navigation.partial(),
    contact: Contact.partial(),
    social: Social.partial(),
    policies: Policies.partial(),
    footer: Footer.partial(),
    seo: Seo.partial(),
    checkout: Checkout.partial(),
  })
  .partial()
  .extend(versionField)
export type CmsEdit = z.infer<typeof CmsEdit>

export const PageStatus = z.enum(['published', 'draft'])
export const PageInput = z.object({
  title: singleLineText(120, 1),
  /** Left out, it is made from the title. */
  slug: Slug.optional(),
  /** Rich text, cleaned. */
  body: multiLineText(100_000).optional(),
  status: PageStatus.optional(),
  seoTitle: singleLineText(120).optional(),
  seoDescription: singleLineText(320).optional(),
})
export type PageInput = z.infer<typeof PageInput>
/** `isFixed`: part of every store, such as about-us; keeps its address and cannot be deleted. */
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
    summary: 'Content settings of the store',
    reply: Cms,
  },
  update: {
    method: 'PATCH',
    path: '/cms/update',
    can: 'cms:write',
    summary: 'Change content settings, merged by section',
    body: CmsEdit,
    reply: Cms,
    message: 'Cms updated successfully',
  },
  listPages: {
    method: 'GET',
    path: '/page/getAll',
    can: 'cms:read',
    summary: 'Content pages',
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
    summary: 'One content page, by its address',
    reply: ContentPage,
  },
  createPage: {
    method: 'POST',
    path: '/page/create',
    can: 'cms:write',
    summary: 'Add a content page',
    body: PageInput,
    reply: ContentPage,
    message: 'Page created successfully',
  },
  updatePage: {
    method: 'PATCH',
    path: '/page/update/:id',
    can: 'cms:write',
    summary: 'Change a content page',
    body: updateSchema(PageInput),
    reply: ContentPage,
    message: 'Page updated successfully',
  },
  deletePage: {
    method: 'DELETE',
    path: '/page/delete/:id',
    can: 'cms:write',
    summary: 'Delete a content page',
    message: 'Page deleted successfully',
  },
})
