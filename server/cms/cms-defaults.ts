import type { CmsSections } from '#contract/cms.ts'
import type { Address } from '#contract/lib/schemas.ts'

export type StoreDetails = {
  name: string
  email: string
  phone: string
  logo: string
  favicon: string
  address: Address
}

const openDay = { isOpen: true, from: '09:00', to: '17:00' }
const closedDay = { isOpen: false, from: '09:00', to: '17:00' }

const truncate = (text: string, max: number) => text.slice(0, max).toWellFormed()

/** The content of a store that has not changed a section: it already reads like a shop, in the store's own name. */
export const defaultSections = (store: StoreDetails): CmsSections => ({
  identity: {
    siteTitle: truncate(store.name, 70),
    tagline: '',
    logo: store.logo,
    favicon: store.favicon,
    shareImage: '',
  },
  announcement: {
    enabled: false,
    text: '',
    link: '',
    background: '#1f2937',
    colour: '#ffffff',
    startsAt: null,
    endsAt: null,
    dismissible: true,
  },
  hero: {
    enabled: true,
    slides: [
      {
        image: '',
        mobileImage: '',
        alt: '',
        heading: truncate(`Welcome to ${store.name}`, 80),
        text: 'Have a look around.',
        buttonLabel: 'See all products',
        link: '/products',
      },
    ],
  },
  home: {
    blocks: [
      {
        type: 'featuredProducts',
        id: 'newest',
        enabled: true,
        heading: 'New in the shop',
        source: 'newest',
        category: null,
        products: [],
        count: 8,
      },
      {
        type: 'categoryGrid',
        id: 'categories',
        enabled: true,
        heading: 'Categories',
        categories: [],
      },
    ],
  },
  navigation: {
    header: [{ label: 'Products', kind: 'url', target: '/products', newTab: false, children: [] }],
    footer: [
      { label: 'About us', kind: 'url', target: '/pages/about-us', newTab: false, children: [] },
      {
        label: 'Contact us',
        kind: 'url',
        target: '/pages/contact-us',
        newTab: false,
        children: [],
      },
    ],
  },
  contact: {
    email: store.email,
    phone: store.phone,
    whatsapp: '',
    address: store.address,
    mapLink: '',
    hours: [openDay, openDay, openDay, openDay, openDay, closedDay, closedDay],
  },
  social: {
    facebook: '',
    instagram: '',
    x: '',
    youtube: '',
    tiktok: '',
    pinterest: '',
    linkedin: '',
  },
  policies: { privacy: '', terms: '', refund: '', shipping: '' },
  footer: {
    text: '',
    copyright: `© ${store.name}`,
    showSocial: true,
    showContact: true,
    paymentIcons: [],
  },
  seo: {
    homeTitle: truncate(store.name, 70),
    homeDescription: '',
    robotsIndex: true,
    googleVerification: '',
  },
  checkout: {
    guestAllowed: true,
    phoneRequired: false,
    noteEnabled: true,
    termsRequired: false,
    minOrder: 0,
  },
})
