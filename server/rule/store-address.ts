import { BusinessSlug } from '#contract/account.ts'
import type { Tx } from '../lib/db/db.ts'
import { slugOf } from '../lib/text/slug.ts'

/** Names that would be taken for a part of the service, or for its staff. */
const reserved = new Set([
  'about',
  'abuse',
  'account',
  'accounts',
  'admin',
  'administrator',
  'api',
  'app',
  'apps',
  'assets',
  'auth',
  'billing',
  'blog',
  'cdn',
  'checkout',
  'contact',
  'dashboard',
  'demo',
  'dev',
  'docs',
  'email',
  'example',
  'files',
  'ftp',
  'health',
  'help',
  'host',
  'hostmaster',
  'images',
  'imap',
  'info',
  'internal',
  'legal',
  'localhost',
  'login',
  'logout',
  'mail',
  'media',
  'metrics',
  'mx',
  'news',
  'noreply',
  'ns1',
  'ns2',
  'null',
  'official',
  'pay',
  'payment',
  'payments',
  'pop',
  'postmaster',
  'press',
  'privacy',
  'public',
  'register',
  'root',
  'sales',
  'search',
  'secure',
  'security',
  'server',
  'shop',
  'signup',
  'smtp',
  'ssl',
  'staff',
  'staging',
  'static',
  'status',
  'store',
  'stores',
  'storewright',
  'support',
  'system',
  'terms',
  'test',
  'undefined',
  'upload',
  'uploads',
  'web',
  'webmaster',
  'www',
  'www1',
  'www2',
])

export type AddressCheck = { slug: string; fault?: 'taken' | 'reserved' | 'invalid' }

/** Whether a store may have this address. A full host of our own zone is read as the name before it. */
export async function checkAddress(tx: Tx, wanted: string, zone: string): Promise<AddressCheck> {
  const name = wanted
    .trim()
    .toLowerCase()
    .replace(new RegExp(`\\.${zone.replaceAll('.', '\\.')}$`), '')
  const read = BusinessSlug.safeParse(name)
  if (!read.success) return { slug: slugOf(name, ''), fault: 'invalid' }
  if (reserved.has(read.data)) return { slug: read.data, fault: 'reserved' }
  const [row] = await tx<{ isTaken: boolean }[]>`select address_taken(${read.data}) as is_taken`
  return row?.isTaken ? { slug: read.data, fault: 'taken' } : { slug: read.data }
}

/** Up to three free addresses that resemble the wanted one, best first. */
export async function suggestAddresses(tx: Tx, wanted: string): Promise<string[]> {
  const base = slugOf(wanted.split('.')[0] ?? '', 'store', 32)
  const year = new Date().getUTCFullYear()
  const ideas = [
    base,
    `${base}-store`,
    `my-${base}`,
    `${base}-shop`,
    `the-${base}`,
    `${base}-${year}`,
    ...Array.from({ length: 20 }, (_, i) => `${base}-${i + 2}`),
  ].filter(idea => BusinessSlug.safeParse(idea).success && !reserved.has(idea))
  const rows = await tx<{ idea: string }[]>`
    select idea from unnest(${ideas}::text[]) with ordinality as t(idea, rank) where not address_taken(idea) order by rank limit 3`
  return rows.map(row => row.idea)
}
