/** Every area of a store that a person may be let into. The same nouns name folders, tables and query keys. */
export const subjects = [
  'business', 'domain', 'category', 'product', 'order', 'customer', 'cms',
  'theme', 'dashboard', 'media', 'import', 'staff', 'audit',
] as const
export type Subject = (typeof subjects)[number]
export type Action = 'read' | 'write'

/** What a call demands: `product:write`. Server, menu and buttons read this same string. */
export type Permission = `${Subject}:${Action}`

/** What a person has, as the session carries it. `manage all` opens everything. */
export type Ability = { action: Action | 'manage'; subject: Subject | 'all' }

export const roles = ['owner', 'administrator', 'manager', 'user', 'support', 'restricted-user'] as const
export type Role = (typeof roles)[number]

const everything: Ability[] = [{ action: 'manage', subject: 'all' }]
const manage = (...of: Subject[]): Ability[] => of.map(subject => ({ action: 'manage', subject }))
const read = (...of: Subject[]): Ability[] => of.map(subject => ({ action: 'read', subject }))

/** What each role may do until a store changes it. */
export const roleAbilities: Record<Role, Ability[]> = {
  owner: everything,
  administrator: everything,
  manager: [...manage('category', 'product', 'order', 'customer', 'cms', 'theme', 'media', 'import'), ...read('business', 'domain', 'dashboard', 'staff')],
  user: [...manage('category', 'product', 'order', 'customer', 'media'), ...read('business', 'dashboard')],
  support: [...manage('order', 'customer'), ...read('business', 'category', 'product', 'dashboard')],
  'restricted-user': read('business', 'category', 'product', 'order'),
}

export function may(abilities: readonly Ability[], permission: Permission): boolean {
  const [subject, action] = permission.split(':')
  return abilities.some(has =>
    (has.subject === 'all' || has.subject === subject) && (has.action === 'manage' || has.action === action || (has.action === 'write' && action === 'read')))
}
