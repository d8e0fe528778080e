import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { subjects } from '../lib/call/permission.ts'
import { issue } from '../lib/error/issue.ts'
import { minPasswordLength } from '../lib/password-length.ts'
import {
  asciiCodeText,
  CountryCode,
  codeText,
  Email,
  Id,
  singleLineText,
  Timestamp,
} from '../lib/schemas.ts'
import { normalizeEmail } from '../lib/text/email.ts'

/** `manage` grants every action; `all` includes every subject. */
export const Ability = z.object({
  action: z.enum(['read', 'write', 'manage']),
  subject: z.enum([...subjects, 'all']),
})

/**
 * A user's display preferences. Absent keys use the default. Browser storage uses the same keys.
 */
export const Preferences = z
  .object({
    skin: z.enum(['light', 'dark', 'bordered', 'semi-dark', 'system']),
    contentWidth: z.enum(['boxed', 'full']),
    transition: z.enum(['none', 'fade-in', 'zoom-in']),
    menuLayout: z.enum(['vertical', 'horizontal']),
    menuCollapsed: z.boolean(),
    menuHidden: z.boolean(),
    navbarColor: z.enum(['white', 'tinted', 'accent', 'dark']),
    navbarType: z.enum(['floating', 'sticky', 'static', 'hidden']),
    footerType: z.enum(['static', 'sticky', 'hidden']),
    /** If absent, the language decides. */
    direction: z.enum(['ltr', 'rtl']),
    scrollToTop: z.boolean(),
    /** Whether single-key shortcuts are on. */
    shortcuts: z.boolean(),
    /** Idle minutes until the screen locks. */
    lockAfter: z.enum(['never', '5', '15', '30', '60']),
    /** BCP 47. */
    language: codeText(35).regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, issue('invalid_language')),
  })
  .partial()
export type Preferences = z.infer<typeof Preferences>

const { shape } = Preferences
/** A partial update; null resets a preference. */
export const PreferencesChange = z.object({
  skin: shape.skin.nullable(),
  contentWidth: shape.contentWidth.nullable(),
  transition: shape.transition.nullable(),
  menuLayout: shape.menuLayout.nullable(),
  menuCollapsed: shape.menuCollapsed.nullable(),
  menuHidden: shape.menuHidden.nullable(),
  navbarColor: shape.navbarColor.nullable(),
  navbarType: shape.navbarType.nullable(),
  footerType: shape.footerType.nullable(),
  direction: shape.direction.nullable(),
  scrollToTop: shape.scrollToTop.nullable(),
  shortcuts: shape.shortcuts.nullable(),
  lockAfter: shape.lockAfter.nullable(),
  language: shape.language.nullable(),
})
export type PreferencesChange = z.infer<typeof PreferencesChange>

/** The logged-in user, without tokens. */
export const Person = z.object({
  id: Id,
  _id: Id,
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  /** Whether the user confirmed this email address. */
  isEmailVerified: z.boolean(),
  /** Whether the user should review their API keys and webhooks after a password reset. */
  needsCredentialReview: z.boolean(),
  avatar: z.string().nullable(),
  /** The role in the store `business`: `admin` for owners and administrators. */
  role: z.string(),
  isOwner: z.boolean(),
  /** The abilities in the store `business`. */
  ability: z.array(Ability),
  /** The store used when no header names one; null if the user has no store. */
  business: Id.nullable(),
  preferences: Preferences,
  createdAt: Timestamp,
})
export type Person = z.infer<typeof Person>

export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export const SessionUser = Person.extend(TokenPair.shape)
export type SessionUser = z.infer<typeof SessionUser>

/** Not trimmed. The server rejects weak passwords. */
export const Password = z.string().min(minPasswordLength).max(128)
export const Username = asciiCodeText(40, 3)
  .toLowerCase()
  .regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/, issue('invalid_username'))

/** The store handle: the first part of the free domain of a store. */
export const StoreHandle = asciiCodeText(40, 3)
  .toLowerCase()
  .regex(/^[a-z0-9](-?[a-z0-9])*$/, issue('invalid_store_handle'))

/** The language of a storefront, such as `pt` or `pt-BR`. */
export const StoreLocale = codeText(10).regex(/^[a-z]{2}(-[A-Z]{2})?$/, issue('invalid_language'))

export const Signup = z.object({
  fullName: singleLineText(120, 1),
  email: Email,
  password: Password,
  businessName: singleLineText(80, 1),
  /** If omitted, the server derives it from the store name. */
  domain: StoreHandle.optional(),
  username: Username.optional(),
  /** ISO 3166-1 alpha-2. Decides currency, time zone, language, units and taxes of the store. */
  country: CountryCode.optional(),
  /** ISO 4217. */
  currency: codeText(10)
    .regex(/^[A-Z]{3}$/)
    .optional(),
  /** The IANA time zone of the browser. A country with another one has its own. */
  timezone: codeText(60).optional(),
  /** The language of the browser. A country with other languages has its own. */
  locale: StoreLocale.optional(),
})
export type Signup = z.infer<typeof Signup>

export const Login = z.object({
  email: asciiCodeText(320).overwrite(normalizeEmail),
  password: z.string().max(1000),
  otp: asciiCodeText(40).optional(),
})
export type Login = z.infer<typeof Login>

export const accountApi = defineApi('account', {
  signup: {
    method: 'POST',
    path: '/business/signup',
    can: 'public',
    summary: 'Create an account with its first store and log in',
    body: Signup,
    reply: SessionUser,
    envelopeFields: { _id: 'business' },
  },
  login: {
    method: 'POST',
    path: '/business/login',
    can: 'public',
    status: 200,
    summary: 'Log in',
    body: Login,
    reply: SessionUser,
  },
  refresh: {
    method: 'POST',
    path: '/jwt/refresh-token',
    can: 'public',
    status: 200,
    summary: 'Exchange a refresh token for new tokens; it works once',
    body: z.object({ refreshToken: codeText(500) }),
    reply: TokenPair,
  },
  me: {
    method: 'GET',
    path: '/account/me',
    can: 'logged-in',
    summary: 'Get the logged-in user',
    reply: Person,
  },
  updatePreferences: {
    method: 'PATCH',
    path: '/account/preferences',
    can: 'logged-in',
    summary: 'Update display preferences on all devices; omitted keys keep their values',
    body: PreferencesChange,
    reply: Preferences,
  },
  logout: {
    method: 'POST',
    path: '/account/logout',
    can: 'logged-in',
    status: 200,
    summary: 'Log out',
  },
})
