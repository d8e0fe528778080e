/** Every area of a store that a person may be let into. The same nouns name folders, tables and query keys. */
export const subjects = [
  'business',
  'domain',
  'category',
  'product',
  'order',
  'customer',
  'cms',
  'theme',
  'dashboard',
  'media',
  'import',
  'staff',
  'audit',
  'developer',
] as const
export type Subject = (typeof subjects)[number]
export type Action = 'read' | 'write'

/** What a call demands: `product:write`. Server, menu and buttons read this same string. */
export type Permission = `${Subject}:${Action}`

/** What a person has, as the session carries it. `manage all` opens everything. */
export type Ability = { action: Action | 'manage'; subject: Subject | 'all' }

/** Areas in which there is something to look at and nothing to change. */
const shownOnly: readonly Subject[] = ['dashboard', 'audit']

/** Every permission that a role can have. */
export const permissions: readonly Permission[] = subjects.flatMap((subject): Permission[] =>
  shownOnly.includes(subject) ? [`${subject}:read`] : [`${subject}:read`, `${subject}:write`],
)

/** The roles that every store begins with. It can change what they may do, but for the owner's, and add roles of its own. */
export const roles = [
  'owner',
  'administrator',
  'manager',
  'user',
  'support',
  'restricted-user',
] as const
export type BuiltInRole = (typeof roles)[number]

const everything: Ability[] = [{ action: 'manage', subject: 'all' }]
const manage = (...of: Subject[]): Ability[] => of.map(subject => ({ action: 'manage', subject }))
const read = (...of: Subject[]): Ability[] => of.map(subject => ({ action: 'read', subject }))

/** What each role may do until a store changes it. */
export const roleAbilities: Record<BuiltInRole, Ability[]> = {
  owner: everything,
  administrator: everything,
  manager: [
    ...manage('category', 'product', 'order', 'customer', 'cms', 'theme', 'media', 'import'),
    ...read('business', 'domain', 'dashboard', 'staff'),
  ],
  user: [
    ...manage('category', 'product', 'order', 'customer', 'media'),
    ...read('business', 'dashboard'),
  ],
  support: [
    ...manage('order', 'customer'),
    ...read('business', 'category', 'product', 'dashboard'),
  ],
  'restricted-user': read('business', 'category', 'product', 'order'),
}

const asTheyCome = new Map<string, Ability[]>(Object.entries(roleAbilities))
/** What somebody with this role may do as long as the store says nothing else of it; a role that nobody knows may do nothing. */
export const abilitiesOf = (role: string): Ability[] => asTheyCome.get(role) ?? []

const does = (abilities: readonly Ability[], subject: string, action: string) =>
  abilities.some(
    has =>
      (has.subject === 'all' || has.subject === subject) &&
      (has.action === 'manage' ||
        has.action === action ||
        (has.action === 'write' && action === 'read')),
  )

export function may(abilities: readonly Ability[], permission: Permission): boolean {
  const [subject = '', action = ''] = permission.split(':')
  return does(abilities, subject, action)
}

/** Whether somebody with `own` may do all of `wanted`: nobody gives away what they have not. */
export const covers = (own: readonly Ability[], wanted: readonly Ability[]): boolean =>
  wanted.every(({ action, subject }) =>
    action === 'manage'
      ? does(own, subject, 'read') && does(own, subject, 'write')
      : does(own, subject, action),
  )

/** What both may do. */
export const sharedAbilities = (one: readonly Ability[], other: readonly Ability[]): Ability[] =>
  subjects.flatMap((subject): Ability[] => {
    const both = (action: Action) => does(one, subject, action) && does(other, subject, action)
    if (both('write')) return [{ action: 'manage', subject }]
    return both('read') ? [{ action: 'read', subject }] : []
  })

/** What a key of the API may be let into. Who works here and what programs may do is for people to say. */
export const keySubjects = [
  'business',
  'domain',
  'category',
  'product',
  'order',
  'customer',
  'cms',
  'theme',
  'dashboard',
  'media',
  'import',
  'audit',
] as const satisfies readonly Subject[]

/** The same rights in as few pairs as there can be, in the order of `subjects`. */
export function tidyAbilities(abilities: readonly Ability[]): Ability[] {
  if (covers(abilities, everything)) return everything
  return subjects.flatMap((subject): Ability[] => {
    if (may(abilities, `${subject}:write`)) return [{ action: 'manage', subject }]
    return may(abilities, `${subject}:read`) ? [{ action: 'read', subject }] : []
  })
}
