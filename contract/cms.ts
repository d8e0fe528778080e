import { z } from 'zod'
import { api } from './lib/api.ts'
import { Colour } from './lib/colour.ts'
import {
  Address,
  ByDate,
  Email,
  edit,
  Id,
  ListQuery,
  line,
  Money,
  Picture,
  Slug,
  sortBy,
  text,
  versioned,
} from './lib/shapes.ts'

const linkPattern =
  /^(https:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\@]+@[^\s"'<>\\@]+|tel:\+?[0-9().\- ]{3,30}|\/([^\s"'<>\\/][^\s"'<>\\]*)?|#[\w-]*)?$/i
/** Where a click leads: a page of the shop (`/…`), https, mail or telephone; never a script. */
export const Link = line(500).refine(
  link => linkPattern.test(link) && (!/^https:/i.test(link) || URL.canParse(link)),
  'A path in the shop, https://, mailto: or tel:',
)

const Identity = z.object({
  siteTitle: line(70, 1),
  tagline: line(120),
  logo: Picture,
  favicon: Picture,
  shareImage: Picture,
})

const Announcement = z.object({
  enabled: z.boolean(),
  text: line(140),
  link: Link,
  background: Colour,
  colour: Colour,
  startsAt: ByDate.nullable(),
  endsAt: ByDate.nullable(),
  dismissible: z.boolean(),
})

const Slide = z.object({
  image: Picture,
  mobileImage: Picture,
  alt: line(200),
  heading: line(80),
  text: line(200),
  buttonLabel: line(24),
  link: Link,
})
export type Slide = z.infer<typeof Slide>
const Hero = z.object({ enabled: z.boolean(), slides: z.array(Slide).max(8) })

const block = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({
    type: z.literal(type),
    id: line(40, 1),
    enabled: z.boolean(),
    heading: line(80),
    ...shape,
  })
export const HomeBlock = z.discriminatedUnion('type', [
  block('featuredProducts', {
    source: z.enum(['newest', 'category', 'chosen']),
    category: Id.nullable(),
    products: z.array(Id).max(24),
    count: z.int().min(1).max(24),
  }),
  block('categoryGrid', { categories: z.array(Id).max(12) }),
  block('text', { body: text(10_000) }),
  block('imageText', {
    image: Picture,
    alt: line(200),
    body: text(10_000),
    buttonLabel: line(24),
    link: Link,
    imageSide: z.enum(['left', 'right']),
  }),
  block('testimonials', {
    quotes: z.array(z.object({ quote: line(400, 1), author: line(80) })).max(12),
  }),
  block('faq', {
    questions: z.array(z.object({ question: line(200, 1), answer: text(2000) })).max(30),
  }),
  block('newsletter', { text: line(300), buttonLabel: line(24) }),
])
export type HomeBlock = z.infer<typeof HomeBlock>
const Home = z.object({ blocks: z.array(HomeBlock).max(30) })

export const navKinds = ['page', 'category', 'product', 'url'] as const
const navShape = {
  label: line(40, 1),
  kind: z.enum(navKinds),
  target: line(500, 1),
  newTab: z.boolean(),
}
const leadsSomewhere = (item: { kind: (typeof navKinds)[number]; target: string }) =>
  (item.kind === 'url' ? Link : Id).safeParse(item.target).success
const nowhere = { path: ['target'], error: 'Choose where this leads' }
const NavLeaf = z.object(navShape).refine(leadsSomewhere, nowhere)
const NavBranch = z
  .object({ ...navShape, children: z.array(NavLeaf).max(50) })
  .refine(leadsSomewhere, nowhere)
const NavRoot = z
  .object({ ...navShape, children: z.array(NavBranch).max(50) })
  .refine(leadsSomewhere, nowhere)
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

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 09:30')
const Contact = z.object({
  email: z.union([z.literal(''), Email]),
  phone: line(40),
  whatsapp: line(40),
  address: Address,
  mapLink: Link,
  /** Monday first. */
  hours: z.array(z.object({ isOpen: z.boolean(), from: Clock, to: Clock })).length(7),
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
export type Network = keyof typeof socialHosts
const profile = (network: Network) =>
  line(300).refine(address => {
    if (address === '') return true
    const url = URL.parse(address)
    return (
      url?.protocol === 'https:' &&
      socialHosts[network].some(host => url.hostname === host || url.hostname.endsWith(`.${host}`))
    )
  }, `An address starting with https:// at ${socialHosts[network][0]}`)
const Social = z.object({
  facebook: profile('facebook'),
  instagram: profile('instagram'),
  x: profile('x'),
  youtube: profile('youtube'),
  tiktok: profile('tiktok'),
  pinterest: profile('pinterest'),
  linkedin: profile('linkedin'),
})

/** Rich text, cleaned. */
export const policyKinds = ['privacy', 'terms', 'refund', 'shipping'] as const
const Policies = z.object({
  privacy: text(50_000),
  terms: text(50_000),
  refund: text(50_000),
  shipping: text(50_000),
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
  text: line(300),
  copyright: line(120),
  showSocial: z.boolean(),
  showContact: z.boolean(),
  paymentIcons: z.array(z.enum(paymentIcons)).max(9),
})

const Seo = z.object({
  homeTitle: line(70),
  homeDescription: line(160),
  robotsIndex: z.boolean(),
  /** The token alone, as the search engine shows it. */
  googleVerification: line(100).regex(/^[\w-]*$/, 'The token alone'),
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
export const Cms = CmsSections.extend({ version: z.int(), updatedAt: ByDate.nullable() })
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
  .extend(versioned)
export type CmsEdit = z.infer<typeof CmsEdit>

export const PageStatus = z.enum(['published', 'draft'])
export const PageInput = z.object({
  title: line(120, 1),
  /** Left out, it is made from the title. */
  slug: Slug.optional(),
  /** Rich text, cleaned. */
  body: text(100_000).optional(),
  status: PageStatus.optional(),
  seoTitle: line(120).optional(),
  seoDescription: line(320).optional(),
})
export type PageInput = z.infer<typeof PageInput>
/** `isFixed`: part of every store, such as about-us; keeps its address and cannot be deleted. */
export const ContentPage = PageInput.required().extend({
  _id: Id,
  isFixed: z.boolean(),
  version: z.int(),
  createdAt: ByDate,
  updatedAt: ByDate,
})
export type ContentPage = z.infer<typeof ContentPage>
export const ContentPageRow = ContentPage.omit({ body: true, seoTitle: true, seoDescription: true })
export type ContentPageRow = z.infer<typeof ContentPageRow>

export const cmsApi = api('cms', {
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
    query: ListQuery.extend({ sort: sortBy('title', 'updatedAt'), status: PageStatus.optional() }),
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
    body: edit(PageInput),
    reply: ContentPage,
    message: 'Page updated successfully',
  },
  removePage: {
    method: 'DELETE',
    path: '/page/delete/:id',
    can: 'cms:write',
    summary: 'Delete a content page',
    message: 'Page deleted successfully',
  },
})
