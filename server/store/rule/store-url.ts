import type { Config } from '../../config.ts'

/** Returns the URL of a store's pages, with the protocol and the port of the back office. */
export function getStoreUrl(
  { publicAddress }: Pick<Config, 'publicAddress'>,
  host: string,
): string {
  const { protocol, port } = publicAddress
  return `${protocol}//${host}${port && `:${port}`}`
}
