/** Permission subjects. Folders, tables and query keys use the same nouns. */
export const subjects = [
  'business',
  'domain',
  'category',
  'product',
  'order',
  'invoice',
  'customer',
  'conversation',
  'task',
  'calendar',
  'campaign',
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

/** The permission a call requires, such as `product:write`. Server, menus and buttons share it. */
export type Permission = `${Subject}:${Action}`

/** A granted ability, as stored in the session. `manage all` grants everything. */
export type Ability = { action: Action | 'manage'; subject: Subject | 'all' }

/** Subjects without write permission. */
const readOnlySubjects: readonly Subject[] = ['dashboard', 'audit']

/** All permissions that a role can grant. */
export const permissions: readonly Permission[] = subjects.flatMap((subject): Permission[] =>
  readOnlySubjects.includes(subject)
    ? [`${subject}:read`]
    : [`${subject}:read`, `${subject}:write`],
)

/** The default roles of a store. A store can edit all but the owner role and add custom roles. */
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

/** The default abilities of each role. */
export const roleAbilities: Record<BuiltInRole, Ability[]> = {
  owner: fullAccess,
  administrator: fullAccess,
  manager: [
    ...grantManage(
      'category',
      'product',
      'order',
      'invoice',
      'customer',
      'conversation',
      'task',
      'calendar',
    ),
    ...grantManage('campaign', 'cms', 'theme', 'media', 'import'),
    ...grantRead('business', 'domain', 'dashboard', 'staff'),
  ],
  user: [
    ...grantManage(
      'category',
      'product',
      'order',
      'customer',
      'conversation',
      'task',
      'calendar',
      'media',
    ),
    ...grantRead('business', 'invoice', 'campaign', 'dashboard'),
  ],
  support: [
    ...grantManage('order', 'customer', 'conversation', 'task', 'calendar'),
    ...grantRead('business', 'category', 'product', 'invoice', 'campaign', 'dashboard'),
  ],
  'restricted-user': grantRead('business', 'category', 'product', 'order', 'task', 'calendar'),
}

const builtInAbilities = new Map<string, Ability[]>(Object.entries(roleAbilities))
/** Returns the default abilities of a role; an unknown role has none. */
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

/** Returns whether `own` includes all of `requested`. Users can only grant abilities they have. */
export const coversAbilities = (own: readonly Ability[], requested: readonly Ability[]): boolean =>
  requested.every(({ action, subject }) =>
    action === 'manage'
      ? allows(own, subject, 'read') && allows(own, subject, 'write')
      : allows(own, subject, action),
  )

/** Returns the abilities that both sides grant. */
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

/** The subjects an API key can access. Staff and API keys stay reserved for people. */
export const apiKeySubjects = [
  'business',
  'domain',
  'category',
  'product',
  'order',
  'invoice',
  'customer',
  'conversation',
  'task',
  'calendar',
  'campaign',
  'cms',
  'theme',
  'dashboard',
  'media',
  'import',
  'audit',
] as const satisfies readonly Subject[]

/** Returns equivalent abilities in as few pairs as possible, ordered by `subjects`. */
export function normalizeAbilities(abilities: readonly Ability[]): Ability[] {
  if (coversAbilities(abilities, fullAccess)) return fullAccess
  return subjects.flatMap((subject): Ability[] => {
    if (hasPermission(abilities, `${subject}:write`)) return [{ action: 'manage', subject }]
    return hasPermission(abilities, `${subject}:read`) ? [{ action: 'read', subject }] : []
  })
}
