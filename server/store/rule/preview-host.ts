import type { Config } from '../../config.ts'
import { getStoreUrl } from './store-url.ts'

/** The host of all previews. Its pages use no cookies. */
export const getPreviewHost = ({ storefrontHost }: Pick<Config, 'storefrontHost'>): string =>
  `preview.${storefrontHost}`

/** The origin of previews, with the protocol and the port of the back office. */
export const getPreviewOrigin = (
  config: Pick<Config, 'publicAddress' | 'storefrontHost'>,
): string => getStoreUrl(config, getPreviewHost(config))
