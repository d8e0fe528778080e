import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { subjects } from './lib/permission.ts'
import { Email, Id, singleLineText, Timestamp } from './lib/schemas.ts'

/** `manage` is all that can be done, `all` every subject there is. */
export const Ability = z.object({
  action: z.enum(['read', 'write', 'manage']),
  subject: z.enum([...subjects, 'all']),
})

/** How a person likes the frame of the back office; what is absent is as it comes. The same words stand in the browser's storage. */
export const Preferences = z
  .object({
    skin: z.enum(['light', 'dark', 'bordered', 'semi-dark', 'system']),
    contentWidth: z.enum(['boxed', 'full']),
    transition: z.enum(['none', 'fade-in', 'zoom-in']),
    menuLayout: z.enum(['vertical', 'horizontal']),
    menuCollapsed: z.boolean(),
    menuHidden: z.boolean(),
    navbarColour: z.enum(['white', 'tinted', 'accent', 'dark']),
    navbarType: z.enum(['floating', 'sticky', 'static', 'hidden']),
    footerType: z.enum(['static', 'sticky', 'hidden']),
    /** Absent, it goes by the language. */
    direction: z.enum(['ltr', 'rtl']),
    scrollToTop: z.boolean(),
    /** Whether single keys do something. */
    shortcuts: z.boolean(),
    /** Minutes without a sign of life after which the screen locks. */
    lockAfter: z.enum(['never', '5', '15', '30', '60']),
    /** BCP 47. */
    language: z
      .string()
      .max(35)
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'A language such as en or pt-BR'),
  })
  .partial()
export type Preferences = z.infer<typeof Preferences>

const { shape } = Preferences
/** Some of them; null takes one back. */
export const PreferencesChange = z.object({
  skin: shape.skin.nullable(),
  contentWidth: shape.contentWidth.nullable(),
  transition: shape.transition.nullable(),
  menuLayout: shape.menuLayout.nullable(),
  menuCollapsed: shape.menuCollapsed.nullable(),
  menuHidden: shape.menuHidden.nullable(),
  navbarColour: shape.navbarColour.nullable(),
  navbarType: shape.navbarType.nullable(),
  footerType: shape.footerType.nullable(),
  direction: shape.direction.nullable(),
  scrollToTop: shape.scrollToTop.nullable(),
  shortcuts: shape.shortcuts.nullable(),
  lockAfter: shape.lockAfter.nullable(),
  language: shape.language.nullable(),
})
export type PreferencesChange = z.infer<typeof PreferencesChange>

/** The signed-in person as every answer about them has it, without tokens. */
export const Person = z.object({
  id: Id,
  _id: Id,
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  /** Whether they have followed the link that was sent there. */
  isEmailVerified: z.boolean(),
  avatar: z.string().nullable(),
  /** The role and abilities in the store of `business`. A store may have roles of its own. */
  role: z.string(),
  ability: z.array(Ability),
  /** The store that calls are for while no header names one; null when the person has none. */
  business: Id.nullable(),
  preferences: Preferences,
  createdAt: Timestamp,
})
export type Person = z.infer<typeof Person>

export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export const SessionUser = Person.extend(TokenPair.shape)
export type SessionUser = z.infer<typeof SessionUser>

/** 10 to 128 characters, any of them, never trimmed; common ones and the email itself are refused by the server. */
export const Password = z.string().min(10).max(128)
export const Username = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  .max(40)
  .regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/, 'Only a-z, 0-9, dots, dashes and underscores')

/** A store's free address, the part before the storefront's own domain. */
export const StoreHandle = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  .max(40)
  .regex(/^[a-z0-9](-?[a-z0-9])*$/, 'Only a-z, 0-9 and single dashes')

export const Signup = z.object({
  fullName: singleLineText(120, 1),
  email: Email,
  password: Password,
  businessName: singleLineText(80, 1),
  /** Left out, it is made from the business name. */
  domain: StoreHandle.optional(),
  username: Username.optional(),
  /** ISO 4217 and IANA names; the browser knows better than the server. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  timezone: z.string().max(60).optional(),
})
export type Signup = z.infer<typeof Signup>

export const Login = z.object({
  email: z.string().max(320),
  password: z.string().max(1000),
  otp: z.string().max(40).optional(),
})
export type Login = z.infer<typeof Login>

export const accountApi = defineApi('account', {
  signup: {
    method: 'POST',
    path: '/business/signup',
    can: 'public',
    summary: 'Make an account with its first store, and sign in',
    body: Signup,
    reply: SessionUser,
    envelopeFields: { _id: 'business' },
  },
  login: {
    method: 'POST',
    path: '/business/login',
    can: 'public',
    status: 200,
    summary: 'Sign in',
    body: Login,
    reply: SessionUser,
  },
  refresh: {
    method: 'POST',
    path: '/jwt/refresh-token',
    can: 'public',
    status: 200,
    summary: 'New tokens for a refresh token, which is used up by it',
    body: z.object({ refreshToken: z.string().max(500) }),
    reply: TokenPair,
  },
  me: {
    method: 'GET',
    path: '/account/me',
    can: 'signed-in',
    summary: 'Who is signed in',
    reply: Person,
  },
  updatePreferences: {
    method: 'PATCH',
    path: '/account/preferences',
    can: 'signed-in',
    summary:
      'Change how the frame looks for the person signed in, on every device; what is not named stays',
    body: PreferencesChange,
    reply: Preferences,
  },
  logout: {
    method: 'POST',
    path: '/account/logout',
    can: 'signed-in',
    status: 200,
    summary: 'End this session',
  },
})
