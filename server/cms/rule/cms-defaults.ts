import type { CmsSections } from '#contract/cms/cms.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { serverTexts } from '../../locales/texts.ts'

export type StoreDetails = {
  name: string
  email: string
  phone: string
  logo: string
  favicon: string
  address: Address
  locale: string
}

/** The sections that a store has edited. */
export type StoredSections = { [k in keyof CmsSections]?: Partial<CmsSections[k]> }

export const defaultCheckoutRules: CmsSections['checkout'] = {
  guestAllowed: true,
  phoneRequired: false,
  noteEnabled: true,
  termsRequired: false,
  minOrder: 0,
  remindsCarts: false,
  reminderHours: 4,
  returnDays: null,
  returnCosts: 'unstated',
  sendBackDays: 14,
  returnAddress: '',
  editMinutes: 30,
  trustLine: '',
  buttonNote: '',
  thankYou: '',
  fields: [],
}

/** The times appear when a seller opens the day. */
const closedDay = { isOpen: false, from: '09:00', to: '17:00' }

const truncate = (text: string, max: number) => text.slice(0, max).toWellFormed()

/**
 * Returns the sections of a store that has not edited them, with the store's own name and details.
 */
export const createDefaultSections = (store: StoreDetails): CmsSections => ({
  identity: {
    siteTitle: truncate(store.name, 70),
    tagline: '',
    logo: store.logo,
    favicon: store.favicon,
    shareImage: '',
  },
  announcement: defaultAnnouncement,
  navigation: createDefaultNavigation(store.locale),
  contact: {
    email: store.email,
    phone: store.phone,
    whatsapp: '',
    address: store.address,
    mapLink: '',
    hours: Array.from({ length: 7 }, () => closedDay),
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
  policies: emptyPolicies,
  footer: {
    text: '',
    copyright: `© ${store.name}`,
    showSocial: true,
    showContact: true,
    showNewsletter: false,
    paymentIcons: [],
  },
  chat: { enabled: false, greeting: '', answerTime: '' },
  seo: {
    homeTitle: truncate(store.name, 70),
    homeDescription: '',
    robotsIndex: true,
    googleVerification: '',
  },
  channels: { google: false, meta: false, pinterest: false, openai: false, agents: false },
  checkout: defaultCheckoutRules,
  productSafety: emptyProductSafety,
})

/** Returns all sections of a store. Lists every section, so that a missing one does not compile. */
export const applyDefaultSections = (
  defaults: CmsSections,
  storedSections: StoredSections,
): CmsSections => ({
  identity: { ...defaults.identity, ...storedSections.identity },
  announcement: { ...defaults.announcement, ...storedSections.announcement },
  navigation: { ...defaults.navigation, ...storedSections.navigation },
  contact: { ...defaults.contact, ...storedSections.contact },
  social: { ...defaults.social, ...storedSections.social },
  policies: { ...defaults.policies, ...storedSections.policies },
  footer: { ...defaults.footer, ...storedSections.footer },
  chat: { ...defaults.chat, ...storedSections.chat },
  seo: { ...defaults.seo, ...storedSections.seo },
  channels: { ...defaults.channels, ...storedSections.channels },
  checkout: { ...defaults.checkout, ...storedSections.checkout },
  productSafety: { ...defaults.productSafety, ...storedSections.productSafety },
})

const emptyPolicies: CmsSections['policies'] = {
  privacy: '',
  terms: '',
  refund: '',
  shipping: '',
  imprint: '',
  accessibility: '',
}

const emptyProductSafety: CmsSections['productSafety'] = {
  manufacturerName: '',
  manufacturerAddress: '',
  manufacturerContact: '',
  responsibleName: '',
  responsibleAddress: '',
  responsibleContact: '',
}

export const defaultAnnouncement: CmsSections['announcement'] = {
  enabled: false,
  text: '',
  link: '',
  furtherMessages: [],
  background: '#1f2937',
  color: '#ffffff',
  startsAt: null,
  endsAt: null,
  dismissible: true,
}

const createLink = (
  label: string,
  target: string,
): CmsSections['navigation']['footer'][number] => ({
  label,
  kind: 'url',
  target,
  newTab: false,
  children: [],
})
function createDefaultNavigation(locale: string): CmsSections['navigation'] {
  const t = serverTexts[getLocaleLanguage(locale)]
  return {
    header: [createLink(t('newStore.products'), '/products')],
    footer: [
      createLink(t('newStore.aboutUs'), '/pages/about-us'),
      createLink(t('newStore.contactUs'), '/pages/contact-us'),
    ],
  }
}
