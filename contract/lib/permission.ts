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
const readOnlySubjects: readonly Subject[] = ['dashboard', 'audit']

/** Every permission that a role can have. */
export const permissions: readonly Permission[] = subjects.flatMap((subject): Permission[] =>
  readOnlySubjects.includes(subject)
    ? [`${subject}:read`]
    : [`${subject}:read`, `${subject}:write`],
)

/** The roles that every store begins with. It can change what they may do, but for the owner's, and add roles of its own. */
export const builtInRoles = [
  'owner',
  'administrator',
  'manager',
  'user',
  'support',
  'restricted-user',
] as const
export type BuiltInRole = (typeof builtInRoles)[number]

const fullAccess: Ability[] = [{ action: 'manage', subject: 'all' }]
const grantManage = (...grantedSubjects: Subject[]): Ability[] =>
  grantedSubjects.map(subject => ({ action: 'manage', subject }))
const grantRead = (...grantedSubjects: Subject[]): Ability[] =>
  grantedSubjects.map(subject => ({ action: 'read', subject }))

/** What each role may do until a store changes it. */
export const roleAbilities: Record<BuiltInRole, Ability[]> = {
  owner: fullAccess,
  administrator: fullAccess,
  manager: [
    ...grantManage('category', 'product', 'order', 'customer', 'cms', 'theme', 'media', 'import'),
    ...grantRead('business', 'domain', 'dashboard', 'staff'),
  ],
  user: [
    ...grantManage('category', 'product', 'order', 'customer', 'media'),
    ...grantRead('business', 'dashboard'),
  ],
  support: [
    ...grantManage('order', 'customer'),
    ...grantRead('business', 'category', 'product', 'dashboard'),
  ],
  'restricted-user': grantRead('business', 'category', 'product', 'order'),
}

const builtInAbilities = new Map<string, Ability[]>(Object.entries(roleAbilities))
/** What somebody with this role may do as long as the store says nothing else of it; a role that nobody knows may do nothing. */
export const getBuiltInAbilities = (role: string): Ability[] => builtInAbilities.get(role) ?? []

const allows = (abilities: readonly Ability[], subject: string, action: string) =>
  abilities.some(
    ability =>
      (ability.subject === 'all' || ability.subject === subject) &&
      (ability.action === 'manage' ||
        ability.action === action ||
        (ability.action === 'write' && action === 'read')),
  )

export function hasPermission(abilities: readonly Ability[], permission: Permission): boolean {
  const [subject = '', action = ''] = permission.split(':')
  return allows(abilities, subject, action)
}

/** Whether somebody with `own` may do all of `wanted`: nobody gives away what they have not. */
export const coversAbilities = (held: readonly Ability[], requested: readonly Ability[]): boolean =>
  requested.every(({ action, subject }) =>
    action === 'manage'
      ? allows(held, subject, 'read') && allows(held, subject, 'write')
      : allows(held, subject, action),
  )

/** What both may do. */
export const intersectAbilities = (
  first: readonly Ability[],
  second: readonly Ability[],
): Ability[] =>
  subjects.flatMap((subject): Ability[] => {
    const bothAllow = (action: Action) =>
      allows(first, subject, action) && allows(second, subject, action)
    if (bothAllow('write')) return [{ action: 'manage', subject }]
    return bothAllow('read') ? [{ action: 'read', subject }] : []
  })

/** What a key of the API may be let into. Who works here and what programs may do is for people to say. */
export const apiKeySubjects = [
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
export function normalizeAbilities(abilities: readonly Ability[]): Ability[] {
  if (coversAbilities(abilities, fullAccess)) return fullAccess
  return subjects.flatMap((subject): Ability[] => {
    if (hasPermission(abilities, `${subject}:write`)) return [{ action: 'manage', subject }]
    return hasPermission(abilities, `${subject}:read`) ? [{ action: 'read', subject }] : []
  })
}
