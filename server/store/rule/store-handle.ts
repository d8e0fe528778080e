import { StoreHandle } from '#contract/account/account.ts'
import { slugifyAscii } from '#contract/lib/text/slug.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Names that look like a part of the service or like its staff. */
const reservedHandles = new Set([
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
  'preview',
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

export type StoreHandleCheck = { slug: string; problem?: 'taken' | 'reserved' | 'invalid' }

/** Checks whether a store can have this store handle. A full host in our own zone is accepted as well. */
export async function checkStoreHandle(
  tx: Tx,
  requestedHandle: string,
  storefrontHost: string,
): Promise<StoreHandleCheck> {
  const name = requestedHandle
    .trim()
    .toLowerCase()
    .replace(new RegExp(`\\.${storefrontHost.replaceAll('.', '\\.')}$`), '')
  const parsedHandle = StoreHandle.safeParse(name)
  if (!parsedHandle.success) return { slug: slugifyAscii(name), problem: 'invalid' }
  if (reservedHandles.has(parsedHandle.data))
    return { slug: parsedHandle.data, problem: 'reserved' }
  const [row] = await tx<
    { isTaken: boolean }[]
  >`select is_slug_taken(${parsedHandle.data}) as is_taken`
  return row?.isTaken ? { slug: parsedHandle.data, problem: 'taken' } : { slug: parsedHandle.data }
}

/** Returns up to three free store handles that are similar to the requested one, best first. */
export async function suggestStoreHandles(
  tx: Tx,
  requestedHandle: string,
  locale = '',
): Promise<string[]> {
  const base = slugifyAscii(requestedHandle.split('.')[0] ?? '', 32, locale) || 'store'
  const year = new Date().getUTCFullYear()
  const candidates = [
    base,
    `${base}-store`,
    `my-${base}`,
    `${base}-shop`,
    `the-${base}`,
    `${base}-${year}`,
    ...Array.from({ length: 20 }, (_, i) => `${base}-${i + 2}`),
  ].filter(handle => StoreHandle.safeParse(handle).success && !reservedHandles.has(handle))
  const rows = await tx<{ handle: string }[]>`
    select handle from unnest(${candidates}::text[]) with ordinality as t(handle, rank)
    where not is_slug_taken(handle) order by rank limit 3`
  return rows.map(row => row.handle)
}
