import { Resolver } from 'node:dns/promises'

export type DnsClient = Pick<
  Resolver,
  'resolve' | 'resolve4' | 'resolve6' | 'resolveCname' | 'resolveTxt'
>

/** Queries the name servers of the machine, with two attempts of three seconds each. */
export const dnsClient: DnsClient = new Resolver({ timeout: 3000, tries: 2 })
