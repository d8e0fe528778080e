import { z } from 'zod'
import { issue } from '../lib/error/issue.ts'
import { Id, singleLineText } from '../lib/schemas.ts'
import { LinkTarget } from '../lib/text/link-target.ts'

/** The pages of the store that menus link to by their path, like to other URLs. */
export const listPagePaths = { blog: '/blog', faq: '/faq' } as const
export const listPages = ['blog', 'faq'] as const satisfies (keyof typeof listPagePaths)[]

export const navKinds = ['page', 'category', 'product', 'url'] as const
const navItemFields = {
  label: singleLineText(40, 1),
  kind: z.enum(navKinds),
  target: singleLineText(500, 1),
  newTab: z.boolean(),
}
const hasValidTarget = (item: { kind: (typeof navKinds)[number]; target: string }) =>
  (item.kind === 'url' ? LinkTarget : Id).safeParse(item.target).success
const invalidTargetError = { path: ['target'], ...issue('link_target_missing') }
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
    issue('too_many_menu_items', { count: maxNavItems }),
  )
export type NavTree = z.infer<typeof NavTree>
export const Navigation = z.object({ header: NavTree, footer: NavTree })
